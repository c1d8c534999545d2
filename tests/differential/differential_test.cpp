// SPDX-License-Identifier: Apache-2.0
// The parts of the differential test that need no peer: generating, comparing and shrinking.
#include "code_writer.hpp"
#include "generator.hpp"
#include "observation.hpp"
#include "options.hpp"
#include "shrink.hpp"
#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::differential;

namespace
{

std::string text_of(const Program& program)
{
    return to_json(program).dump();
}

Observation finished()
{
    Observation seen;
    seen.gas_used = 21'000;
    seen.trace = "0 96 100 0 0 0 \n2 0 97 0 0 1 5\n";
    return seen;
}

/// A world of one contract, and a call to it.
Program program_of(Bytes code)
{
    Program program;
    program.fork = Fork::cancun;
    program.block.block.gas_limit = 10'000'000;
    program.transaction.sender = Address::from_word(1'000'001);
    program.transaction.to = Address::from_word(1'000'002);
    program.transaction.gas_limit = 100'000;
    StateTestAccount contract;
    contract.address = *program.transaction.to;
    contract.code = std::move(code);
    StateTestAccount payer;
    payer.address = program.transaction.sender;
    payer.balance = U256::power_of_two(90);
    program.accounts = {contract, payer};
    return program;
}

bool begins(const Program& program, Op op)
{
    Reach reach;
    static_cast<void>(run_subject(program, reach));
    return reach.opcodes[static_cast<std::size_t>(op)] != 0;
}

}  // namespace

TEST_CASE("generator: a seed and a number name a program", "[differential][unit]")
{
    const Rng rng{5};
    std::set<std::string> programs;
    for (std::uint64_t i = 0; i < 20; ++i)
    {
        const Fork fork = static_cast<Fork>(i % fork_count);
        const std::string text = text_of(generate(rng.fork(i), fork));
        CHECK(text == text_of(generate(rng.fork(i), fork)));
        programs.insert(text);
    }
    CHECK(programs.size() == 20);
}

TEST_CASE("generator: transactions are valid and reach far", "[differential][property]")
{
    constexpr std::uint64_t programs = 300;
    Reach reach;
    std::uint64_t rejected = 0;
    const Rng rng{6};
    for (std::uint64_t i = 0; i < programs; ++i)
    {
        const Program program = generate(rng.fork(i), static_cast<Fork>(i % fork_count));
        rejected += run_subject(program, reach).seen.ending == Ending::rejected ? 1U : 0U;
    }
    CHECK(rejected <= programs / 50);
    CHECK(reach.endings["success"] >= programs / 4);
    CHECK(reach.steps >= programs * 50);
    CHECK(reach.greatest_depth > 2);
}

TEST_CASE("program: its file is read back as it was", "[differential][unit]")
{
    const Rng rng{7};
    for (std::uint64_t i = 0; i < 40; ++i)
    {
        const Program program = generate(rng.fork(i), static_cast<Fork>(i % fork_count));
        const std::string text = text_of(program);
        const Program again = parse_program(text, "program.json");
        CHECK(again.fork == program.fork);
        Reach reach;
        CHECK_FALSE(
            find_divergence(run_subject(program, reach).seen, run_subject(again, reach).seen)
                .has_value());
    }
    CHECK_THROWS_AS(parse_program("{}", "empty.json"), ParseError);
    CHECK_THROWS_AS(parse_program("[", "broken.json"), ParseError);
}

TEST_CASE("program: authorizations are signed by who they name", "[differential][unit]")
{
    Program program = program_of({});
    program.fork = Fork::prague;
    program.transaction.type = TransactionType::set_code;
    program.transaction.authorizations = {
        {1, *program.transaction.to, 3, signer(1)}, {0, *program.transaction.to, 0, std::nullopt}};
    const Program again = parse_program(text_of(program), "program.json");
    REQUIRE(again.transaction.authorizations.size() == 2);
    CHECK(again.transaction.authorizations[0].authority == signer(1));
    CHECK(again.transaction.authorizations[0].nonce == 3);
    CHECK_FALSE(again.transaction.authorizations[1].authority.has_value());
}

TEST_CASE("comparison: equal runs do not differ", "[differential][unit]")
{
    CHECK_FALSE(find_divergence(finished(), finished()).has_value());
}

TEST_CASE("comparison: the first step that differs is shown", "[differential][unit]")
{
    const Observation ours = finished();
    Observation theirs = finished();
    theirs.trace = "0 96 100 0 0 0 \n2 0 96 0 0 1 5\n";
    auto divergence = find_divergence(ours, theirs);
    REQUIRE(divergence.has_value());
    CHECK(divergence->step == 1U);
    CHECK(divergence->ours == "2 0 97 0 0 1 5");
    CHECK(divergence->theirs == "2 0 96 0 0 1 5");

    theirs.trace = "0 96 100 0 0 0 \n";
    divergence = find_divergence(ours, theirs);
    REQUIRE(divergence.has_value());
    CHECK(divergence->step == 1U);
    CHECK(divergence->theirs == "(no further step)");

    theirs.trace.clear();
    divergence = find_divergence(theirs, ours);
    REQUIRE(divergence.has_value());
    CHECK(divergence->step == 0U);
    CHECK(divergence->ours == "(no further step)");
}

TEST_CASE("comparison: everything at the end counts", "[differential][unit]")
{
    const auto what = [](auto change) {
        Observation theirs = finished();
        change(theirs);
        const auto divergence = find_divergence(finished(), theirs);
        return divergence ? divergence->what : "nothing";
    };
    CHECK(what([](Observation& seen) { seen.ending = Ending::failure; }) == "ending");
    CHECK(what([](Observation& seen) { seen.ending = Ending::broken; }) == "ending");
    CHECK(what([](Observation& seen) { seen.gas_used = 1; }) == "gas used");
    CHECK(what([](Observation& seen) { seen.output = {1}; }) == "output");
    CHECK(what([](Observation& seen) { seen.created = Address{}; }) == "created address");
    CHECK(what([](Observation& seen) { seen.logs.resize(1); }) == "logs");
    CHECK(what([](Observation& seen) { seen.root[31] = 1; }) == "state root");
    // Which fault is found first is open.
    CHECK(what([](Observation& seen) { seen.kind = "stack underflow"; }) == "nothing");
}

TEST_CASE("comparison: the account that differs is named", "[differential][unit]")
{
    const Address first = Address::from_word(1);
    const Address second = Address::from_word(2);
    const Accounts ours{{first, {5, 0, {}, {}}}, {second, {0, 1, {}, {{3, 4}}}}};
    Accounts theirs = ours;
    theirs[second].storage[3] = 5;
    const Divergence divergence = explain_state(ours, theirs);
    CHECK(divergence.what == "state of " + second.to_hex());
    CHECK(divergence.theirs.find("[0x3]=0x5") != std::string::npos);
    theirs = ours;
    theirs.erase(first);
    CHECK(explain_state(ours, theirs).theirs == "absent");
    CHECK(explain_state(ours, ours).what == "state root");
}

TEST_CASE("shrinking: leaves what the failure needs", "[differential][unit]")
{
    const Rng rng{8};
    const auto fails = [](const Program& program) { return begins(program, Op::extcodehash); };
    std::size_t shrunk = 0;
    for (std::uint64_t i = 0; shrunk < 3; ++i)
    {
        const Program program = generate(rng.fork(i), Fork::london);
        if (!fails(program) || size_of(program) < 200)
        {
            continue;
        }
        ++shrunk;
        const Program small = shrink(program, fails);
        CHECK(fails(small));
        CHECK(size_of(small) <= 60);
        CHECK(small.accounts.size() <= 3);
        CHECK(to_text(small).find("EXTCODEHASH") != std::string::npos);
    }
}

TEST_CASE("shrinking: jumps still arrive when code before them goes", "[differential][unit]")
{
    CodeWriter writer;
    const Label end = writer.new_label();
    for (int i = 0; i < 20; ++i)
    {
        writer.op(Op::msize);
        writer.op(Op::pop);
    }
    writer.push(end);
    writer.op(Op::jump);
    writer.op(Op::invalid);
    writer.jumpdest(end);
    writer.op(Op::caller);
    const auto fails = [](const Program& program) {
        return begins(program, Op::jumpdest) && begins(program, Op::caller);
    };
    const Program small = shrink(program_of(writer.finish()), fails);
    CHECK(fails(small));
    CHECK(size_of(small) <= 6);
}

TEST_CASE("shrinking: stops after a number of trials", "[differential][unit]")
{
    std::size_t trials = 0;
    const auto fails = [&](const Program&) { return ++trials % 2 == 0; };
    static_cast<void>(shrink(program_of(Bytes(100, 0x5b)), fails, 10));
    CHECK(trials == 10);
}

TEST_CASE("code writer: places and data are filled in", "[differential][unit]")
{
    CodeWriter writer;
    const Label place = writer.new_label();
    writer.push(place);
    writer.push(writer.data({0xaa, 0xbb}));
    writer.push(0x1234, 3);
    writer.jumpdest(place);
    CHECK(to_hex(writer.finish()) == "0x61000a61000b620012345baabb");
}

TEST_CASE("options: what is wrong is said", "[differential][unit]")
{
    const auto parse = [](std::vector<const char*> words) { return parse_options(words, "node"); };
    const Options options = parse({"--programs", "7", "--fork", "berlin"});
    CHECK(options.programs == 7);
    CHECK(options.fork == Fork::berlin);
    CHECK(options.node == "node");
    CHECK(parse({"--help"}).asks_for_help);
    CHECK_THROWS_WITH(parse({"--seed", "x"}), "--seed: 'x' found, a number expected");
    CHECK_THROWS_WITH(parse({"--fork", "frontier"}),
        "--fork: 'frontier' found, a fork from byzantium to prague expected");
    CHECK_THROWS_WITH(parse({"--seed"}), "--seed needs a value; see --help");
    CHECK_THROWS_WITH(parse({"--sed", "1"}), "there is no option '--sed'; see --help");
}
