// SPDX-License-Identifier: Apache-2.0
// Opcodes by name, as the analysis reads them. Next: range.hpp.
#pragma once

#include <cstdint>

namespace sbst::evm::analysis
{

/// Opcodes as numbers: expressions number their own kinds after them. PUSH, DUP, SWAP and LOG are
/// ranges.
enum OpcodeWord : std::uint16_t
{
    op_stop = 0x00,
    op_add = 0x01,
    op_mul = 0x02,
    op_sub = 0x03,
    op_div = 0x04,
    op_sdiv = 0x05,
    op_mod = 0x06,
    op_smod = 0x07,
    op_addmod = 0x08,
    op_mulmod = 0x09,
    op_exp = 0x0a,
    op_signextend = 0x0b,
    op_lt = 0x10,
    op_gt = 0x11,
    op_slt = 0x12,
    op_sgt = 0x13,
    op_eq = 0x14,
    op_iszero = 0x15,
    op_and = 0x16,
    op_or = 0x17,
    op_xor = 0x18,
    op_not = 0x19,
    op_byte = 0x1a,
    op_shl = 0x1b,
    op_shr = 0x1c,
    op_sar = 0x1d,
    op_keccak256 = 0x20,
    op_address = 0x30,
    op_balance = 0x31,
    op_origin = 0x32,
    op_caller = 0x33,
    op_callvalue = 0x34,
    op_calldataload = 0x35,
    op_calldatasize = 0x36,
    op_calldatacopy = 0x37,
    op_codesize = 0x38,
    op_codecopy = 0x39,
    op_gasprice = 0x3a,
    op_extcodesize = 0x3b,
    op_extcodecopy = 0x3c,
    op_returndatasize = 0x3d,
    op_returndatacopy = 0x3e,
    op_extcodehash = 0x3f,
    op_blockhash = 0x40,
    op_coinbase = 0x41,
    op_timestamp = 0x42,
    op_number = 0x43,
    op_prevrandao = 0x44,
    op_gaslimit = 0x45,
    op_chainid = 0x46,
    op_selfbalance = 0x47,
    op_basefee = 0x48,
    op_blobhash = 0x49,
    op_blobbasefee = 0x4a,
    op_pop = 0x50,
    op_mload = 0x51,
    op_mstore = 0x52,
    op_mstore8 = 0x53,
    op_sload = 0x54,
    op_sstore = 0x55,
    op_jump = 0x56,
    op_jumpi = 0x57,
    op_pc = 0x58,
    op_msize = 0x59,
    op_gas = 0x5a,
    op_jumpdest = 0x5b,
    op_tload = 0x5c,
    op_tstore = 0x5d,
    op_mcopy = 0x5e,
    op_push0 = 0x5f,
    op_push32 = 0x7f,
    op_dup1 = 0x80,
    op_dup16 = 0x8f,
    op_swap1 = 0x90,
    op_swap16 = 0x9f,
    op_log0 = 0xa0,
    op_log4 = 0xa4,
    op_create = 0xf0,
    op_call = 0xf1,
    op_callcode = 0xf2,
    op_return = 0xf3,
    op_delegatecall = 0xf4,
    op_create2 = 0xf5,
    op_staticcall = 0xfa,
    op_revert = 0xfd,
    op_invalid = 0xfe,
    op_selfdestruct = 0xff
};

[[nodiscard]] constexpr bool is_push(std::uint16_t opcode)
{
    return opcode >= op_push0 && opcode <= op_push32;
}
[[nodiscard]] constexpr bool is_dup(std::uint16_t opcode)
{
    return opcode >= op_dup1 && opcode <= op_dup16;
}
[[nodiscard]] constexpr bool is_swap(std::uint16_t opcode)
{
    return opcode >= op_swap1 && opcode <= op_swap16;
}
/// LT, GT, SLT, SGT, EQ.
[[nodiscard]] constexpr bool is_comparison(std::uint16_t opcode)
{
    return opcode >= op_lt && opcode <= op_eq;
}

}  // namespace sbst::evm::analysis
