// SPDX-License-Identifier: Apache-2.0
#include "java_problem_state.hpp"

#include "../surface/declared_exceptions.hpp"
#include "literals.hpp"
#include "member_names.hpp"
#include "method_filter.hpp"
#include "result_observers.hpp"
#include "subject_plans.hpp"
#include "text_seeds.hpp"

#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/goal_selection.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/exec/rewritten_classes.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
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

/// Tells whether code without branches and entries of methods has goals.
bool seeks_all_code(const CriteriaChoice& criteria)
{
    constexpr std::array<Coverage, 3> of_ways{
        Coverage::branch, Coverage::direct_branch, Coverage::method};
    const auto& all = all_coverages();
    return std::any_of(all.begin(), all.end(), [&](Coverage coverage) {
        return criteria.searches(coverage) &&
               std::find(of_ways.begin(), of_ways.end(), coverage) == of_ways.end();
    });
}

/// Tells whether a class cannot be loaded because its file is malformed.
bool is_malformed(std::string_view failure)
{
    return failure.starts_with("java.lang.ClassFormatError") ||
           failure.starts_with("java.lang.UnsupportedClassVersionError") ||
           failure.starts_with("java.lang.VerifyError");
}

}  // namespace

JavaProblem::State::State(JavaProblemOptions given)
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
    wanted.all_handlers = seeks_all_code(options.criteria);
    surface.emplace(
        path, detail::classes_under_test(path, internal_name(options.class_name)), wanted);
    tell_workers();
    detail::add_literals(goals, pool);
    detail::add_text_seeds(path, goals, pool);
    detail::add_member_names(path, goals, *surface, pool);
    operators.emplace(surface->types(), surface->catalogue(), pool, options.operators);
    reach.emplace(goals, *surface);
    pool_facts.emplace(
        path, *surface, detail::classes_under_test(path, internal_name(options.class_name)));
    direct = detail::DirectCalls(goals, options.criteria);
    outputs = detail::OutputReading(goals, options.output_distances);
}

void JavaProblem::State::check_loaded() const
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

void JavaProblem::State::restore_new_statics()
{
    const bool has_begun = told_callables > 0;
    if (has_begun && starts_for_statics == max_starts_for_statics)
    {
        return;
    }
    known_statics.insert(plan.preload.begin(), plan.preload.end());
    std::vector<std::string> owners;
    for (const JavaCallable& callable : std::span(surface->callables()).subspan(told_callables))
    {
        if (path.is_on_path(callable.owner) && !known_statics.contains(callable.owner))
        {
            owners.push_back(callable.owner);
        }
    }
    const std::size_t known = plan.static_fields.size();
    detail::add_static_state(path, owners, 2 * options.max_classes, known_statics, plan);
    if (known < plan.static_fields.size())
    {
        starts_for_statics += has_begun ? 1U : 0U;
        workers->add_static_fields(std::span(plan.static_fields).subspan(known));
    }
}

void JavaProblem::State::tell_workers()
{
    restore_new_statics();
    workers->add_callables(std::span(surface->callables()).subspan(told_callables));
    told_callables = surface->callables().size();
}

bool JavaProblem::State::add_class(const std::string& name)
{
    const bool can_be_named = surface->add_class(name);
    take_new_callables();
    return can_be_named;
}

void JavaProblem::State::take_new_callables()
{
    if (told_callables < surface->callables().size())
    {
        tell_workers();
        reach->refresh(*surface);
        // Their numbers follow those of the callables.
        found_observers.reset();
    }
}

const TemplatePlan* JavaProblem::State::construction(GoalId goal)
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

JavaProblemOptions JavaProblem::State::checked(JavaProblemOptions options)
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

WorkerSettings JavaProblem::State::settings_for_search(const JavaProblemOptions& options)
{
    WorkerSettings settings = options.worker;
    if (!options.criteria.searches(Coverage::line) && options.criteria.has(Coverage::line))
    {
        settings.record_lines = false;
    }
    settings.record_outputs = options.criteria.searches(Coverage::output);
    return settings;
}

ClassGoals JavaProblem::State::goals_of(const ClassPath& path, const JavaProblemOptions& options)
{
    detail::ResultObservers observers(path, detail::package_of_tests(path, options));
    ClassGoals found = find_class_goals(path, internal_name(options.class_name),
        {.criteria = options.criteria,
            .branches_help = options.branches_help,
            .observers_of = [&observers](const std::string& type) { return observers.of(type); }});
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

const detail::Observers& JavaProblem::State::observers()
{
    if (!found_observers)
    {
        found_observers = detail::find_observers(path, *surface, plan.package);
    }
    return *found_observers;
}

WorkerPool JavaProblem::State::start_observing(
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

void JavaProblem::State::run(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
    const Circumstances& circumstances, const StopToken& stop)
{
    assert(requests.size() == traces.size());
    encoded.begin(*surface, requests, circumstances);
    details.resize(requests.size());
    workers->run(encoded.runs(), traces, details, stop,
        [this](std::size_t first, std::size_t last) { encoded.encode(first, last); });
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        if (traces[i].was_run)
        {
            withdraw_if_useless(traces[i], details[i]);
            direct.complete(traces[i]);
            outputs.read(*surface, *requests[i].test, details[i], traces[i]);
        }
    }
}

void JavaProblem::State::name_thrown(const TestCase& test, Trace& trace, const RunDetail& detail)
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
        exception_goals < max_exception_goals && surface->catalogue()[callable].is_under_test &&
        !surface->callable(callable).opens_result)
    {
        ++exception_goals;
        goals.graph.add(goal_of_thrown(entry.id));
    }
}

ThrowKind JavaProblem::State::kind_of(CallableId callable, ExceptionId type, bool is_explicit) const
{
    const std::string& name = workers->exceptions()[type.index()];
    return detail::declares(path, surface->callable(callable), internal_name(name)) ?
               ThrowKind::declared :
           is_explicit ? ThrowKind::explicitly :
                         ThrowKind::implicitly;
}

Goal JavaProblem::State::goal_of_thrown(ExceptionId id) const
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

}  // namespace sbst::jvm
