// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/exec/opcode.hpp>

#include <array>
#include <cstddef>

namespace sbst::evm
{

namespace
{

using Table = std::array<OpcodeInfo, 256>;

/// The names of the plain instructions as in the yellow paper, in the list's order.
constexpr std::array<std::string_view, 256> plain_names()
{
    constexpr std::array<std::string_view, 80> spelled{"STOP", "ADD", "MUL", "SUB", "DIV", "SDIV",
        "MOD", "SMOD", "ADDMOD", "MULMOD", "EXP", "SIGNEXTEND", "LT", "GT", "SLT", "SGT", "EQ",
        "ISZERO", "AND", "OR", "XOR", "NOT", "BYTE", "SHL", "SHR", "SAR", "KECCAK256", "ADDRESS",
        "BALANCE", "ORIGIN", "CALLER", "CALLVALUE", "CALLDATALOAD", "CALLDATASIZE", "CALLDATACOPY",
        "CODESIZE", "CODECOPY", "GASPRICE", "EXTCODESIZE", "EXTCODECOPY", "RETURNDATASIZE",
        "RETURNDATACOPY", "EXTCODEHASH", "BLOCKHASH", "COINBASE", "TIMESTAMP", "NUMBER",
        "PREVRANDAO", "GASLIMIT", "CHAINID", "SELFBALANCE", "BASEFEE", "BLOBHASH", "BLOBBASEFEE",
        "POP", "MLOAD", "MSTORE", "MSTORE8", "SLOAD", "SSTORE", "JUMP", "JUMPI", "PC", "MSIZE",
        "GAS", "JUMPDEST", "TLOAD", "TSTORE", "MCOPY", "PUSH0", "CREATE", "CALL", "CALLCODE",
        "RETURN", "DELEGATECALL", "CREATE2", "STATICCALL", "REVERT", "INVALID", "SELFDESTRUCT"};
    std::array<std::string_view, 256> names{};
    std::size_t i = 0;
#define SBST_EVM_NAME(code, name, pops, pushes) names[code] = spelled[i++];
    SBST_EVM_PLAIN_OPCODES(SBST_EVM_NAME)
#undef SBST_EVM_NAME
    return names;
}

constexpr std::array<std::string_view, 33> push_names{"PUSH0", "PUSH1", "PUSH2", "PUSH3", "PUSH4",
    "PUSH5", "PUSH6", "PUSH7", "PUSH8", "PUSH9", "PUSH10", "PUSH11", "PUSH12", "PUSH13", "PUSH14",
    "PUSH15", "PUSH16", "PUSH17", "PUSH18", "PUSH19", "PUSH20", "PUSH21", "PUSH22", "PUSH23",
    "PUSH24", "PUSH25", "PUSH26", "PUSH27", "PUSH28", "PUSH29", "PUSH30", "PUSH31", "PUSH32"};
constexpr std::array<std::string_view, 17> dup_names{"", "DUP1", "DUP2", "DUP3", "DUP4", "DUP5",
    "DUP6", "DUP7", "DUP8", "DUP9", "DUP10", "DUP11", "DUP12", "DUP13", "DUP14", "DUP15", "DUP16"};
constexpr std::array<std::string_view, 17> swap_names{"", "SWAP1", "SWAP2", "SWAP3", "SWAP4",
    "SWAP5", "SWAP6", "SWAP7", "SWAP8", "SWAP9", "SWAP10", "SWAP11", "SWAP12", "SWAP13", "SWAP14",
    "SWAP15", "SWAP16"};
constexpr std::array<std::string_view, 5> log_names{"LOG0", "LOG1", "LOG2", "LOG3", "LOG4"};

constexpr Table make_table()
{
    constexpr auto names = plain_names();
    Table table{};
#define SBST_EVM_PLAIN(code, name, pops, pushes) table[code] = {names[code], pops, pushes, 0};
#define SBST_EVM_PUSH(code, name, n) table[code] = {push_names[n], 0, 1, n};
#define SBST_EVM_DUP(code, name, n) table[code] = {dup_names[n], n, (n) + 1, 0};
#define SBST_EVM_SWAP(code, name, n) table[code] = {swap_names[n], (n) + 1, (n) + 1, 0};
#define SBST_EVM_LOG(code, name, n) table[code] = {log_names[n], (n) + 2, 0, 0};
    SBST_EVM_PLAIN_OPCODES(SBST_EVM_PLAIN)
    SBST_EVM_PUSH_OPCODES(SBST_EVM_PUSH)
    SBST_EVM_DUP_OPCODES(SBST_EVM_DUP)
    SBST_EVM_SWAP_OPCODES(SBST_EVM_SWAP)
    SBST_EVM_LOG_OPCODES(SBST_EVM_LOG)
#undef SBST_EVM_PLAIN
#undef SBST_EVM_PUSH
#undef SBST_EVM_DUP
#undef SBST_EVM_SWAP
#undef SBST_EVM_LOG
    return table;
}

}  // namespace

constexpr Table opcode_infos = make_table();
static_assert(opcode_infos[static_cast<std::size_t>(Op::selfdestruct)].name == "SELFDESTRUCT");

}  // namespace sbst::evm
