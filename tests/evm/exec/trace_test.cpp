// SPDX-License-Identifier: Apache-2.0
// The code whose jumps are traced, and the other contents of a trace.
#include "support/catch.hpp"
#include "world.hpp"

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::test;

namespace
{

const Address subject = Address::from_word(U256{0x50b});

/// Asks whether the first argument is below 10; ends either way.
Bytecode asking()
{
    return Bytecode{}.push(10).argument(0).op(Op::lt).jump_if("end").op(Op::stop).label("end");
}

/// Copies its call data to a call of `target` by the given instruction.
Bytecode forwarder(Op op, const U256& target)
{
    Bytecode code = Bytecode{}.op(Op::calldatasize).push_all({0, 0}).op(Op::calldatacopy);
    code.push_all({0, 0}).op(Op::calldatasize).push(0);
    if (op == Op::call || op == Op::callcode)
    {
        code.push(0);
    }
    return code.push_all({target, 1'000'000}).op(op);
}

struct TracedWorld : World
{
    explicit TracedWorld(const Bytes& subject_code) : trace{executor.codes().get(subject_code)}
    {
        install(subject, subject_code);
    }

    const Result& call(const Address& to, const Bytes& data)
    {
        input = data;
        Transaction t = transaction(input);
        t.to = to;
        return executor.run(t, trace);
    }

    SearchTrace trace;
};

}  // namespace

TEST_CASE("trace: the subject's own call is direct", "[evm][trace][unit]")
{
    TracedWorld world{asking().build()};
    CHECK(world.call(subject, words({7})).succeeded());
    const CodeTrace& t = world.trace.runtime();
    CHECK(t.touched_jumps == std::vector<std::uint32_t>{0});
    CHECK(t.direct_jumps[0].hits_true == 1);
    CHECK(t.direct_jumps[0].least_false == 3);
    CHECK_FALSE(t.nested_jumps[0].was_reached());
    CHECK(t.jump_contexts[0] == CodeTrace::direct);
    CHECK(t.executed_blocks() == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE(
    "trace: a call through another contract is nested, by every instruction", "[evm][trace][unit]")
{
    for (const Op op : {Op::call, Op::callcode, Op::delegatecall, Op::staticcall})
    {
        TracedWorld world{asking().build()};
        world.install(other, forwarder(op, subject.to_word()).build());
        CHECK(world.call(other, words({7})).succeeded());
        const CodeTrace& t = world.trace.runtime();
        CHECK_FALSE(t.direct_jumps[0].was_reached());
        CHECK(t.nested_jumps[0].hits_true == 1);
        CHECK(t.all(0).least_false == 3);
        CHECK(t.jump_contexts[0] == CodeTrace::nested);
    }
}

TEST_CASE("trace: a callee's jumps are not the subject's", "[evm][trace][unit]")
{
    Bytecode code = asking();
    code.append(forwarder(Op::call, other.to_word()));
    TracedWorld world{code.build()};
    // The callee has a jump at the same place as the subject, with another outcome.
    world.install(other, Bytecode{}
                             .push(10)
                             .argument(0)
                             .op(Op::gt)
                             .jump_if("end")
                             .op(Op::invalid)
                             .label("end")
                             .build());
    CHECK(world.call(subject, words({7})).succeeded());
    const CodeTrace& t = world.trace.runtime();
    CHECK(t.all(0).hits_true == 1);
    CHECK(t.all(0).hits_false == 0);
}

TEST_CASE("trace: a recursive call of the subject counts as nested", "[evm][trace][unit]")
{
    // Calls itself without data unless it has none.
    Bytecode code = Bytecode{}.op(Op::calldatasize).op(Op::iszero).jump_if("end");
    code.push_all({0, 0, 0, 0, 0}).op(Op::address).push(100000).op(Op::call).label("end");
    TracedWorld world{code.build()};
    CHECK(world.call(subject, words({7})).succeeded());
    const CodeTrace& t = world.trace.runtime();
    CHECK(t.direct_jumps[0].hits_false == 1);
    CHECK(t.direct_jumps[0].least_true == 32);
    CHECK(t.nested_jumps[0].hits_true == 1);
    CHECK(t.all(0).least_true == 0);
    CHECK(t.jump_contexts[0] == (CodeTrace::direct | CodeTrace::nested));
}

TEST_CASE("trace: provenance of the caller survives a call in between", "[evm][trace][unit]")
{
    Bytecode code = Bytecode{}.push(10).argument(0).op(Op::lt);
    code.call(other.to_word()).op(Op::pop).jump_if("end").op(Op::stop).label("end");
    TracedWorld world{code.build()};
    world.install(
        other, Bytecode{}.push_all({1, 2}).op(Op::eq).push_all({3, 4}).op(Op::lt).build());
    CHECK(world.call(subject, words({4})).succeeded());
    CHECK(world.trace.runtime().all(0).least_false == 6);
}

TEST_CASE("trace: a call's success flag has no provenance", "[evm][trace][unit]")
{
    Bytecode code = Bytecode{}.push(10).argument(0).op(Op::lt).op(Op::pop).call(other.to_word());
    code.jump_if("end").op(Op::stop).label("end");
    TracedWorld world{code.build()};
    world.install(other, {0x00});
    CHECK(world.call(subject, words({4})).succeeded());
    CHECK(world.trace.runtime().all(0).least_false == 1);
}

TEST_CASE("trace: code of the same shape is the subject whatever it pushes", "[evm][trace][unit]")
{
    const auto with_immutable = [](const U256& value) {
        return Bytecode{}
            .push(value)
            .argument(0)
            .op(Op::lt)
            .jump_if("end")
            .op(Op::stop)
            .label("end")
            .build();
    };
    TracedWorld world{with_immutable(10)};
    world.install(other, with_immutable(20));
    CHECK(world.call(other, words({7})).succeeded());
    CHECK(world.trace.runtime().direct_jumps[0].least_false == 13);
}

TEST_CASE("trace: a jump that fails took no side", "[evm][trace][unit]")
{
    TracedWorld world{Bytecode{}.push(1).push(0).op(Op::jumpi).build()};
    CHECK(world.call(subject, {}).status == Status::bad_jump);
    CHECK(world.trace.runtime().touched_jumps.empty());
}

TEST_CASE("trace: it adds up over transactions until it is cleared", "[evm][trace][unit]")
{
    TracedWorld world{asking().build()};
    CHECK(world.call(subject, words({7})).succeeded());
    CHECK(world.call(subject, words({12})).succeeded());
    CHECK(world.trace.runtime().all(0).hits_true == 1);
    CHECK(world.trace.runtime().all(0).hits_false == 1);
    world.trace.clear();
    CHECK(world.trace.runtime().touched_jumps.empty());
    CHECK(world.trace.runtime().touched_blocks.empty());
    CHECK_FALSE(world.trace.runtime().all(0).was_reached());
    CHECK(world.trace.runtime().all(0).least_true == U256::max());
    CHECK(world.call(subject, words({12})).succeeded());
    CHECK(world.trace.runtime().all(0).least_true == 3);
}

TEST_CASE(
    "trace: creation code is traced when asked, arguments behind it or not", "[evm][trace][unit]")
{
    Bytecode constructor =
        Bytecode{}.push(3).op(Op::callvalue).op(Op::gt).jump_if("end").op(Op::stop).label("end");
    const Bytes creation = constructor.op(Op::stop).build();
    Bytes with_arguments = creation;
    with_arguments.insert(with_arguments.end(), 32, 0x57);  // as code these would be jumps
    World world;
    const CodePtr analysis = world.executor.codes().get(creation);
    SearchTrace trace{world.executor.codes().get(Bytes{0x00}), analysis};
    Transaction t;
    t.sender = alice;
    t.data = with_arguments;
    t.value = 2;
    CHECK(world.executor.run(t, trace).succeeded());
    CHECK(trace.creation().all(0).least_true == 2);
    CHECK(trace.creation().all(0).hits_false == 1);
    CHECK(trace.creation().executed_blocks() == std::vector<std::uint32_t>{0, 1});

    SECTION("without it nothing is noted")
    {
        SearchTrace runtime_only{world.executor.codes().get(Bytes{0x00})};
        CHECK(world.executor.run(t, runtime_only).succeeded());
        CHECK(runtime_only.runtime().touched_jumps.empty());
    }
}

TEST_CASE("trace: compared operands are logged when asked, up to the cap", "[evm][trace][unit]")
{
    TracedWorld world{asking().build()};
    CHECK(world.call(subject, words({7})).succeeded());
    CHECK(world.trace.values().empty());
    world.trace.logs.values = true;
    world.trace.logs.max_values = 2;
    CHECK(world.call(subject, words({8})).succeeded());
    REQUIRE(world.trace.values().size() == 1);
    CHECK(world.trace.values()[0].op == Op::lt);
    CHECK(world.trace.values()[0].pc == 5);
    CHECK(world.trace.values()[0].a == 8);
    CHECK(world.trace.values()[0].b == 10);
    CHECK_FALSE(world.trace.values_truncated());
    CHECK(world.call(subject, words({8})).succeeded());
    CHECK(world.call(subject, words({8})).succeeded());
    CHECK(world.trace.values().size() == 2);
    CHECK(world.trace.values_truncated());
}

TEST_CASE("trace: storage accesses are logged when asked", "[evm][trace][unit]")
{
    Bytecode code = Bytecode{}.store(5, 6).push(5).op(Op::sload).op(Op::pop);
    TracedWorld world{code.build()};
    world.trace.logs.state = true;
    CHECK(world.call(subject, {}).succeeded());
    REQUIRE(world.trace.accesses().size() == 2);
    CHECK(world.trace.accesses()[0].is_write);
    CHECK(world.trace.accesses()[0].key == 5);
    CHECK(world.trace.accesses()[0].value == 6);
    CHECK(world.trace.accesses()[0].account == subject);
    CHECK_FALSE(world.trace.accesses()[1].is_write);
    CHECK(world.trace.accesses()[1].value == 6);
    CHECK_FALSE(world.trace.state_truncated());
}

TEST_CASE("trace: edges are logged when asked", "[evm][trace][unit]")
{
    Bytecode code = Bytecode{}.jump("next").op(Op::invalid).label("next");
    code.push(0).jump_if("next").push(1).jump_if("end").op(Op::invalid).label("end");
    TracedWorld world{code.build()};
    world.trace.logs.edges = true;
    CHECK(world.call(subject, {}).succeeded());
    using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    CHECK(world.trace.edges() == Edges{{3, 5}, {11, 12}, {17, 19}});
}

TEST_CASE("trace: logging finds the same jumps as searching, and both run as plainly",
    "[evm][trace][property]")
{
    TracedWorld world{asking().build()};
    for (std::uint64_t argument = 0; argument < 20; ++argument)
    {
        const Bytes data = words({argument});
        Transaction t = world.transaction(data);
        t.to = subject;
        world.trace.clear();
        world.trace.logs = {};
        const Result searched = world.executor.run(t, world.trace);
        const JumpiTrace jump = world.trace.runtime().all(0);
        world.trace.clear();
        world.trace.logs = {true, true, true};
        const Result logged = world.executor.run(t, world.trace);
        const JumpiTrace again = world.trace.runtime().all(0);
        const Result plain = world.executor.run(t);
        CHECK(jump.least_true == again.least_true);
        CHECK(jump.least_false == again.least_false);
        CHECK(searched.gas_used == plain.gas_used);
        CHECK(logged.gas_used == plain.gas_used);
        CHECK(searched.steps == plain.steps);
        CHECK(logged.steps == plain.steps);
    }
}

TEST_CASE("trace: coverage alone finds the same outcomes and blocks as searching",
    "[evm][trace][property]")
{
    TracedWorld world{asking().build()};
    for (const std::uint64_t argument : {7U, 12U})
    {
        const Bytes data = words({argument});
        world.trace.clear();
        world.trace.distances = true;
        const Result searched = world.call(subject, data);
        const CodeTrace expected = world.trace.runtime();
        world.trace.clear();
        world.trace.distances = false;
        const Result covered = world.call(subject, data);
        const CodeTrace& found = world.trace.runtime();
        const bool taken = argument < 10;
        CHECK(found.direct_jumps[0].hits_true == (taken ? 1 : 0));
        CHECK(found.direct_jumps[0].hits_false == (taken ? 0 : 1));
        CHECK((taken ? found.all(0).least_true : found.all(0).least_false) == 0);
        CHECK((taken ? found.all(0).least_false : found.all(0).least_true) == U256::max());
        CHECK(found.touched_jumps == expected.touched_jumps);
        CHECK(found.jump_contexts == expected.jump_contexts);
        CHECK(found.executed_blocks() == expected.executed_blocks());
        CHECK(covered.gas_used == searched.gas_used);
        CHECK(covered.steps == searched.steps);
    }
}

TEST_CASE("trace: a listener sees every instruction of every frame", "[evm][trace][unit]")
{
    World world;
    world.install(other, Bytecode{}.push(1).build());
    world.install(contract, Bytecode{}.call(other.to_word()).build());
    std::vector<std::pair<unsigned, std::uint8_t>> seen;
    std::size_t highest = 0;
    const StepListener listener = [&](const Step& step) {
        seen.emplace_back(step.depth, step.opcode);
        highest = std::max(highest, step.stack.size());
    };
    const Result& result = world.executor.run(world.transaction(), listener);
    CHECK(result.steps == seen.size());
    CHECK(highest == 7);
    CHECK(seen[7] == std::pair<unsigned, std::uint8_t>{0, 0xf1});
    CHECK(seen[8] == std::pair<unsigned, std::uint8_t>{1, 0x60});
    CHECK(seen.back() == std::pair<unsigned, std::uint8_t>{0, 0x00});
}

namespace
{

/// Pushes 1 where the first argument is below 10 and 0 elsewhere, then jumps by what was pushed.
Bytes flagged()
{
    Bytecode code = Bytecode{}.push(10).argument(0).op(Op::lt).jump_if("yes");
    code.push(0).jump("decide").label("yes").push(1).label("decide");
    return code.jump_if("end").op(Op::stop).label("end").build();
}

}  // namespace

TEST_CASE(
    "trace: a constant condition has the distance of the jump that chose it", "[evm][trace][unit]")
{
    TracedWorld world{flagged()};
    CHECK(world.call(subject, words({13})).succeeded());
    const JumpiTrace missed = world.trace.runtime().all(1);
    CHECK(missed.hits_true == 0);
    CHECK(missed.level_false == 0);
    // Jump 0 of 2 decided; 13 < 10 is 4 away.
    CHECK(missed.level_true == 2);
    CHECK(missed.least_true == 4);

    // Nearer, and the other way round.
    CHECK(world.call(subject, words({11})).succeeded());
    CHECK(world.trace.runtime().all(1).least_true == 2);
    CHECK(world.call(subject, words({9})).succeeded());
    CHECK(world.trace.runtime().all(1).hits_true == 1);
    CHECK(world.trace.runtime().all(1).level_true == 0);
    CHECK(world.trace.runtime().all(1).least_true == 0);
}

TEST_CASE("trace: a constant condition that no jump chose is worst and never covered",
    "[evm][trace][unit]")
{
    TracedWorld world{Bytecode{}.push(0).jump_if("end").op(Op::stop).label("end").build()};
    CHECK(world.call(subject, words({1})).succeeded());
    const JumpiTrace jump = world.trace.runtime().all(0);
    CHECK(jump.level_true == 2);
    CHECK(jump.least_true == 1);
    CHECK(jump.hits_true == 0);
}
