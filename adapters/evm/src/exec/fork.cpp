// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/fork.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>

namespace sbst::evm
{

namespace
{

using GasTable = std::array<std::int16_t, 256>;

constexpr void set(GasTable& table, std::int16_t gas, std::initializer_list<Op> ops)
{
    for (const Op op : ops)
    {
        table[static_cast<std::size_t>(op)] = gas;
    }
}

constexpr void set_range(GasTable& table, std::int16_t gas, Op first, Op last)
{
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
    {
        table[i] = gas;
    }
}

/// Gas of Byzantium; the later forks change some of it.
constexpr GasTable byzantium_gas()
{
    GasTable table{};
    table.fill(ForkRules::undefined);
    set(table, 0, {Op::stop, Op::return_, Op::revert, Op::invalid, Op::sstore});
    set(table, 1, {Op::jumpdest});
    set(table, 2,
        {Op::address, Op::origin, Op::caller, Op::callvalue, Op::calldatasize, Op::codesize,
            Op::gasprice, Op::returndatasize, Op::pop, Op::pc, Op::msize, Op::gas});
    set_range(table, 2, Op::coinbase, Op::gaslimit);
    set(table, 3,
        {Op::add, Op::sub, Op::calldataload, Op::calldatacopy, Op::codecopy, Op::returndatacopy,
            Op::mload, Op::mstore, Op::mstore8});
    set_range(table, 3, Op::lt, Op::byte);
    set_range(table, 3, Op::push1, Op::swap16);
    set(table, 5, {Op::mul, Op::div, Op::sdiv, Op::mod, Op::smod, Op::signextend});
    set(table, 8, {Op::addmod, Op::mulmod, Op::jump});
    set(table, 10, {Op::exp, Op::jumpi});
    set(table, 20, {Op::blockhash});
    set(table, 30, {Op::keccak256});
    set(table, 200, {Op::sload});
    set(table, 400, {Op::balance});
    set(table, 700,
        {Op::extcodesize, Op::extcodecopy, Op::call, Op::callcode, Op::delegatecall,
            Op::staticcall});
    set(table, 5000, {Op::selfdestruct});
    set(table, 32000, {Op::create});
    for (std::size_t n = 0; n <= 4; ++n)
    {
        table[static_cast<std::size_t>(Op::log0) + n] = static_cast<std::int16_t>(375 * (n + 1));
    }
    return table;
}

constexpr GasTable gas_of(Fork fork)
{
    GasTable table = byzantium_gas();
    if (fork >= Fork::constantinople)
    {
        set(table, 3, {Op::shl, Op::shr, Op::sar});
        set(table, 400, {Op::extcodehash});
        set(table, 32000, {Op::create2});
    }
    if (fork >= Fork::istanbul)
    {
        set(table, 2, {Op::chainid});
        set(table, 5, {Op::selfbalance});
        set(table, 700, {Op::balance, Op::extcodehash});
        set(table, 800, {Op::sload});
    }
    if (fork >= Fork::berlin)
    {
        set(table, 100,
            {Op::balance, Op::extcodesize, Op::extcodecopy, Op::extcodehash, Op::sload, Op::call,
                Op::callcode, Op::delegatecall, Op::staticcall});
    }
    if (fork >= Fork::london)
    {
        set(table, 2, {Op::basefee});
    }
    if (fork >= Fork::shanghai)
    {
        set(table, 2, {Op::push0});
    }
    if (fork >= Fork::cancun)
    {
        set(table, 2, {Op::blobbasefee});
        set(table, 3, {Op::blobhash, Op::mcopy});
        set(table, 100, {Op::tload, Op::tstore});
    }
    return table;
}

constexpr StorageRules storage_of(Fork fork)
{
    if (fork >= Fork::london)
    {
        return {true, true, 100, 2100, 20000, 2900, 4800};
    }
    if (fork >= Fork::berlin)
    {
        return {true, true, 100, 2100, 20000, 2900, 15000};
    }
    if (fork >= Fork::istanbul)
    {
        return {true, true, 800, 0, 20000, 5000, 15000};
    }
    const bool net = fork == Fork::constantinople;  // EIP-1283 was only in this fork
    return {net, false, 200, 0, 20000, 5000, 15000};
}

constexpr TransactionType last_type_of(Fork fork)
{
    if (fork >= Fork::prague)
    {
        return TransactionType::set_code;
    }
    if (fork >= Fork::cancun)
    {
        return TransactionType::blob;
    }
    if (fork >= Fork::london)
    {
        return TransactionType::dynamic_fee;
    }
    return fork >= Fork::berlin ? TransactionType::access_list : TransactionType::legacy;
}

constexpr unsigned last_precompile_of(Fork fork)
{
    if (fork >= Fork::prague)
    {
        return 0x11;
    }
    if (fork >= Fork::cancun)
    {
        return 0x0a;
    }
    return fork >= Fork::istanbul ? 9 : 8;
}

constexpr BlobRules blobs_of(Fork fork)
{
    if (fork >= Fork::prague)
    {
        return {9, 5'007'716};  // EIP-7691
    }
    return fork >= Fork::cancun ? BlobRules{6, 3'338'477} : BlobRules{};
}

constexpr ForkRules make_rules(Fork fork)
{
    ForkRules rules;
    rules.static_gas = gas_of(fork);
    rules.storage = storage_of(fork);
    rules.blobs = blobs_of(fork);
    rules.last_type = last_type_of(fork);
    rules.base_fee = fork >= Fork::london;
    rules.access_lists = fork >= Fork::berlin;
    rules.warm_coinbase = fork >= Fork::shanghai;
    rules.reject_ef_code = fork >= Fork::london;
    rules.limit_init_code = fork >= Fork::shanghai;
    rules.restricted_destruct = fork >= Fork::cancun;
    rules.exp_byte = 50;
    rules.data_byte = fork >= Fork::istanbul ? 16 : 68;
    rules.destruct_refund = fork >= Fork::london ? 0 : 24000;
    rules.refund_quotient = fork >= Fork::london ? 5 : 2;
    rules.last_precompile = last_precompile_of(fork);
    rules.cheap_modexp = fork >= Fork::berlin;
    rules.cheap_bn254 = fork >= Fork::istanbul;
    rules.floor_token = fork >= Fork::prague ? 10 : 0;
    rules.delegations = fork >= Fork::prague;
    rules.block_hash_history = fork >= Fork::prague;
    return rules;
}

constexpr std::array<std::string_view, fork_count> fork_names{"byzantium", "constantinople",
    "petersburg", "istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague"};

constexpr std::array<ForkRules, fork_count> all_rules{make_rules(Fork::byzantium),
    make_rules(Fork::constantinople), make_rules(Fork::petersburg), make_rules(Fork::istanbul),
    make_rules(Fork::berlin), make_rules(Fork::london), make_rules(Fork::paris),
    make_rules(Fork::shanghai), make_rules(Fork::cancun), make_rules(Fork::prague)};

}  // namespace

std::string_view to_string(Fork fork) noexcept
{
    return fork_names[static_cast<std::size_t>(fork)];
}

std::optional<Fork> parse_fork(std::string_view name) noexcept
{
    const auto same = [&](std::string_view candidate) {
        return std::equal(name.begin(), name.end(), candidate.begin(), candidate.end(),
            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
    };
    for (std::size_t i = 0; i < fork_names.size(); ++i)
    {
        if (same(fork_names[i]))
        {
            return static_cast<Fork>(i);
        }
    }
    return std::nullopt;
}

const ForkRules& rules_of(Fork fork) noexcept
{
    return all_rules[static_cast<std::size_t>(fork)];
}

}  // namespace sbst::evm
