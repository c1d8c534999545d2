// SPDX-License-Identifier: Apache-2.0
// Exact distances of conditions by the provenance of their words.
#include "support/catch.hpp"
#include "world.hpp"

#include <algorithm>
#include <memory>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

const U256 minus_one = U256::max();

/// Executes code that leaves a condition on top and returns what a jump on it recorded. The world
/// is as before afterwards.
JumpiTrace judge(World& world, const Bytecode& condition)
{
    const WorldState::Snapshot before = world.executor.state().snapshot();
    const Bytes code = Bytecode{condition}.jump_if("end").op(Op::stop).label("end").build();
    world.install(contract, code);
    SearchTrace trace{world.executor.codes().get(code)};
    REQUIRE(world.executor.run(world.transaction(), trace).succeeded());
    world.executor.state().rollback(before);
    REQUIRE(trace.runtime().touched_jumps.size() >= 1);
    return trace.runtime().all(
        static_cast<std::uint32_t>(trace.runtime().code->jumpis().size() - 1));
}

struct Expected
{
    U256 to_true;
    U256 to_false;
};

void check(const Bytecode& condition, const Expected& expected)
{
    World world;
    const JumpiTrace jump = judge(world, condition);
    INFO(to_hex(condition.build()));
    CHECK(jump.least_true == expected.to_true);
    CHECK(jump.least_false == expected.to_false);
    CHECK(jump.hits_true == (is_zero(expected.to_true) ? 1 : 0));
    CHECK(jump.hits_false == (is_zero(expected.to_false) ? 1 : 0));
}

/// a OP b where a ends on top. The words come from call data that is not there, so they are no
/// constants.
Bytecode compare(const U256& a, Op op, const U256& b)
{
    const auto opaque = [](const U256& value) {
        return Bytecode{}.push(value).push(9999).op(Op::calldataload).op(Op::add);
    };
    return opaque(b).append(opaque(a)).op(op);
}

Bytecode opaque_word(const U256& value)
{
    return Bytecode{}.push(value).push(9999).op(Op::calldataload).op(Op::add);
}

}  // namespace

TEST_CASE("distances: unsigned order follows the textbook", "[evm][distances][golden]")
{
    check(compare(3, Op::lt, 10), {0, 7});
    check(compare(10, Op::lt, 3), {8, 0});
    check(compare(5, Op::lt, 5), {1, 0});
    check(compare(10, Op::gt, 3), {0, 7});
    check(compare(3, Op::gt, 10), {8, 0});
    check(compare(5, Op::gt, 5), {1, 0});
    check(compare(minus_one, Op::lt, 0), {minus_one, 0});
    check(compare(0, Op::lt, minus_one), {0, minus_one});
}

TEST_CASE("distances: signed order is the order of the offset words", "[evm][distances][golden]")
{
    check(compare(minus_one, Op::slt, 1), {0, 2});
    check(compare(1, Op::slt, minus_one), {3, 0});
    check(compare(1, Op::sgt, minus_one), {0, 2});
    check(compare(minus_one, Op::sgt, 1), {3, 0});
    check(compare(7, Op::slt, 7), {1, 0});
    check(compare(U256::power_of_two(255), Op::slt, U256::power_of_two(255) - 1), {0, minus_one});
    check(compare(U256::power_of_two(255) - 1, Op::slt, U256::power_of_two(255)), {minus_one, 0});
}

TEST_CASE("distances: equality and raw words", "[evm][distances][golden]")
{
    check(compare(5, Op::eq, 9), {4, 0});
    check(compare(9, Op::eq, 5), {4, 0});
    check(compare(5, Op::eq, 5), {0, 1});
    check(opaque_word(0), {1, 0});
    check(opaque_word(77), {0, 77});
    check(opaque_word(0).op(Op::iszero), {0, 1});
    check(opaque_word(77).op(Op::iszero), {77, 0});
    check(opaque_word(77).op(Op::iszero).op(Op::iszero), {0, 77});
}

TEST_CASE("distances: ISZERO swaps a comparison's sides however often it comes",
    "[evm][distances][golden]")
{
    check(compare(3, Op::lt, 10).op(Op::iszero), {7, 0});
    check(compare(3, Op::lt, 10).op(Op::iszero).op(Op::iszero), {0, 7});
    check(compare(5, Op::lt, 5).op(Op::iszero), {0, 1});
    check(compare(5, Op::eq, 9).op(Op::iszero).op(Op::iszero).op(Op::iszero), {0, 4});
}

TEST_CASE("distances: a difference that is asked for being zero is an equality",
    "[evm][distances][golden]")
{
    check(compare(5, Op::sub, 9), {0, 4});
    check(compare(9, Op::sub, 9), {1, 0});
    check(compare(5, Op::sub, 9).op(Op::iszero), {4, 0});
    check(compare(12, Op::xor_, 9), {0, 3});
    check(compare(12, Op::xor_, 9).op(Op::iszero), {3, 0});
    check(compare(12, Op::xor_, 12).op(Op::iszero), {0, 1});
}

TEST_CASE("distances: AND adds the ways to true, OR those to false", "[evm][distances][golden]")
{
    const Bytecode yes3 = compare(3, Op::lt, 6);  // true, 3 to false
    const Bytecode no4 = compare(9, Op::lt, 6);   // 4 to true, false
    const Bytecode no2 = compare(5, Op::eq, 7);   // 2 to true, false
    const auto join = [](Bytecode a, const Bytecode& b, Op op) { return a.append(b).op(op); };
    check(join(no4, no2, Op::and_), {6, 0});
    check(join(yes3, no2, Op::and_), {2, 0});
    check(join(yes3, yes3, Op::and_), {0, 3});
    check(join(no4, no2, Op::or_), {2, 0});
    check(join(yes3, no2, Op::or_), {0, 3});
    check(join(yes3, yes3, Op::or_), {0, 6});
    check(join(yes3, no2, Op::xor_), {0, 2});
    check(join(yes3, yes3, Op::xor_), {3, 0});
    check(join(no4, no2, Op::eq), {0, 2});
    check(join(yes3, no2, Op::eq), {2, 0});
    check(join(no4, no2, Op::and_).op(Op::iszero), {0, 6});
}

TEST_CASE("distances: constant masks let a truth value through", "[evm][distances][golden]")
{
    const auto masked = [](const U256& mask) {
        return Bytecode{}.push(mask).append(compare(3, Op::lt, 10)).op(Op::and_);
    };
    check(masked(1), {0, 7});
    check(masked(0xff), {0, 7});
    check(masked(minus_one), {0, 7});
    check(masked(0xfe), {1, 0});
    check(Bytecode{}.push(0).append(compare(3, Op::lt, 10)).op(Op::or_), {0, 7});
    check(Bytecode{}.push(1).append(compare(3, Op::lt, 10)).op(Op::xor_), {7, 0});
    check(Bytecode{}.push(1).append(compare(3, Op::lt, 10)).op(Op::eq), {0, 7});
    check(Bytecode{}.push(0).append(compare(3, Op::lt, 10)).op(Op::eq), {7, 0});
}

TEST_CASE("distances: unknown truth values count 0 or 1", "[evm][distances][golden]")
{
    const Bytecode no4 = compare(9, Op::lt, 6);
    check(Bytecode{no4}.append(opaque_word(0)).op(Op::and_), {5, 0});
    check(Bytecode{no4}.append(opaque_word(1)).op(Op::and_), {4, 0});
    check(Bytecode{no4}.append(opaque_word(0)).op(Op::or_), {1, 0});
    check(Bytecode{no4}.append(opaque_word(1)).op(Op::or_), {0, 1});
}

TEST_CASE(
    "distances: a paid call succeeds as far as the balance reaches", "[evm][distances][golden]")
{
    const auto pay = [](const U256& value, const Address& receiver) {
        return Bytecode{}
            .push(0)
            .push(0)
            .push(0)
            .push(0)
            .append(opaque_word(value))
            .push(receiver.to_word())
            .push(50'000)
            .op(Op::call);
    };
    const Address stranger = Address::from_word(U256{0xbeef});
    const auto judged = [&](const U256& value, const Address& receiver, const Bytes& code) {
        World world;
        world.install(receiver, code);
        WorldState& state = world.executor.state();
        state.set_balance(state.find_or_add(contract), U256{10});
        return judge(world, pay(value, receiver));
    };
    const JumpiTrace paid = judged(3, stranger, {});
    CHECK(paid.least_true == U256{});
    CHECK(paid.least_false == U256{8});
    const JumpiTrace unpaid = judged(25, stranger, {});
    CHECK(unpaid.least_true == U256{15});
    CHECK(unpaid.least_false == U256{});
    // A callee that returns is like an account without code; the condition of a failing one is
    // unknown.
    const JumpiTrace returned = judged(3, stranger, Bytecode{}.op(Op::stop).build());
    CHECK(returned.least_false == U256{8});
    const JumpiTrace failed = judged(3, stranger, Bytecode{}.op(Op::invalid).build());
    CHECK(failed.least_true == U256{1});
    CHECK(failed.hits_false == 1);
}

TEST_CASE("distances: provenance survives the stack and a jump to another block",
    "[evm][distances][unit]")
{
    Bytecode shuffled = compare(3, Op::lt, 10).push(1).push(2);
    shuffled.op(Op::swap2).op(Op::dup1).op(Op::swap3).op(Op::pop).op(Op::pop).op(Op::pop);
    check(shuffled, {0, 7});
    check(compare(3, Op::lt, 10).jump("next").label("next"), {0, 7});
}

TEST_CASE("distances: other arithmetic forgets the provenance", "[evm][distances][unit]")
{
    check(compare(3, Op::lt, 10).push(5).op(Op::mul), {0, 5});
    check(compare(3, Op::lt, 10).push(0).op(Op::mstore).push(0).op(Op::mload), {0, 1});
    check(compare(3, Op::lt, 10).op(Op::pop).append(opaque_word(8)), {0, 8});
    check(compare(3, Op::lt, 10).op(Op::not_), {0, minus_one - 1});
}

TEST_CASE(
    "distances: a record that is too old is forgotten, not mixed up", "[evm][distances][unit]")
{
    Bytecode code = compare(3, Op::lt, 10);
    for (int i = 0; i < 2000; ++i)
    {
        code.push_all({9, 9}).op(Op::eq).op(Op::pop);
    }
    check(code, {0, 1});
}

TEST_CASE("distances: a loop keeps its best iteration", "[evm][distances][unit]")
{
    // Counts down from 5 and leaves at 2: the way to "5 > counter" is nearest just before.
    Bytecode code = Bytecode{}.push(5).label("again").push(1).op(Op::swap1).op(Op::sub);
    code.op(Op::dup1).push(1).op(Op::lt).jump_if("again");
    World world;
    world.install(contract, code.build());
    SearchTrace trace{world.executor.codes().get(code.build())};
    REQUIRE(world.executor.run(world.transaction(), trace).succeeded());
    const JumpiTrace jump = trace.runtime().all(0);
    CHECK(jump.hits_true == 3);
    CHECK(jump.hits_false == 1);
    CHECK(jump.least_true == 0);
    CHECK(jump.least_false == 0);
}

namespace
{

/// A small generator for the tests (SplitMix64), fixed seeds.
struct Random
{
    std::uint64_t state;

    std::uint64_t below(std::uint64_t bound)
    {
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return (z ^ (z >> 31U)) % bound;
    }

    U256 word()
    {
        switch (below(4))
        {
            case 0:
                return U256{below(4)};
            case 1:
                return minus_one - U256{below(3)};
            case 2:
                return U256::power_of_two(static_cast<unsigned>(below(256)));
            default:
                return U256{below(~std::uint64_t{0}), below(9), below(9), below(~std::uint64_t{0})};
        }
    }
};

/// A truth value as code, with the distances that the rules give for it.
struct Condition
{
    Bytecode code;
    Expected distances;
};

Condition random_comparison(Random& random)
{
    const U256 a = random.word();
    const U256 b = random.below(4) == 0 ? a : random.word();
    const bool is_signed = random.below(2) == 0;
    const U256 x = is_signed ? flip_sign(a) : a;
    const U256 y = is_signed ? flip_sign(b) : b;
    Condition c;
    switch (random.below(3))
    {
        case 0:
            c.code = compare(a, is_signed ? Op::slt : Op::lt, b);
            c.distances = x < y ? Expected{0, y - x} : Expected{saturating_add(x - y, 1), 0};
            return c;
        case 1:
            c.code = compare(a, is_signed ? Op::sgt : Op::gt, b);
            c.distances = x > y ? Expected{0, x - y} : Expected{saturating_add(y - x, 1), 0};
            return c;
        default:
            c.code = compare(a, Op::eq, b);
            c.distances = a == b ? Expected{0, 1} : Expected{abs_difference(a, b), 0};
            return c;
    }
}

Condition random_condition(Random& random, int depth)
{
    if (depth == 0 || random.below(4) == 0)
    {
        return random_comparison(random);
    }
    Condition c = random_condition(random, depth - 1);
    if (random.below(3) == 0)
    {
        c.code.op(Op::iszero);
        std::swap(c.distances.to_true, c.distances.to_false);
        return c;
    }
    const Condition d = random_condition(random, depth - 1);
    const Expected e = c.distances;
    const Expected f = d.distances;
    c.code.append(d.code);
    if (random.below(2) == 0)
    {
        c.code.op(Op::and_);
        c.distances = {saturating_add(e.to_true, f.to_true), std::min(e.to_false, f.to_false)};
    }
    else
    {
        c.code.op(Op::or_);
        c.distances = {std::min(e.to_true, f.to_true), saturating_add(e.to_false, f.to_false)};
    }
    return c;
}

}  // namespace

TEST_CASE(
    "distances: random conditions agree with the recursive rules", "[evm][distances][property]")
{
    World world;
    for (std::uint64_t seed = 0; seed < 2000; ++seed)
    {
        Random random{seed};
        const Condition c = random_condition(random, 4);
        INFO("seed " << seed);
        const JumpiTrace jump = judge(world, c.code);
        REQUIRE(jump.least_true == c.distances.to_true);
        REQUIRE(jump.least_false == c.distances.to_false);
    }
}

TEST_CASE("distances: in any program exactly the side that is taken has distance 0",
    "[evm][distances][property]")
{
    const std::vector<Op> binary{Op::lt, Op::gt, Op::slt, Op::sgt, Op::eq, Op::and_, Op::or_,
        Op::xor_, Op::sub, Op::add, Op::mul, Op::shl, Op::byte};
    World world;
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
    {
        Random random{seed * 7919};
        Bytecode code;
        for (int i = 0; i < 6; ++i)
        {
            code.append(
                random.below(2) == 0 ? opaque_word(random.word()) : Bytecode{}.push(random.word()));
        }
        for (int i = 0; i < 40; ++i)
        {
            switch (random.below(5))
            {
                case 0:
                    code.op(random.below(4) == 0 ? Op::not_ : Op::iszero);
                    break;
                case 1:
                    code.op(random.below(2) == 0 ? Op::dup1 : Op::dup3);
                    break;
                case 2:
                    code.op(random.below(2) == 0 ? Op::swap1 : Op::swap2);
                    break;
                default:
                    // Keeps six words so that nothing underflows.
                    code.op(binary[random.below(binary.size())]).push(U256{random.below(3)});
                    break;
            }
        }
        const JumpiTrace jump = judge(world, code);
        INFO("seed " << seed);
        REQUIRE(jump.hits_true + jump.hits_false == 1);
        REQUIRE(is_zero(jump.least_true) == (jump.hits_true == 1));
        REQUIRE(is_zero(jump.least_false) == (jump.hits_false == 1));
    }
}
