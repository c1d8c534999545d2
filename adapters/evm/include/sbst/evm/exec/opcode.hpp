// SPDX-License-Identifier: Apache-2.0
// The instruction set: codes, names, stack effects. The one list below makes the enumeration, the
// table of facts and the interpreter's dispatch. Next: code_analysis.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

// clang-format off
/// Expands X(code, name, words popped, words pushed) for each instruction that is not PUSH, DUP, SWAP or LOG.
#define SBST_EVM_PLAIN_OPCODES(X) \
    X(0x00, stop, 0, 0) X(0x01, add, 2, 1) X(0x02, mul, 2, 1) X(0x03, sub, 2, 1) \
    X(0x04, div, 2, 1) X(0x05, sdiv, 2, 1) X(0x06, mod, 2, 1) X(0x07, smod, 2, 1) \
    X(0x08, addmod, 3, 1) X(0x09, mulmod, 3, 1) X(0x0a, exp, 2, 1) X(0x0b, signextend, 2, 1) \
    X(0x10, lt, 2, 1) X(0x11, gt, 2, 1) X(0x12, slt, 2, 1) X(0x13, sgt, 2, 1) \
    X(0x14, eq, 2, 1) X(0x15, iszero, 1, 1) X(0x16, and_, 2, 1) X(0x17, or_, 2, 1) \
    X(0x18, xor_, 2, 1) X(0x19, not_, 1, 1) X(0x1a, byte, 2, 1) X(0x1b, shl, 2, 1) \
    X(0x1c, shr, 2, 1) X(0x1d, sar, 2, 1) X(0x20, keccak256, 2, 1) \
    X(0x30, address, 0, 1) X(0x31, balance, 1, 1) X(0x32, origin, 0, 1) X(0x33, caller, 0, 1) \
    X(0x34, callvalue, 0, 1) X(0x35, calldataload, 1, 1) X(0x36, calldatasize, 0, 1) \
    X(0x37, calldatacopy, 3, 0) X(0x38, codesize, 0, 1) X(0x39, codecopy, 3, 0) \
    X(0x3a, gasprice, 0, 1) X(0x3b, extcodesize, 1, 1) X(0x3c, extcodecopy, 4, 0) \
    X(0x3d, returndatasize, 0, 1) X(0x3e, returndatacopy, 3, 0) X(0x3f, extcodehash, 1, 1) \
    X(0x40, blockhash, 1, 1) X(0x41, coinbase, 0, 1) X(0x42, timestamp, 0, 1) \
    X(0x43, number, 0, 1) X(0x44, prevrandao, 0, 1) X(0x45, gaslimit, 0, 1) \
    X(0x46, chainid, 0, 1) X(0x47, selfbalance, 0, 1) X(0x48, basefee, 0, 1) \
    X(0x49, blobhash, 1, 1) X(0x4a, blobbasefee, 0, 1) \
    X(0x50, pop, 1, 0) X(0x51, mload, 1, 1) X(0x52, mstore, 2, 0) X(0x53, mstore8, 2, 0) \
    X(0x54, sload, 1, 1) X(0x55, sstore, 2, 0) X(0x56, jump, 1, 0) X(0x57, jumpi, 2, 0) \
    X(0x58, pc, 0, 1) X(0x59, msize, 0, 1) X(0x5a, gas, 0, 1) X(0x5b, jumpdest, 0, 0) \
    X(0x5c, tload, 1, 1) X(0x5d, tstore, 2, 0) X(0x5e, mcopy, 3, 0) X(0x5f, push0, 0, 1) \
    X(0xf0, create, 3, 1) X(0xf1, call, 7, 1) X(0xf2, callcode, 7, 1) X(0xf3, return_, 2, 0) \
    X(0xf4, delegatecall, 6, 1) X(0xf5, create2, 4, 1) X(0xfa, staticcall, 6, 1) \
    X(0xfd, revert, 2, 0) X(0xfe, invalid, 0, 0) X(0xff, selfdestruct, 1, 0)

/// Expands X(code, name, n) for each PUSHn, n > 0.
#define SBST_EVM_PUSH_OPCODES(X) \
    X(0x60, push1, 1) X(0x61, push2, 2) X(0x62, push3, 3) X(0x63, push4, 4) \
    X(0x64, push5, 5) X(0x65, push6, 6) X(0x66, push7, 7) X(0x67, push8, 8) \
    X(0x68, push9, 9) X(0x69, push10, 10) X(0x6a, push11, 11) X(0x6b, push12, 12) \
    X(0x6c, push13, 13) X(0x6d, push14, 14) X(0x6e, push15, 15) X(0x6f, push16, 16) \
    X(0x70, push17, 17) X(0x71, push18, 18) X(0x72, push19, 19) X(0x73, push20, 20) \
    X(0x74, push21, 21) X(0x75, push22, 22) X(0x76, push23, 23) X(0x77, push24, 24) \
    X(0x78, push25, 25) X(0x79, push26, 26) X(0x7a, push27, 27) X(0x7b, push28, 28) \
    X(0x7c, push29, 29) X(0x7d, push30, 30) X(0x7e, push31, 31) X(0x7f, push32, 32)

/// Expands X(code, name, n) for each DUPn.
#define SBST_EVM_DUP_OPCODES(X) \
    X(0x80, dup1, 1) X(0x81, dup2, 2) X(0x82, dup3, 3) X(0x83, dup4, 4) X(0x84, dup5, 5) \
    X(0x85, dup6, 6) X(0x86, dup7, 7) X(0x87, dup8, 8) X(0x88, dup9, 9) X(0x89, dup10, 10) \
    X(0x8a, dup11, 11) X(0x8b, dup12, 12) X(0x8c, dup13, 13) X(0x8d, dup14, 14) \
    X(0x8e, dup15, 15) X(0x8f, dup16, 16)

/// Expands X(code, name, n) for each SWAPn.
#define SBST_EVM_SWAP_OPCODES(X) \
    X(0x90, swap1, 1) X(0x91, swap2, 2) X(0x92, swap3, 3) X(0x93, swap4, 4) X(0x94, swap5, 5) \
    X(0x95, swap6, 6) X(0x96, swap7, 7) X(0x97, swap8, 8) X(0x98, swap9, 9) X(0x99, swap10, 10) \
    X(0x9a, swap11, 11) X(0x9b, swap12, 12) X(0x9c, swap13, 13) X(0x9d, swap14, 14) \
    X(0x9e, swap15, 15) X(0x9f, swap16, 16)

/// Expands X(code, name, n) for each LOGn, n topics.
#define SBST_EVM_LOG_OPCODES(X) \
    X(0xa0, log0, 0) X(0xa1, log1, 1) X(0xa2, log2, 2) X(0xa3, log3, 3) X(0xa4, log4, 4)
// clang-format on

namespace sbst::evm
{

// NOLINTBEGIN(readability-identifier-naming): keywords of C++ take an underscore here
/// Every instruction of every fork; other bytes are not instructions.
enum class Op : std::uint8_t
{
#define SBST_EVM_ENUMERATOR(code, name, ...) name = (code),
    SBST_EVM_PLAIN_OPCODES(SBST_EVM_ENUMERATOR) SBST_EVM_PUSH_OPCODES(SBST_EVM_ENUMERATOR)
        SBST_EVM_DUP_OPCODES(SBST_EVM_ENUMERATOR) SBST_EVM_SWAP_OPCODES(SBST_EVM_ENUMERATOR)
            SBST_EVM_LOG_OPCODES(SBST_EVM_ENUMERATOR)
#undef SBST_EVM_ENUMERATOR
};
// NOLINTEND(readability-identifier-naming)

/// The facts about an instruction that hold in every fork.
struct OpcodeInfo
{
    std::string_view
        name;  ///< upper case as in the yellow paper; empty for a byte that is not an instruction
    std::uint8_t pops{};
    std::uint8_t pushes{};
    std::uint8_t immediate{};  ///< bytes of data after the opcode

    /// Tells whether the byte is an instruction of some fork.
    [[nodiscard]] constexpr bool is_defined() const noexcept { return !name.empty(); }
};

/// The facts of all bytes of code.
extern const std::array<OpcodeInfo, 256> opcode_infos;

/// Returns the facts of a byte of code.
[[nodiscard]] inline const OpcodeInfo& opcode_info(std::uint8_t byte) noexcept
{
    return opcode_infos[byte];
}

/// Returns how many bytes of data follow the opcode: n for PUSHn, else 0.
[[nodiscard]] constexpr unsigned immediate_size(std::uint8_t byte) noexcept
{
    return byte >= 0x60 && byte <= 0x7f ? byte - 0x5fU : 0U;
}

/// Tells whether control never falls through to the next instruction.
[[nodiscard]] constexpr bool ends_path(Op op) noexcept
{
    return op == Op::stop || op == Op::jump || op == Op::return_ || op == Op::revert ||
           op == Op::invalid || op == Op::selfdestruct;
}

/// Tells whether some fork that the executor supports lacks the instruction.
[[nodiscard]] constexpr bool is_later_addition(Op op) noexcept
{
    return op == Op::shl || op == Op::shr || op == Op::sar || op == Op::extcodehash ||
           op == Op::create2 || op == Op::chainid || op == Op::selfbalance || op == Op::basefee ||
           op == Op::push0 || op == Op::blobhash || op == Op::blobbasefee || op == Op::tload ||
           op == Op::tstore || op == Op::mcopy;
}

}  // namespace sbst::evm
