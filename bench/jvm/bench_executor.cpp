// SPDX-License-Identifier: Apache-2.0
// Tests per second of one worker: distinct random tests of ten statements over the public members
// of classes in a jar, small numbers, every trace read back.
// Usage: bench_jvm_executor JAR CLASS... [--jdk HOME] [--jobs N] [--tests N] [--rounds N] [--batch
// N]
#include "jvm/exec/fixture.hpp"

#include <sbst/jvm/surface/type_names.hpp>
#include <sbst/random/rng.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{
constexpr std::size_t statements_in_test = 10;
constexpr unsigned static_access = 8;

struct Options
{
    std::string jar;
    std::vector<std::string> classes;
    std::string jdk;
    std::size_t jobs = 1;
    std::size_t tests = 20'000;
    std::size_t rounds = 10;
    std::size_t batch = 50;
};

/// A callable with the descriptors of its arguments, the receiver's first, and of its result.
struct Member
{
    JavaCallable callable;
    std::vector<std::string> arguments;
    std::string result;
};

Options read_options(const std::vector<std::string>& arguments)
{
    Options options;
    for (std::size_t i = 1; i < arguments.size(); ++i)
    {
        const std::string& argument = arguments[i];
        if (argument.starts_with("--") && i + 1 == arguments.size())
            throw std::invalid_argument(argument + " needs a value");
        if (argument == "--jdk")
            options.jdk = arguments[++i];
        else if (argument == "--jobs")
            options.jobs = std::stoul(arguments[++i]);
        else if (argument == "--tests")
            options.tests = std::stoul(arguments[++i]);
        else if (argument == "--rounds")
            options.rounds = std::stoul(arguments[++i]);
        else if (argument == "--batch")
            options.batch = std::stoul(arguments[++i]);
        else if (options.jar.empty())
            options.jar = argument;
        else
            options.classes.push_back(argument);
    }
    if (options.classes.empty())
        throw std::invalid_argument(
            "usage: bench_jvm_executor JAR CLASS... [--jdk HOME] [--jobs N] "
            "[--tests N] [--rounds N] [--batch N]");
    return options;
}

bool has_literals(std::string_view type)
{
    return type.size() == 1 || type == "Ljava/lang/String;" || type == "Ljava/lang/CharSequence;" ||
           type == "[C" || type == "[I" || type == "[D" || type == "[Ljava/lang/String;" ||
           type == "[Ljava/lang/CharSequence;" || type == "Ljava/lang/Object;";
}

std::vector<Member> read_members(const std::string& plan)
{
    std::vector<Member> members;
    std::ifstream file(plan);
    std::string owner;
    for (std::string line; std::getline(file, line);)
    {
        std::istringstream words(line);
        std::string kind;
        unsigned access = 0;
        Member member;
        words >> kind;
        if (kind == "C")
            words >> owner;
        if (kind != "K")
            continue;
        words >> access >> member.callable.name >> member.callable.descriptor;
        const auto parsed = parse_method_descriptor(member.callable.descriptor);
        const std::string type = "L" + owner + ";";
        member.callable.owner = owner;
        member.arguments = parsed.value().parameters;
        member.result = parsed->result;
        if (member.callable.name == "<init>")
        {
            member.callable.kind = JavaCallableKind::constructor;
            member.result = type;
        }
        else if ((access & static_access) == 0)
        {
            member.callable.kind = JavaCallableKind::instance_method;
            member.arguments.insert(member.arguments.begin(), type);
        }
        members.push_back(member);
    }
    return members;
}

class Generator
{
public:
    Generator(const std::vector<Member>& members, Rng& rng) : m_members(&members), m_rng(&rng) {}

    std::vector<std::byte> make()
    {
        m_writer.begin_test();
        m_results.clear();
        while (m_results.size() < statements_in_test)
        {
            const std::size_t index = m_rng->below(m_members->size());
            const Member& member = (*m_members)[index];
            if (!std::all_of(member.arguments.begin(), member.arguments.end(),
                    [this](const std::string& type) { return can_make(type); }))
                continue;
            m_writer.begin_statement(index);
            for (const std::string& type : member.arguments)
                add(type);
            m_results.push_back(member.result);
        }
        const auto bytes = m_writer.end_test();
        return {bytes.begin(), bytes.end()};
    }

private:
    bool can_make(const std::string& type) const
    {
        return has_literals(type) ||
               std::find(m_results.begin(), m_results.end(), type) != m_results.end();
    }

    void add(const std::string& type)
    {
        if (!has_literals(type))
        {
            std::vector<std::size_t> makers;
            for (std::size_t i = 0; i < m_results.size(); ++i)
                if (m_results[i] == type)
                    makers.push_back(i);
            m_writer.add_result(makers[m_rng->below(makers.size())]);
        }
        else if (type == "F")
            m_writer.add_float(static_cast<float>(small_number()) / 4);
        else if (type == "D")
            m_writer.add_double(static_cast<double>(small_number()) / 4);
        else if (type == "Z")
            m_writer.add_integer(static_cast<std::int64_t>(m_rng->below(2)));
        else if (type == "C")
            m_writer.add_integer(static_cast<std::int64_t>(' ' + m_rng->below(95)));
        else if (type.size() == 1)
            m_writer.add_integer(small_number());
        else if (type.front() == '[')
            add_array(type);
        else if (m_rng->below(10) == 0)
            m_writer.add_null();
        else
            add_text();
    }

    std::int64_t small_number() { return static_cast<std::int64_t>(m_rng->below(41)) - 20; }

    void add_text()
    {
        std::string text;
        for (std::uint64_t i = m_rng->below(9); i > 0; --i)
            text += static_cast<char>(
                m_rng->below(3) == 0 ? '0' + m_rng->below(10) : ' ' + m_rng->below(95));
        m_writer.add_string(std::string_view(text));
    }

    void add_array(const std::string& type)
    {
        const std::size_t length = m_rng->below(4);
        m_writer.begin_array(type, length);
        for (std::size_t i = 0; i < length; ++i)
            add(type.substr(1));
    }

    const std::vector<Member>* m_members;
    Rng* m_rng;
    TestWriter m_writer;
    std::vector<std::string> m_results;
};

void run(const Options& options)
{
    const std::string plan_file = "bench_jvm_executor.plan";
    std::string command = fmt::format("{} -cp {}:{} PlanDump {} {}", SBST_JAVA, SBST_PLAN_DUMP,
        SBST_ASM_PATH, plan_file, options.jar);
    for (const std::string& name : options.classes)
        command += " '" + name + "'";
    if (std::system(command.c_str()) != 0)
        throw std::runtime_error("failed: " + command);
    SubjectPlan plan = read_plan(plan_file, options.jar);
    plan.package = options.classes.front().substr(0, options.classes.front().rfind('/'));
    WorkerSettings settings = fixture_settings();
    settings.jobs = options.jobs;
    if (!options.jdk.empty())
        settings.java_home = options.jdk;
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds_since = [](auto start) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    WorkerPool pool(settings, plan);
    const std::vector<Member> members = read_members(plan_file);
    std::vector<JavaCallable> callables;
    for (const Member& member : members)
        callables.push_back(member.callable);
    pool.add_callables(callables);
    fmt::print("JDK {}, {} predicates, {} callables, {} static fields, ready after {:.0f} ms\n",
        feature_version(settings.java_home), plan.predicate_count, members.size(),
        plan.static_fields.size(), 1000 * seconds_since(begin));

    Rng rng(1);
    Generator generator(members, rng);
    std::vector<std::vector<std::byte>> tests;
    for (std::size_t i = 0; i < options.tests; ++i)
        tests.push_back(generator.make());
    std::vector<TestRun> requests;
    for (const std::vector<std::byte>& test : tests)
        requests.push_back({test});
    std::vector<Trace> traces(options.batch);
    std::map<std::string, std::size_t> thrown;
    for (std::size_t round = 0; round < options.rounds; ++round)
    {
        const auto start = std::chrono::steady_clock::now();
        std::size_t predicates = 0;
        std::size_t statements = 0;
        for (std::size_t i = 0; i < requests.size(); i += options.batch)
        {
            const std::size_t size = std::min(options.batch, requests.size() - i);
            pool.run(std::span(requests).subspan(i, size), std::span(traces).first(size), {},
                StopToken{});
            for (const Trace& trace : std::span(traces).first(size))
            {
                predicates += trace.predicates.size();
                for (const StatementOutcome& one : trace.statements)
                    if (one.kind == OutcomeKind::threw)
                        ++thrown[pool.exceptions()[one.exception.index()]];
                statements += static_cast<std::size_t>(
                    std::count_if(trace.statements.begin(), trace.statements.end(),
                        [](const auto& one) { return one.kind != OutcomeKind::not_reached; }));
            }
        }
        fmt::print("round {:2}: {:8.0f} tests/s, {:.1f} statements and {:.1f} predicates a test\n",
            round, static_cast<double>(tests.size()) / seconds_since(start),
            static_cast<double>(statements) / static_cast<double>(tests.size()),
            static_cast<double>(predicates) / static_cast<double>(tests.size()));
    }
    for (const auto& [name, count] : thrown)
        fmt::print("{:8} a round: {}\n", count / options.rounds, name);
    const PoolCounters counters = pool.counters();
    fmt::print("stops: budget {}, watchdog {}, stack overflow {}, memory {}, exit {}\n",
        counters.budget_stops, counters.watchdog_stops, counters.stack_overflows,
        counters.out_of_memory, counters.exits);
    fmt::print("not linked {}, too large {}, deaths {}, reruns {}, respawns {}\n",
        counters.not_linked, counters.too_large, counters.deaths, counters.reruns,
        counters.respawns);
}
}  // namespace

int main(int count, char** values)
{
    try
    {
        run(read_options(std::vector<std::string>(values, values + count)));
        return EXIT_SUCCESS;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "bench_jvm_executor: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
