// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

const U256 minus_one = U256::max();
const U256 lowest = U256::power_of_two(255);

struct BinaryCase
{
    Op op;
    U256 top;
    U256 below;
    U256 result;
};

/// Runs a program of pushes and one instruction and returns the word on top.
U256 evaluate(const Bytecode& code)
{
    World world;
    const Result& result = world.run(Bytecode{code}.return_top());
    REQUIRE(result.status == Status::success);
    return output_word(result);
}

Status status_of(const Bytecode& code, Fork fork = Fork::cancun)
{
    World world{fork};
    return world.run(code).status;
}

}  // namespace

TEST_CASE(
    "evm: instructions of two operands compute what the yellow paper says", "[evm][exec][unit]")
{
    const std::vector<BinaryCase> cases{{Op::add, 1, minus_one, 0}, {Op::mul, 3, 5, 15},
        {Op::sub, 3, 5, minus_one - 1}, {Op::div, 7, 2, 3}, {Op::div, 7, 0, 0},
        {Op::div, U256{9} << 224U, U256::power_of_two(224), 9},
        {Op::sdiv, minus_one - 6, 2, minus_one - 2}, {Op::sdiv, lowest, minus_one, lowest},
        {Op::mod, 7, 4, 3}, {Op::mod, 7, 0, 0}, {Op::smod, minus_one - 6, 4, minus_one - 2},
        {Op::exp, 2, 10, 1024}, {Op::exp, 0, 0, 1}, {Op::signextend, 0, 0x80, minus_one - 0x7f},
        {Op::signextend, 40, 0x80, 0x80}, {Op::lt, 1, 2, 1}, {Op::lt, 2, 2, 0}, {Op::gt, 2, 1, 1},
        {Op::gt, 2, 2, 0}, {Op::slt, minus_one, 0, 1}, {Op::slt, 0, minus_one, 0},
        {Op::sgt, 0, minus_one, 1}, {Op::sgt, minus_one, 0, 0}, {Op::eq, 5, 5, 1},
        {Op::eq, 5, 6, 0}, {Op::and_, 12, 10, 8}, {Op::or_, 12, 10, 14}, {Op::xor_, 12, 10, 6},
        {Op::byte, 31, 0xab, 0xab}, {Op::byte, 32, 0xab, 0}, {Op::shl, 4, 1, 16},
        {Op::shl, 256, 1, 0}, {Op::shr, 4, 16, 1}, {Op::shr, minus_one, 16, 0},
        {Op::sar, 1, minus_one - 1, minus_one}, {Op::sar, 300, lowest, minus_one}};
    for (const BinaryCase& c : cases)
    {
        INFO(opcode_info(static_cast<std::uint8_t>(c.op)).name << ' ' << c.top.to_hex() << ' '
                                                               << c.below.to_hex());
        CHECK(evaluate(Bytecode{}.push(c.below).push(c.top).op(c.op)) == c.result);
    }
}

TEST_CASE("evm: instructions of one and three operands", "[evm][exec][unit]")
{
    CHECK(evaluate(Bytecode{}.push(0).op(Op::iszero)) == 1);
    CHECK(evaluate(Bytecode{}.push(7).op(Op::iszero)) == 0);
    CHECK(evaluate(Bytecode{}.push(0).op(Op::not_)) == minus_one);
    CHECK(evaluate(Bytecode{}.push_all({10, 8, minus_one}).op(Op::addmod)) == 3);
    CHECK(evaluate(Bytecode{}.push_all({12, minus_one, minus_one}).op(Op::mulmod)) == 9);
    CHECK(evaluate(Bytecode{}.push_all({0, 8, 7}).op(Op::addmod)) == 0);
}

TEST_CASE("evm: every PUSH takes its bytes and every DUP and SWAP its word", "[evm][exec][unit]")
{
    for (unsigned n = 1; n <= 32; ++n)
    {
        Bytecode code;
        code.byte(static_cast<std::uint8_t>(0x5f + n));
        U256 expected;
        for (unsigned i = 1; i <= n; ++i)
        {
            code.byte(static_cast<std::uint8_t>(i));
            expected = (expected << 8U) | U256{i};
        }
        INFO("PUSH" << n);
        CHECK(evaluate(code) == expected);
    }
    for (unsigned n = 1; n <= 16; ++n)
    {
        Bytecode filled;
        for (unsigned i = 0; i < 20; ++i)
        {
            filled.push(100 + i);
        }
        INFO("DUP/SWAP " << n);
        CHECK(evaluate(Bytecode{filled}.byte(static_cast<std::uint8_t>(0x7f + n))) == 120 - n);
        CHECK(evaluate(Bytecode{filled}.byte(static_cast<std::uint8_t>(0x8f + n))) == 119 - n);
        // The word that was on top is now n below it.
        Bytecode back = Bytecode{filled}.byte(static_cast<std::uint8_t>(0x8f + n));
        CHECK(evaluate(back.byte(static_cast<std::uint8_t>(0x7f + n + (n < 16 ? 1 : 0)))) ==
              (n < 16 ? 119 : 104));
    }
}

TEST_CASE("evm: a PUSH at the end of the code reads zeros", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.run(Bytecode{}.byte(0x7f).byte(0x01));
    CHECK(result.status == Status::success);
    CHECK(result.steps == 2);  // the PUSH and the STOP that follows every code
}

TEST_CASE("evm: memory is zero, grows by words and is read back", "[evm][exec][unit]")
{
    CHECK(evaluate(Bytecode{}.push(100).op(Op::mload)) == 0);
    CHECK(evaluate(Bytecode{}.push(100).op(Op::mload).ops({Op::pop, Op::msize})) == 160);
    CHECK(
        evaluate(Bytecode{}.push(0x1234).push(3).op(Op::mstore).push(4).op(Op::mload)) == 0x123400);
    CHECK(evaluate(Bytecode{}.push(0x1234).push(31).op(Op::mstore8).push(0).op(Op::mload)) == 0x34);
    CHECK(evaluate(Bytecode{}.op(Op::msize)) == 0);
}

TEST_CASE("evm: MCOPY copies overlapping ranges as if through a buffer", "[evm][exec][unit]")
{
    Bytecode code;
    code.push(0x0102).push(0).op(Op::mstore).push(0x0304).push(32).op(Op::mstore);
    code.push(32).push(30).push(31).op(Op::mcopy).push(31).op(Op::mload);
    // Bytes 30 and 31 hold 01 02; bytes 62 and 63 hold 03 04 before the copy shifts by one.
    CHECK(evaluate(code) == ((U256{0x0102} << 240U)));
}

TEST_CASE("evm: call data beyond its end reads as zeros", "[evm][exec][unit]")
{
    World world;
    const Bytes data{0xaa, 0xbb};
    CHECK(output_word(world.run(Bytecode{}.push(0).op(Op::calldataload).return_top(), data)) ==
          U256{0xaabb} << 240U);
    CHECK(output_word(world.run(Bytecode{}.push(1).op(Op::calldataload).return_top(), data)) ==
          U256{0xbb} << 248U);
    CHECK(output_word(
              world.run(Bytecode{}.push(minus_one).op(Op::calldataload).return_top(), data)) == 0);
    Bytecode copy;
    copy.push(minus_one).push(0).op(Op::mstore).push(4).push(1).push(0).op(Op::calldatacopy);
    CHECK(output_word(world.run(Bytecode{copy}.push(0).op(Op::mload).return_top(), data)) ==
          ((U256{0xbb} << 248U) | (minus_one >> 32U)));
}

TEST_CASE("evm: code can be measured and copied", "[evm][exec][unit]")
{
    Bytecode code = Bytecode{}.push(32).push(0).push(0).op(Op::codecopy).push(0).op(Op::mload);
    World world;
    const Result& result = world.run(code.return_top());
    Bytes expected = code.build();
    expected.resize(32);
    CHECK(result.output == expected);
    CHECK(evaluate(Bytecode{}.op(Op::codesize)) == 9);
}

TEST_CASE("evm: the block and the transaction can be asked", "[evm][exec][unit]")
{
    World world;
    Block& block = world.executor.block();
    block = {.number = 300,
        .timestamp = 5,
        .coinbase = other,
        .gas_limit = 77,
        .prevrandao = 8,
        .base_fee = 9,
        .chain_id = 10,
        .blob_base_fee = 11,
        .recent_hashes = {U256{42}}};
    const std::vector<std::pair<Op, U256>> cases{{Op::number, 300}, {Op::timestamp, 5},
        {Op::coinbase, other.to_word()}, {Op::gaslimit, 77}, {Op::prevrandao, 8}, {Op::basefee, 9},
        {Op::chainid, 10}, {Op::blobbasefee, 11}, {Op::address, contract.to_word()},
        {Op::caller, alice.to_word()}, {Op::origin, alice.to_word()}, {Op::callvalue, 0},
        {Op::calldatasize, 0}, {Op::gasprice, 0}, {Op::selfbalance, 0}, {Op::returndatasize, 0},
        {Op::pc, 0}};
    for (const auto& [op, expected] : cases)
    {
        INFO(opcode_info(static_cast<std::uint8_t>(op)).name);
        CHECK(output_word(world.run(Bytecode{}.op(op).return_top())) == expected);
    }
    const auto hash_of = [&](const U256& number) {
        return output_word(world.run(Bytecode{}.push(number).op(Op::blockhash).return_top()));
    };
    CHECK(hash_of(299) == 42);
    CHECK(hash_of(298) == keccak256_word(Bytes{'2', '9', '8'}));
    CHECK(hash_of(300) == 0);
    CHECK(hash_of(43) == 0);
    CHECK(hash_of(44) != 0);
}

TEST_CASE("evm: accounts can be asked for balance, code and hash", "[evm][exec][unit]")
{
    World world;
    world.install(other, {0x60, 0x01});
    world.fund(other, 55);
    const auto ask = [&](Op op, const U256& address) {
        return output_word(world.run(Bytecode{}.push(address).op(op).return_top()));
    };
    CHECK(ask(Op::balance, other.to_word()) == 55);
    CHECK(ask(Op::balance, 0xdead) == 0);
    CHECK(ask(Op::extcodesize, other.to_word()) == 2);
    CHECK(ask(Op::extcodehash, other.to_word()) == keccak256_word(Bytes{0x60, 0x01}));
    CHECK(ask(Op::extcodehash, 0xdead) == 0);
    CHECK(ask(Op::extcodehash, alice.to_word()) == keccak256_word({}));
    Bytecode copy = Bytecode{}.push_all({32, 0, 0, other.to_word()}).op(Op::extcodecopy);
    CHECK(output_word(world.run(copy.push(0).op(Op::mload).return_top())) == U256{0x6001} << 240U);
}

TEST_CASE("evm: jumps need a destination that is an instruction", "[evm][exec][unit]")
{
    CHECK(status_of(Bytecode{}.jump("end").label("end")) == Status::success);
    CHECK(status_of(Bytecode{}.push(0).op(Op::jump)) == Status::bad_jump);
    CHECK(status_of(Bytecode{}.push(minus_one).op(Op::jump)) == Status::bad_jump);
    // Byte 4 is a JUMPDEST only as the data of a PUSH.
    CHECK(status_of(Bytecode{}.push(4).op(Op::jump).push(0x5b)) == Status::bad_jump);
    CHECK(status_of(Bytecode{}.push(1).push(99).op(Op::jumpi)) == Status::bad_jump);
    CHECK(status_of(Bytecode{}.push(0).push(99).op(Op::jumpi)) == Status::success);
}

TEST_CASE("evm: the stack has bounds", "[evm][exec][unit]")
{
    CHECK(status_of(Bytecode{}.op(Op::pop)) == Status::stack_underflow);
    CHECK(status_of(Bytecode{}.push(1).op(Op::add)) == Status::stack_underflow);
    CHECK(status_of(Bytecode{}.push(1).op(Op::swap1)) == Status::stack_underflow);
    Bytecode full;
    for (int i = 0; i < 1024; ++i)
    {
        full.op(Op::pc);
    }
    CHECK(status_of(full) == Status::success);
    CHECK(status_of(Bytecode{full}.op(Op::pc)) == Status::stack_overflow);
    CHECK(status_of(Bytecode{full}.op(Op::dup1)) == Status::stack_overflow);
    CHECK(status_of(Bytecode{full}.op(Op::swap1)) == Status::success);
}

TEST_CASE("evm: instructions exist from their fork on", "[evm][exec][unit]")
{
    const std::vector<std::pair<Op, Fork>> first{{Op::shl, Fork::constantinople},
        {Op::extcodehash, Fork::constantinople}, {Op::create2, Fork::constantinople},
        {Op::chainid, Fork::istanbul}, {Op::selfbalance, Fork::istanbul},
        {Op::basefee, Fork::london}, {Op::push0, Fork::shanghai}, {Op::mcopy, Fork::cancun},
        {Op::tload, Fork::cancun}, {Op::tstore, Fork::cancun}, {Op::blobhash, Fork::cancun},
        {Op::blobbasefee, Fork::cancun}};
    for (const auto& [op, since] : first)
    {
        INFO(opcode_info(static_cast<std::uint8_t>(op)).name);
        const Bytecode code = Bytecode{}.push_all({0, 0, 0, 0}).op(op);
        CHECK(status_of(code, since) == Status::success);
        const auto before = static_cast<Fork>(static_cast<int>(since) - 1);
        CHECK(status_of(code, before) == Status::invalid_instruction);
    }
}

TEST_CASE("evm: bytes that are no instruction use up all gas", "[evm][exec][unit]")
{
    for (const int byte : {0x0c, 0x21, 0x4b, 0xa5, 0xef, 0xf6, 0xfb, 0xfe})
    {
        World world;
        const Result& result = world.run(Bytecode{}.byte(static_cast<std::uint8_t>(byte)));
        INFO(byte);
        CHECK(result.status == Status::invalid_instruction);
        CHECK(result.gas_left == 0);
        CHECK(result.halt_op == byte);
        CHECK(result.steps == 1);
    }
}

TEST_CASE("evm: logs carry address, topics and data", "[evm][exec][unit]")
{
    World world;
    Bytecode code;
    code.push(0xabcd).push(0).op(Op::mstore).push_all({7, 6, 5, 4, 2, 30}).op(Op::log4);
    code.push_all({0, 0}).op(Op::log0);
    const Result& result = world.run(code);
    REQUIRE(result.logs.size() == 2);
    CHECK(result.logs[0].address == contract);
    CHECK(result.logs[0].topic_count == 4);
    CHECK(result.logs[0].topics == std::array<U256, 4>{4, 5, 6, 7});
    const BytesView data = result.data_of(result.logs[0]);
    CHECK(Bytes(data.begin(), data.end()) == Bytes{0xab, 0xcd});
    CHECK(result.logs[1].topic_count == 0);
    CHECK(result.data_of(result.logs[1]).empty());
}

TEST_CASE("evm: transient storage is read back and ends with the transaction", "[evm][exec][unit]")
{
    World world;
    Bytecode code;
    code.push(1).op(Op::tload).push(9).push(1).op(Op::tstore).push(1).op(Op::tload).op(Op::add);
    CHECK(output_word(world.run(Bytecode{code}.return_top())) == 9);
    CHECK(output_word(world.run(Bytecode{code}.return_top())) == 9);
}

TEST_CASE("evm: the outcome names the instruction that ended the call", "[evm][exec][unit]")
{
    World world;
    const Result& result = world.run(Bytecode{}.push(1).push(2).op(Op::add).revert_top());
    CHECK(result.status == Status::revert);
    CHECK(result.halt_op == static_cast<std::uint8_t>(Op::revert));
    CHECK(result.halt_pc == 12);
    CHECK(output_word(result) == 3);
}
