// SPDX-License-Identifier: Apache-2.0
// The rules that a fork of the protocol fixes: which instructions exist, their costs, the limits of
// creation and refunds. Next: opcode.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sbst::evm
{

/// The protocol versions that the executor supports, in order of time.
enum class Fork : std::uint8_t
{
    byzantium,
    constantinople,
    petersburg,
    istanbul,
    berlin,
    london,
    paris,
    shanghai,
    cancun,
    prague
};

inline constexpr std::size_t fork_count = 10;

/// Returns the lower-case name.
[[nodiscard]] std::string_view to_string(Fork fork) noexcept;

/// Reads a name as `to_string` writes it, of any case; nothing for other texts.
[[nodiscard]] std::optional<Fork> parse_fork(std::string_view name) noexcept;

/// How SSTORE is charged and refunded. Source: EIP-1283, EIP-2200, EIP-2929, EIP-3529.
struct StorageRules
{
    bool net_metering{};         ///< cost depends on the value at the transaction's start
    bool stipend_guard{};        ///< at most 2,300 gas left is an error
    std::int64_t access{};       ///< for a write that changes nothing or is not the first
    std::int64_t cold_access{};  ///< added at the first access to a slot, 0 before Berlin
    std::int64_t set{};          ///< for zero to non-zero
    std::int64_t reset{};        ///< for non-zero to another value
    std::int64_t clear_refund{};
};

/// The market of blobs. Source: EIP-4844.
struct BlobRules
{
    unsigned max_blobs{};               ///< per transaction and per block; 0 = no blobs
    std::uint64_t base_fee_fraction{};  ///< how slowly the base fee follows the excess
};

/// The types of transactions; the value is their first byte. Source: EIP-2718.
enum class TransactionType : std::uint8_t
{
    legacy,
    access_list,  ///< EIP-2930
    dynamic_fee,  ///< EIP-1559
    blob,         ///< EIP-4844
    set_code      ///< EIP-7702
};

/// Holds everything that differs between forks; look one up with `rules_of`.
struct ForkRules
{
    /// Static gas of each opcode; `undefined` if the fork has no such instruction.
    std::array<std::int16_t, 256> static_gas{};
    StorageRules storage;
    BlobRules blobs;
    TransactionType last_type{};  ///< types up to this are valid
    bool base_fee{};              ///< EIP-1559
    bool access_lists{};          ///< warm and cold accounts and slots (EIP-2929)
    bool warm_coinbase{};         ///< EIP-3651
    bool reject_ef_code{};        ///< EIP-3541
    bool limit_init_code{};       ///< EIP-3860
    bool restricted_destruct{};   ///< EIP-6780
    std::int64_t exp_byte{};      ///< gas per byte of EXP's exponent
    std::int64_t data_byte{};     ///< intrinsic gas of a non-zero byte of data
    std::int64_t destruct_refund{};
    std::int64_t refund_quotient{};  ///< at most gas used / this is given back
    unsigned last_precompile{};      ///< precompiles are 1 to this
    bool cheap_modexp{};             ///< EIP-2565
    bool cheap_bn254{};              ///< EIP-1108
    std::int64_t floor_token{};      ///< least gas per token of data, in addition to 21,000
                                     ///< (EIP-7623)
    bool delegations{};              ///< EIP-7702
    bool block_hash_history{};       ///< EIP-2935

    static constexpr std::int16_t undefined = -1;
};

/// Returns the rules of a fork.
[[nodiscard]] const ForkRules& rules_of(Fork fork) noexcept;

inline constexpr std::size_t max_code_size = 0x6000;                  ///< EIP-170
inline constexpr std::size_t max_init_code_size = 2 * max_code_size;  ///< EIP-3860
inline constexpr std::int64_t warm_account_gas = 100;                 ///< EIP-2929
inline constexpr std::int64_t cold_account_surcharge = 2500;   ///< EIP-2929, beyond the warm 100
inline constexpr std::int64_t cold_slot_surcharge = 2000;      ///< of SLOAD, beyond the warm 100
inline constexpr std::uint64_t authorization_gas = 25000;      ///< EIP-7702, for each
inline constexpr std::int64_t known_authority_refund = 12500;  ///< EIP-7702
inline constexpr std::int64_t call_stipend = 2300;
inline constexpr unsigned max_call_depth = 1024;
inline constexpr std::size_t max_stack_height = 1024;

}  // namespace sbst::evm
