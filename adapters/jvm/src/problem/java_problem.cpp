// SPDX-License-Identifier: Apache-2.0
#include "java_problem_state.hpp"
#include "subject_plans.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>

namespace sbst::jvm
{

JavaProblem::JavaProblem(JavaProblemOptions options)
  : m_state(std::make_unique<State>(std::move(options)))
{}

JavaProblem::~JavaProblem() = default;

const GoalGraph& JavaProblem::goals() const
{
    return m_state->goals.graph;
}

const TypeUniverse& JavaProblem::types() const
{
    return m_state->surface->types();
}

const Catalogue& JavaProblem::catalogue() const
{
    return m_state->surface->catalogue();
}

TestCase JavaProblem::generate(Rng& rng)
{
    return m_state->operators->random_test(rng);
}

Change JavaProblem::mutate(TestCase& test, Rng& rng)
{
    return m_state->operators->mutate(test, rng);
}

ChangePair JavaProblem::crossover(TestCase& first, TestCase& second, Rng& rng)
{
    return m_state->operators->crossover(first, second, rng);
}

void JavaProblem::execute(
    std::span<const Request<TestCase>> requests, std::span<Trace> traces, StopToken stop)
{
    m_state->run(requests, traces, {}, stop);
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        if (traces[i].was_run)
        {
            m_state->name_thrown(*requests[i].test, traces[i], m_state->details[i]);
            if (has(requests[i].record, Record::produced))
            {
                m_state->pool_facts->tell(*requests[i].test, m_state->details[i],
                    has(requests[i].record, Record::run_time_types), traces[i]);
            }
            m_state->notes.note_thrown(
                *m_state->surface, m_state->thrown_ways, *requests[i].test, traces[i]);
            m_state->notes.note_outcomes(*requests[i].test, traces[i], m_state->details[i],
                m_state->surface->catalogue().size());
        }
    }
    m_state->take_new_callables();
}

void JavaProblem::execute_anew(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
    std::size_t occasion, const StopToken& stop)
{
    // Ten, and twenty, hours after midnight; 22 and 44 days before the search's date.
    constexpr std::size_t step = 2;
    m_state->run(requests, traces, {.numbers = static_cast<std::uint16_t>(step * occasion)}, stop);
}

bool JavaProblem::add_class(const std::string& internal_name)
{
    return m_state->add_class(internal_name);
}

const TemplatePlan* JavaProblem::construction(GoalId goal)
{
    return m_state->construction(goal);
}

void JavaProblem::begin_measurement()
{
    State& state = *m_state;
    if (state.options.criteria.measures_more() && !state.is_measuring)
    {
        state.workers->change_plan(state.options.worker, state.plan);
        state.is_measuring = true;
    }
}

void JavaProblem::renew_workers()
{
    m_state->workers->renew();
}

const std::vector<TestCase>& JavaProblem::throwing_tests() const
{
    return m_state->notes.throwing();
}

const std::vector<CallOutcomes>& JavaProblem::call_outcomes() const
{
    return m_state->notes.by_callable();
}

void JavaProblem::execute_in_detail(std::span<const TestCase> tests, std::span<Trace> traces,
    std::span<RunDetail> details, const StopToken& stop, Occasion occasion,
    std::span<const Circumstances> circumstances) const
{
    assert(tests.size() == traces.size() && tests.size() == details.size());
    assert(circumstances.empty() || circumstances.size() == tests.size());
    if (tests.empty() || stop.stop_requested())
    {
        return;
    }
    WorkerSettings settings = m_state->options.worker;
    settings.record_lines = true;
    // Nothing reads them, and observers of results are not asked.
    settings.record_outputs = false;
    settings.occasion = occasion;
    settings.kept = m_state->kept_in_detail;
    WorkerPool fresh = m_state->start_observing(settings, m_state->plan, stop);
    std::vector<Request<TestCase>> requests;
    requests.reserve(tests.size());
    for (const TestCase& test : tests)
    {
        requests.push_back(
            {.test = &test, .record = Record::coverage | Record::distances | Record::outputs});
    }
    detail::EncodedTests encoded;
    encoded.begin(*m_state->surface, requests);
    encoded.encode(0, requests.size());
    std::vector<TestRun> runs(encoded.runs().begin(), encoded.runs().end());
    for (std::size_t i = 0; i < circumstances.size(); ++i)
    {
        runs[i].circumstances = circumstances[i];
    }
    fresh.run(runs, traces, details, stop);
    for (Trace& trace : traces)
    {
        if (trace.was_run)
        {
            m_state->direct.complete(trace);
        }
    }
}

MutantRuns JavaProblem::start_mutants(const StopToken& stop) const
{
    WorkerSettings settings = m_state->options.worker;
    settings.record_lines = false;
    settings.record_outputs = false;
    settings.switch_mutants = true;
    settings.test_limit *= mutant_patience;
    constexpr std::uint32_t most_budget = 2'000'000'000;
    settings.probe_budget = settings.probe_budget > most_budget / mutant_patience ?
                                most_budget :
                                settings.probe_budget * mutant_patience;
    return {m_state->start_observing(settings, detail::plan_for_mutants(m_state->plan), stop),
        m_state->plan, *m_state->surface};
}

const JavaCallable& JavaProblem::observer(std::uint32_t callable) const
{
    const std::vector<JavaCallable>& methods = m_state->surface->callables();
    return callable < methods.size() ? methods[callable] :
                                       m_state->observers().more.at(callable - methods.size());
}

std::string JavaProblem::render(const TestCase& test) const
{
    return to_text(test, catalogue(), types());
}

ConstantPool& JavaProblem::constants()
{
    return m_state->pool;
}

SequenceOperators& JavaProblem::operators()
{
    return *m_state->operators;
}

bool JavaProblem::may_write(CallableId callable, std::size_t parameter) const
{
    return m_state->pool_facts->may_write(callable, parameter);
}

MinedConstants& JavaProblem::mined_constants()
{
    MinedConstants& constants = m_state->pool_facts->constants();
    m_state->take_new_callables();
    return constants;
}

std::size_t JavaProblem::constant_document(CallableId callable) const
{
    return m_state->pool_facts->document_of(callable);
}

std::optional<CallableId> JavaProblem::cast_between(TypeId from, TypeId to)
{
    const std::optional<CallableId> cast = m_state->surface->add_cast(from, to);
    m_state->take_new_callables();
    return cast;
}

bool JavaProblem::find_producers(TypeId type)
{
    const bool has_found = m_state->surface->add_producers(type);
    m_state->take_new_callables();
    return has_found;
}

bool JavaProblem::ends_normally(const Trace& trace)
{
    return std::none_of(trace.calls.begin(), trace.calls.end(),
        [](const CallOutcome& call) { return call.kind == OutcomeKind::threw; });
}

std::size_t JavaProblem::cost(const TestCase& test) const
{
    constexpr std::size_t cost_of_null = 2;
    std::size_t cost = test.length();
    for (const Call& call : test.calls)
    {
        const std::vector<Parameter>& parameters = catalogue()[call.callable].parameters;
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
        {
            const auto* const literal = std::get_if<Value>(&call.arguments[i]);
            const bool is_null = literal != nullptr && literal->is_null() &&
                                 types()[parameters[i].type].kind == TypeKind::object;
            cost += is_null ? cost_of_null : 0;
        }
    }
    return cost;
}

bool JavaProblem::may_decide(CallableId callable, GoalId goal) const
{
    const std::optional<MethodId> method = m_state->goals.method_of(goal);
    return !method || m_state->reach->may_reach(callable, *method);
}

const JavaProblemOptions& JavaProblem::options() const
{
    return m_state->options;
}

const ClassPath& JavaProblem::class_path() const
{
    return m_state->path;
}

int JavaProblem::release() const
{
    return m_state->release;
}

const ClassGoals& JavaProblem::class_goals() const
{
    return m_state->goals;
}

const SubjectPlan& JavaProblem::plan() const
{
    return m_state->plan;
}

void JavaProblem::close_goals()
{
    m_state->are_goals_closed = true;
}

const Thrown& JavaProblem::thrown(ExceptionId exception) const
{
    return m_state->thrown_ways[exception];
}

const JavaSurface& JavaProblem::surface() const
{
    return *m_state->surface;
}

const WorkerPool& JavaProblem::workers() const
{
    return *m_state->workers;
}

}  // namespace sbst::jvm
