// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/testing/trace_facts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::detail
{

namespace
{

enum Kind : std::size_t
{
    run_fact,
    call_fact,
    predicate_fact,
    context_fact,
    method_fact,
    line_fact,
    output_fact,
    mutant_fact,
    produced_fact,
    goal_fact,
    type_fact,
    callable_fact
};

std::string times(std::string_view what, std::uint64_t count)
{
    return count == 0 ? fmt::format("not {}", what) :
           count == 1 ? fmt::format("{} once", what) :
                        fmt::format("{} {} times", what, count);
}

/// The name of a call, even of one that the test does not have.
std::string call_name(const ToldTest& test, std::size_t s)
{
    return s < test.calls.size() ? test.calls[s] : fmt::format("call {}", s);
}

/// Takes a trace apart.
class Collector
{
public:
    Collector(const Trace& trace, const GoalGraph& graph, const ToldTest& test, bool with_distances)
      : m_trace(trace), m_graph(graph), m_test(test), m_with_distances(with_distances)
    {}

    [[nodiscard]] Facts collect()
    {
        add(run_fact, 0, 0, "the test", m_trace.was_run ? "run" : "not run");
        for (std::size_t s = 0; s < m_trace.calls.size(); ++s)
        {
            add_call(s, m_trace.calls[s]);
        }
        for (const PredicateTrace& predicate : m_trace.predicates)
        {
            add_predicate(predicate);
        }
        for (const ContextTrace& context : m_trace.contexts)
        {
            add_context(context);
        }
        for (const MethodTrace& method : m_trace.methods)
        {
            add_method(method);
        }
        for (const LineId line : m_trace.lines)
        {
            add(line_fact, line.index(), 0, fmt::format("line number {}", line.index()),
                "executed");
        }
        for (const OutputTrace& output : m_trace.outputs)
        {
            add_output(output);
        }
        for (const MutantTrace& mutant : m_trace.mutants)
        {
            add(mutant_fact, mutant.mutant.index(), 0,
                fmt::format("mutant number {}", mutant.mutant.index()),
                "at " + words_for(mutant.least));
        }
        // What was asked for beside coverage, as distances are.
        for (std::size_t i = 0; m_with_distances && i < m_trace.produced.size(); ++i)
        {
            add_produced(m_trace.produced[i]);
        }
        std::sort(m_facts.begin(), m_facts.end(), [](const Fact& a, const Fact& b) {
            return std::tie(a.key, a.seen) < std::tie(b.key, b.seen);
        });
        return std::move(m_facts);
    }

private:
    using Key = decltype(Fact::key);

    void add(
        std::size_t kind, std::size_t number, std::size_t part, std::string about, std::string seen)
    {
        m_facts.push_back({{kind, number, part}, std::move(about), std::move(seen)});
    }

    void add_call(std::size_t s, const CallOutcome& outcome)
    {
        const std::string name = call_name(m_test, s);
        add(call_fact, s, 0, name, outcome_text(outcome));
        add(call_fact, s, 1, "steps of " + name, fmt::format("{}", outcome.steps));
        add(call_fact, s, 2, "weight of " + name, fmt::format("{}", outcome.weight));
    }

    void add_produced(const ProducedObject& object)
    {
        const std::string name = call_name(m_test, object.call);
        const std::string what = object.type.is_valid() ?
                                     fmt::format("an object of type {}", object.type.index()) :
                                     std::string("a state");
        add(produced_fact, object.call, 0, "what " + name + " made",
            fmt::format("{} with content {}", what, object.state));
    }

    [[nodiscard]] std::string outcome_text(const CallOutcome& outcome) const
    {
        switch (outcome.kind)
        {
            case OutcomeKind::not_reached:
                return "not reached";
            case OutcomeKind::returned:
                return "returned";
            case OutcomeKind::threw:
                return "threw (" + words_for(m_graph, outcome.exception) + ")";
            case OutcomeKind::timed_out:
                return "timed out";
            case OutcomeKind::unsupported:
                return "unsupported";
        }
        return "unknown";
    }

    void add_predicate(const PredicateTrace& predicate)
    {
        const std::size_t number = predicate.predicate.index();
        add(predicate_fact, number, 0, words_for(m_graph, predicate.predicate), "evaluated");
        for (const bool outcome : {false, true})
        {
            const std::string goal = words_for(m_graph, predicate.predicate, outcome);
            const std::size_t part = outcome ? 5 : 1;
            add_hits({predicate_fact, number, part}, goal, predicate.all, outcome);
            add_hits({predicate_fact, number, part + 2}, goal + " by calls of the test itself",
                predicate.direct, outcome);
        }
    }

    void add_context(const ContextTrace& context)
    {
        const std::size_t number = context.context.index();
        for (const bool outcome : {false, true})
        {
            add_hits({context_fact, number, outcome ? 2U : 0U},
                fmt::format("the outcome {} in context {}", outcome, number), context.hits,
                outcome);
        }
    }

    void add_hits(const Key& key, const std::string& about, const BranchHits& hits, bool outcome)
    {
        const auto& [kind, number, part] = key;
        add(kind, number, part, about, times("taken", hits.hits(outcome)));
        if (m_with_distances)
        {
            add(kind, number, part + 1, about, "at " + words_for(hits.least(outcome)));
        }
    }

    void add_output(const OutputTrace& output)
    {
        const std::size_t number = output.output.index();
        const auto goal = m_graph.find(OutputCriterion::id, number);
        const std::string name =
            goal ? words_for(m_graph[*goal]) : fmt::format("output number {}", number);
        add(output_fact, number, 0, name, times("returned", output.hits));
        add(output_fact, number, 1, name, "at " + words_for(output.least));
    }

    void add_method(const MethodTrace& method)
    {
        const std::size_t number = method.method.index();
        const std::string name = words_for(m_graph, method.method);
        const std::string direct = name + " by calls of the test itself";
        add(method_fact, number, 0, name, times("entered", method.entered));
        add(method_fact, number, 1, direct, times("entered", method.entered_directly));
        add(method_fact, number, 2, name, times("left without an exception", method.left));
        add(method_fact, number, 3, direct,
            times("left without an exception", method.left_directly));
    }

    const Trace& m_trace;
    const GoalGraph& m_graph;
    const ToldTest& m_test;
    bool m_with_distances;
    Facts m_facts;
};

/// The end of the facts with the key of the first one; joins their observations.
std::size_t run_of_key(const Facts& facts, std::size_t begin, std::string& seen)
{
    std::size_t end = begin;
    seen.clear();
    for (; end < facts.size() && facts[end].key == facts[begin].key; ++end)
    {
        seen += (end == begin ? "" : " and ") + facts[end].seen;
    }
    return end;
}

/// Calls `visit(fact, first, then)` with the observations of each key on both sides; empty = no
/// observation.
template <class Visit>
void compare_facts(const Facts& first, const Facts& then, Visit visit)
{
    std::string left;
    std::string right;
    for (std::size_t i = 0, j = 0; i < first.size() || j < then.size();)
    {
        const bool takes_left =
            i < first.size() && (j == then.size() || first[i].key <= then[j].key);
        const bool takes_right =
            j < then.size() && (i == first.size() || then[j].key <= first[i].key);
        const Fact& fact = takes_left ? first[i] : then[j];
        left.clear();
        right.clear();
        i = takes_left ? run_of_key(first, i, left) : i;
        j = takes_right ? run_of_key(then, j, right) : j;
        if (left != right)
        {
            visit(fact, left, right);
        }
    }
}

/// The lines of a text; long lines are cut.
std::vector<std::string> lines_of(std::string_view text)
{
    constexpr std::size_t most_bytes = 160;
    std::vector<std::string> lines;
    while (!text.empty())
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        if (line.size() > most_bytes)
        {
            line.resize(most_bytes - 3);
            line += "...";
        }
        lines.push_back(std::move(line));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

Facts facts_of(const Trace& trace, const GoalGraph& graph, const ToldTest& test)
{
    return Collector(trace, graph, test, true).collect();
}

Facts coverage_facts_of(const Trace& trace, const GoalGraph& graph, const ToldTest& test)
{
    return Collector(trace, graph, test, false).collect();
}

Facts facts_of(const GoalGraph& graph)
{
    Facts facts;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const Goal& goal = graph[GoalId(i)];
        facts.push_back({{goal_fact, i, 0}, fmt::format("goal at place {}", i),
            fmt::format("{}{}", words_for(goal), goal.is_shown ? "" : ", hidden")});
    }
    return facts;
}

Facts facts_of(const TypeUniverse& types, const Catalogue& catalogue)
{
    Facts facts;
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        facts.push_back({{type_fact, i, 0}, fmt::format("type at place {}", i),
            fmt::format("'{}'", types[TypeId(i)].name)});
    }
    for (std::size_t i = 0; i < catalogue.size(); ++i)
    {
        const Callable& callable = catalogue[CallableId(i)];
        std::vector<std::string_view> parameters;
        for (const Parameter& parameter : callable.parameters)
        {
            parameters.push_back(types[parameter.type].name);
        }
        facts.push_back({{callable_fact, i, 0}, fmt::format("callable at place {}", i),
            fmt::format("'{}({})'{}", callable.name, fmt::join(parameters, ", "),
                callable.is_under_test ? "" : ", not under test")});
    }
    return facts;
}

std::vector<std::string> differences(const Facts& first, const Facts& then)
{
    std::vector<std::string> lines;
    compare_facts(
        first, then, [&](const Fact& fact, const std::string& left, const std::string& right) {
            // The absence was already reported for the thing itself.
            if (fact.key[2] != 0 && (left.empty() || right.empty()))
            {
                return;
            }
            lines.push_back(fmt::format("{}: first {}, then {}", fact.about,
                left.empty() ? "not at all" : left, right.empty() ? "not at all" : right));
        });
    return lines;
}

std::optional<std::size_t> first_differing_call(const Facts& first, const Facts& then)
{
    std::optional<std::size_t> call;
    compare_facts(first, then, [&](const Fact& fact, const std::string&, const std::string&) {
        if (fact.key[0] == call_fact && !call)
        {
            call = fact.key[1];
        }
    });
    return call;
}

std::string line_difference(std::string_view first, std::string_view then)
{
    const std::vector<std::string> left = lines_of(first);
    const std::vector<std::string> right = lines_of(then);
    const auto line = [](const std::vector<std::string>& lines, std::size_t i) {
        return i < lines.size() ? fmt::format("`{}`", lines[i]) : std::string("nothing");
    };
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
    {
        if (line(left, i) != line(right, i))
        {
            return fmt::format("line {}: first {}, then {}", i + 1, line(left, i), line(right, i));
        }
    }
    // The lines differ after the cut.
    return first == then ? "" : "a long line: its end";
}

std::string told(std::string_view problem, const std::vector<std::string>& differing,
    std::string_view test, std::optional<std::size_t> call)
{
    constexpr std::size_t most_differences = 7;
    constexpr std::size_t most_lines = 8;
    std::string text(problem);
    for (std::size_t i = 0; i < std::min(differing.size(), most_differences); ++i)
    {
        text += "\n  " + lines_of(differing[i]).front();
    }
    if (differing.size() > most_differences)
    {
        text += fmt::format("\n  ... and {} more", differing.size() - most_differences);
    }
    const std::vector<std::string> lines = lines_of(test);
    if (lines.empty())
    {
        return text;
    }
    std::size_t begin = 0;
    if (call && lines.size() > most_lines)
    {
        begin = std::min(*call - std::min(*call, most_lines - 2), lines.size() - most_lines);
    }
    const std::size_t end = std::min(lines.size(), begin + most_lines);
    text += "\ntest:";
    text += begin > 0 ? fmt::format("\n  ... ({} lines before)", begin) : "";
    for (std::size_t i = begin; i < end; ++i)
    {
        text += "\n  " + lines[i];
    }
    text += end < lines.size() ? fmt::format("\n  ... ({} lines after)", lines.size() - end) : "";
    return text;
}

std::string words_for(const GoalGraph& graph, PredicateId predicate, bool outcome)
{
    const auto goal = predicate.is_valid() ? find_branch(graph, predicate, outcome) : std::nullopt;
    return goal ? fmt::format("goal '{}'", graph[*goal].label) :
                  fmt::format("the outcome {} of predicate {}, which no goal names", outcome,
                      predicate.is_valid() ? fmt::format("{}", predicate.index()) : "(no id)");
}

std::string words_for(const GoalGraph& graph, PredicateId predicate)
{
    for (const bool outcome : {true, false})
    {
        if (predicate.is_valid() && find_branch(graph, predicate, outcome))
        {
            return fmt::format(
                "condition of '{}'", graph[*find_branch(graph, predicate, outcome)].label);
        }
    }
    return fmt::format("predicate {}, which no goal names",
        predicate.is_valid() ? fmt::format("{}", predicate.index()) : "(no id)");
}

std::string words_for(const GoalGraph& graph, MethodId method)
{
    const auto goal = method.is_valid() ? find_method_entry(graph, method) : std::nullopt;
    return goal ? fmt::format("goal '{}'", graph[*goal].label) :
                  fmt::format("method {}, which no goal names",
                      method.is_valid() ? fmt::format("{}", method.index()) : "(no id)");
}

std::string words_for(const GoalGraph& graph, ExceptionId exception)
{
    if (!exception.is_valid())
    {
        return "no exception is named";
    }
    const auto goal = find_exception(graph, exception);
    return goal ? fmt::format("goal '{}'", graph[*goal].label) :
                  fmt::format("exception {}, which no goal names", exception.index());
}

std::string words_for(const Goal& goal)
{
    return fmt::format("'{}', {}", goal.label, describe_goal(goal));
}

std::string words_for(const Distance& distance)
{
    if (distance == Distance::infinite())
    {
        return "no known distance";
    }
    std::string text = "distance " + distance.whole.to_decimal();
    text += distance.fraction != 0 ? fmt::format(" and {}/2^64", distance.fraction) : "";
    text += distance.level != 0 ? fmt::format(" at level {}", distance.level) : "";
    return text;
}

}  // namespace sbst::detail
