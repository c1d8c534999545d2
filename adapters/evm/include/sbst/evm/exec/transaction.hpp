// SPDX-License-Identifier: Apache-2.0
// The inputs and outputs of an execution: block, transaction, result. Next: executor.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// The block in which a transaction runs.
struct Block
{
    std::uint64_t number{1};
    std::uint64_t timestamp{1};  ///< seconds
    Address coinbase;
    std::uint64_t gas_limit{30'000'000};
    U256 prevrandao;  ///< difficulty before Paris
    U256 base_fee;    ///< wei per gas
    U256 chain_id{1};
    U256 blob_base_fee{1};
    /// Hashes of the blocks before this one, nearest first. Beyond the list, the hash of block n is
    /// the Keccak hash of n's decimal digits (the convention of the public state tests).
    std::vector<U256> recent_hashes;

    /// Returns the hash of a block before this one. Precondition: before < number.
    [[nodiscard]] U256 hash_of(std::uint64_t before) const;
};

/// One account and its slots that are warm from the start (EIP-2930).
struct AccessListEntry
{
    Address address;
    std::vector<U256> slots;
};

/// A request that calls to an account run another account's code (EIP-7702). Its signature was
/// checked: the authority is the signer, or nothing when the signature is not valid.
struct Authorization
{
    U256 chain_id;  ///< 0 = any chain
    Address delegate;
    std::uint64_t nonce{};
    std::optional<Address> authority;
};

/// One message from outside. The caller owns data and lists, which must outlive the run.
struct Transaction
{
    Address sender;
    std::optional<Address> to;  ///< nothing = create a contract, `data` is its creation code
    U256 value;                 ///< wei
    BytesView data;
    std::uint64_t gas{6'000'000};  ///< limit, intrinsic gas included
    U256 gas_price;                ///< the result of GASPRICE; no fee is charged here
    /// Wei per used gas for the coinbase, paid before destroyed accounts are removed; nothing = no
    /// payment. `apply_transaction` charges the sender for it.
    std::optional<U256> priority_fee;
    std::span<const U256> blob_hashes;
    std::span<const AccessListEntry> access_list;
    std::span<const Authorization> authorizations;
};

/// How an execution ended. All except `success` and `revert` use up all given gas.
enum class Status : std::uint8_t
{
    success,
    revert,
    out_of_gas,
    invalid_instruction,
    stack_underflow,
    stack_overflow,
    bad_jump,
    static_violation,
    return_data_bounds,  ///< RETURNDATACOPY beyond the end
    call_depth,
    create_collision,
    code_too_large,
    forbidden_code,  ///< new code begins with 0xEF
    precompile_failure,
    memory_limit,  ///< the executor's own bound, whatever the gas; also for state and logs
    work_limit,    ///< likewise, for the work of a transaction
    rejected       ///< not valid: intrinsic gas or sender's balance; nothing changed
};

/// Returns the enumerator's name.
[[nodiscard]] std::string_view to_string(Status status) noexcept;

/// One event. `data_offset` and `data_size` address `Result::log_data`.
struct Log
{
    Address address;
    std::array<U256, 4> topics{};
    std::uint8_t topic_count{};
    std::size_t data_offset{};
    std::size_t data_size{};
};

/// The effects of a transaction. The executor reuses it: copy what must survive the next run.
struct Result
{
    Status status{Status::success};
    std::uint64_t gas_used{};    ///< after the refund
    std::uint64_t gas_left{};    ///< before the refund
    std::uint64_t gas_refund{};  ///< given back, already bounded by the fork's quotient
    Bytes output;                ///< data of the return or revert; not the new code of a creation
    std::optional<Address> created;
    std::vector<Log> logs;
    Bytes log_data;
    std::uint64_t steps{};    ///< started instructions, including those of callees
    std::uint8_t halt_op{};   ///< opcode that ended the outermost frame
    std::uint32_t halt_pc{};  ///< its place in the code

    [[nodiscard]] bool succeeded() const noexcept { return status == Status::success; }

    /// Returns the data of one of `logs`.
    [[nodiscard]] BytesView data_of(const Log& log) const noexcept
    {
        return BytesView{log_data}.subspan(log.data_offset, log.data_size);
    }
};

}  // namespace sbst::evm
