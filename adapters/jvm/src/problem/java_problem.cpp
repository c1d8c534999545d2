// SPDX-License-Identifier: Apache-2.0
#include "../exec/kept_workers.hpp"
#include "../surface/declared_exceptions.hpp"
#include "../surface/hierarchy.hpp"
#include "call_reach.hpp"
#include "direct_calls.hpp"
#include "literals.hpp"
#include "member_names.hpp"
#include "method_filter.hpp"
#include "observers.hpp"
#include "outcome_notes.hpp"
#include "output_reading.hpp"
#include "result_observers.hpp"
#include "subject_plans.hpp"
#include "template_plans.hpp"
#include "test_encoder.hpp"
#include "text_seeds.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/goal_selection.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>
#include <sbst/jvm/exec/rewritten_classes.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/problem/java_problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

int release_for(const ClassFile& subject, int of_jdk)
{
    constexpr int oldest = 17;
    constexpr int release_of_version_0 = -44;
    return std::max(oldest, std::min(subject.major_version + release_of_version_0, of_jdk));
}

/// @throws ConfigError when tests shall use Mockito, and it is not there.
void check_mockito(const ClassPath& path, StandIns stand_ins)
{
    if (stand_ins != StandIns::mockito)
    {
        return;
    }
    for (const char* name :
        {"org/mockito/Mockito", "net/bytebuddy/ByteBuddy", "org/objenesis/Objenesis"})
    {
        if (!path.is_on_path(name))
        {
            throw ConfigError(fmt::format(
                "stand-ins: found mockito, but the class path has no {}; expected the jars of "
                "mockito-core, byte-buddy, byte-buddy-agent and objenesis on it",
                binary_name(name)));
        }
    }
}

/// No suite has a test that changes files, that the sandbox refused something, or that did not find
/// a class: it covers nothing, so that the search looks for others.
void withdraw_if_useless(Trace& trace, RunDetail& detail)
{
    if ((!detail.was_refused_here && detail.link_error.empty()) || detail.stop != StopCause::none)
    {
        return;
    }
    detail.stop = detail.was_refused_here ? StopCause::refused : StopCause::not_linked;
    const auto unreached = std::find_if(trace.calls.begin(), trace.calls.end(),
        [](const CallOutcome& call) { return call.kind == OutcomeKind::not_reached; });
    if (unreached != trace.calls.begin())
    {
        std::prev(unreached)->kind = OutcomeKind::unsupported;
    }
    trace.predicates.clear();
    trace.methods.clear();
    trace.lines.clear();
    trace.outputs.clear();
    trace.mutants.clear();
    trace.values.clear();
}

/// Tells whether a class cannot be loaded because its file is malformed.
bool is_malformed(std::string_view failure)
{
    return failure.starts_with("java.lang.ClassFormatError") ||
           failure.starts_with("java.lang.UnsupportedClassVersionError") ||
           failure.starts_with("java.lang.VerifyError");
}

}  // namespace

class JavaProblem::State
{
public:
    explicit State(JavaProblemOptions given)
      : options(checked(std::move(given))),
        path(
            options.class_path,
            ClassPathOptions::for_jdk(
                options.worker.java_home, feature_version(options.worker.java_home)),
            [this](const std::string& name) {
                return workers ? workers->class_bytes(name) : std::nullopt;
            },
            options.read_classes),
        goals(goals_of(path, options)),
        plan(detail::make_plan(path, goals, options))
    {
        const int of_jdk = feature_version(options.worker.java_home);
        release = release_for(path.at(internal_name(options.class_name)), of_jdk);
        if (release < of_jdk)
        {
            path.set_jdk_release(release);
        }
        check_mockito(path, options.surface.stand_ins);
        workers.emplace(settings_for_search(options), detail::plan_for_search(plan, goals.graph),
            options.start_stop);
        if (options.start_stop.stop_requested() && !workers->initial_trace().was_run)
        {
            throw AdapterError("jvm worker: not ready when the time for its start was up");
        }
        check_loaded();
        SurfaceOptions wanted = options.surface;
        wanted.package = plan.package;
        wanted.method = options.method;
        surface.emplace(
            path, detail::classes_under_test(path, internal_name(options.class_name)), wanted);
        tell_workers();
        detail::add_literals(goals, pool);
        detail::add_text_seeds(path, goals, pool);
        detail::add_member_names(path, goals, *surface, pool);
        operators.emplace(surface->types(), surface->catalogue(), pool, options.operators);
        reach.emplace(goals, *surface);
        direct = detail::DirectCalls(goals, options.criteria);
        outputs = detail::OutputReading(goals, options.output_distances);
    }

    /// Without them every test would fail to link.
    void check_loaded() const
    {
        const std::string subject = internal_name(options.class_name);
        const auto& failures = workers->load_failures();
        for (const std::string& name : detail::classes_under_test(path, subject))
        {
            const auto failure = failures.find(name);
            // The initialiser of a nested class may fail: tests may observe that.
            if (failure != failures.end() && (name == subject || is_malformed(failure->second)))
            {
                throw ParseError(binary_name(name), "", "cannot be loaded: " + failure->second);
            }
        }
    }

    /// Adds the callables that workers do not know yet to their table.
    void tell_workers()
    {
        workers->add_callables(std::span(surface->callables()).subspan(told_callables));
        told_callables = surface->callables().size();
    }

    bool add_class(const std::string& name)
    {
        const bool can_be_named = surface->add_class(name);
        take_new_callables();
        return can_be_named;
    }

    void take_new_callables()
    {
        if (told_callables < surface->callables().size())
        {
            tell_workers();
            reach->refresh(*surface);
            // Their numbers follow those of the callables.
            found_observers.reset();
        }
    }

    const TemplatePlan* construction(GoalId goal)
    {
        if (!templates)
        {
            templates.emplace(path, *surface, goals, [this](CallableId callable, MethodId method) {
                return reach->may_reach(callable, method);
            });
        }
        const TemplatePlan* const found = templates->of(goal);
        take_new_callables();
        return found;
    }

    static JavaProblemOptions checked(JavaProblemOptions options)
    {
        validate(options);
        options.worker.record_lines =
            options.worker.record_lines || options.criteria.has(Coverage::line);
        options.worker.record_outputs = options.criteria.has(Coverage::output);
        if (!options.worker.rewritten)
        {
            options.worker.rewritten = std::make_shared<RewrittenClasses>();
        }
        return options;
    }

    static WorkerSettings settings_for_search(const JavaProblemOptions& options)
    {
        WorkerSettings settings = options.worker;
        if (!options.criteria.searches(Coverage::line) && options.criteria.has(Coverage::line))
        {
            settings.record_lines = false;
        }
        settings.record_outputs = options.criteria.searches(Coverage::output);
        return settings;
    }

    static ClassGoals goals_of(const ClassPath& path, const JavaProblemOptions& options)
    {
        detail::ResultObservers observers(path, detail::package_of_tests(path, options));
        ClassGoals found = find_class_goals(path, internal_name(options.class_name),
            {.criteria = options.criteria,
                .branches_help = options.branches_help,
                .observers_of = [&observers](
                                    const std::string& type) { return observers.of(type); }});
        if (options.method)
        {
            detail::show_only_method(found, *options.method);
        }
        if (options.criteria.searches(Coverage::exception))
        {
            found.graph.mark_growing();
        }
        return found;
    }

    JavaProblemOptions options;
    ClassPath path;
    int release = 0;
    ClassGoals goals;
    SubjectPlan plan;
    std::optional<WorkerPool> workers;
    std::optional<JavaSurface> surface;
    std::size_t told_callables = 0;
    ConstantPool pool;
    std::optional<SequenceOperators> operators;
    std::optional<detail::CallReach> reach;
    /// Made at the first request.
    std::optional<detail::TemplatePlans> templates;
    detail::DirectCalls direct;
    detail::OutputReading outputs;
    /// What the goals of exceptions are numbered by.
    ThrownTable thrown_ways{max_thrown_ways};
    static constexpr std::size_t max_thrown_ways = std::size_t{1} << 16U;
    std::size_t exception_goals = 0;
    bool are_goals_closed = false;
    bool is_measuring = false;

    /// Computed at the first request, because all classes of the path are read.
    const detail::Observers& observers()
    {
        if (!found_observers)
        {
            found_observers = detail::find_observers(path, *surface, plan.package);
        }
        return *found_observers;
    }
    std::optional<detail::Observers> found_observers;
    /// Those of execute_in_detail.
    std::shared_ptr<KeptWorkers> kept_in_detail = detail::keeper_for(options.worker);

    /// Workers that ask observers at the end of each test.
    [[nodiscard]] WorkerPool start_observing(
        const WorkerSettings& settings, const SubjectPlan& with, const StopToken& stop)
    {
        WorkerPool fresh(settings, with, stop);
        fresh.add_callables(surface->callables());
        fresh.add_callables(observers().more);
        for (const auto& [name, callables] : observers().by_class)
        {
            fresh.set_observers(name, callables);
        }
        return fresh;
    }

    /// From now on the trace names what the call threw, from what, and how; the first of its kind
    /// becomes a goal where exceptions are sought.
    void name_thrown(const TestCase& test, Trace& trace, const RunDetail& detail)
    {
        const auto threw = std::find_if(trace.calls.begin(), trace.calls.end(),
            [](const CallOutcome& outcome) { return outcome.kind == OutcomeKind::threw; });
        if (threw == trace.calls.end())
        {
            return;
        }
        const CallableId callable =
            test.calls[static_cast<std::size_t>(threw - trace.calls.begin())].callable;
        const ThrownTable::Entry entry = thrown_ways.add({.callable = callable,
            .what = threw->exception,
            .kind = kind_of(callable, threw->exception, detail.was_thrown_explicitly)});
        threw->exception = entry.id;
        if (entry.is_new && options.criteria.has(Coverage::exception) && !are_goals_closed &&
            exception_goals < max_exception_goals && surface->catalogue()[callable].is_under_test)
        {
            ++exception_goals;
            goals.graph.add(goal_of_thrown(entry.id));
        }
    }

    [[nodiscard]] ThrowKind kind_of(CallableId callable, ExceptionId type, bool is_explicit) const
    {
        const std::string& name = workers->exceptions()[type.index()];
        return detail::declares(path, surface->callable(callable), internal_name(name)) ?
                   ThrowKind::declared :
               is_explicit ? ThrowKind::explicitly :
                             ThrowKind::implicitly;
    }

    [[nodiscard]] Goal goal_of_thrown(ExceptionId id) const
    {
        const Thrown& way = thrown_ways[id];
        const std::string& function = surface->catalogue()[way.callable].name;
        Goal goal =
            exception_goal(id, fmt::format("{} throws {} ({})", function,
                                   workers->exceptions()[way.what.index()], to_string(way.kind)));
        goal.goal_class = to_string(JavaGoalClass::user);
        goal.place.function = function;
        goal.is_shown = !options.method || *options.method == surface->callable(way.callable).name;
        select_goal(goal, options.criteria);
        return goal;
    }

    detail::OutcomeNotes notes{max_thrown};

    // Buffers, without meaning between calls.
    detail::EncodedTests encoded;
    std::vector<RunDetail> details;
};

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
    assert(requests.size() == traces.size());
    m_state->encoded.begin(*m_state->surface, requests);
    m_state->details.resize(requests.size());
    m_state->workers->run(m_state->encoded.runs(), traces, m_state->details, stop,
        [this](std::size_t first, std::size_t last) { m_state->encoded.encode(first, last); });
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        if (traces[i].was_run)
        {
            withdraw_if_useless(traces[i], m_state->details[i]);
            m_state->direct.complete(traces[i]);
            m_state->outputs.read(
                *m_state->surface, *requests[i].test, m_state->details[i], traces[i]);
            m_state->name_thrown(*requests[i].test, traces[i], m_state->details[i]);
            m_state->notes.note_thrown(
                m_state->surface->catalogue(), m_state->thrown_ways, *requests[i].test, traces[i]);
            m_state->notes.note_outcomes(*requests[i].test, traces[i], m_state->details[i],
                m_state->surface->catalogue().size());
        }
    }
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
        *m_state->surface};
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
