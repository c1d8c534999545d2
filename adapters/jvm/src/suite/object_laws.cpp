// SPDX-License-Identifier: Apache-2.0
#include "object_laws.hpp"

#include "../problem/test_encoder.hpp"
#include "asked_object.hpp"
#include "observed_test.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// What is appended to the callables of the surface, in this order.
enum class Asked : std::size_t
{
    equals,
    hash_code,
    to_string,
    compare_to
};

std::vector<JavaCallable> asked_callables()
{
    const auto of_object = [](const char* name, const char* descriptor) {
        return JavaCallable{.kind = JavaCallableKind::instance_method,
            .owner = "java/lang/Object",
            .name = name,
            .descriptor = descriptor};
    };
    return {of_object("equals", "(Ljava/lang/Object;)Z"), of_object("hashCode", "()I"),
        of_object("toString", "()Ljava/lang/String;"),
        {.kind = JavaCallableKind::instance_method,
            .owner = "java/lang/Comparable",
            .name = "compareTo",
            .descriptor = "(Ljava/lang/Object;)I",
            .is_owner_interface = true}};
}

/// One question: objects, and what is called on them.
struct Question
{
    ObjectLaw law = ObjectLaw::equals_is_reflexive;
    const AskedObject* object = nullptr;
    TestCase setup{};
    std::size_t x = 0;
    std::size_t y = 0;
    std::vector<ObjectCall> calls{};
    /// Two objects that cannot be one, with hash codes of their own.
    bool has_identity_hashes = false;
};

class LawFinder
{
public:
    LawFinder(const JavaProblem& problem, const StopToken& stop)
      : m_problem(&problem),
        m_stop(stop),
        m_pool(problem.options().worker, problem.plan(), stop),
        m_first_asked(problem.surface().callables().size())
    {
        m_pool.add_callables(problem.surface().callables());
        m_pool.add_callables(asked_callables());
    }

    std::vector<BrokenLaw> find(std::span<const TestCase> suite)
    {
        find_objects(suite);
        for (const AskedObject& object : m_objects)
        {
            ask_one(object);
        }
        for (const AskedObject& object : m_objects)
        {
            for (const AskedObject& other : m_objects)
            {
                ask_two(object, other);
            }
        }
        return answers();
    }

private:
    void find_objects(std::span<const TestCase> suite)
    {
        std::vector<Question> makers;
        for (const TestCase& test : suite)
        {
            makers.push_back({.setup = test});
        }
        std::vector<Trace> traces(makers.size());
        std::vector<RunDetail> details(makers.size());
        run(makers, traces, details);
        const std::set<std::string> names = names_under_test(*m_problem);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < makers.size(); ++i)
        {
            const std::vector<JavaResult>& results = details[i].results;
            for (std::size_t j = 0; j < results.size() && j < suite[i].length(); ++j)
            {
                if (results[j].kind != JavaResultKind::object ||
                    !names.contains(results[j].class_name))
                {
                    continue;
                }
                std::map<std::size_t, std::size_t> kept;
                TestCase setup = sliced(suite[i], j, kept);
                if (seen.insert(fmt::format("{}#{}", m_problem->render(setup), kept[j])).second)
                {
                    m_objects.push_back({std::move(setup), kept[j], results[j].class_name});
                }
            }
        }
        std::stable_sort(
            m_objects.begin(), m_objects.end(), [](const AskedObject& a, const AskedObject& b) {
                return a.setup.length() < b.setup.length();
            });
        m_objects.resize(std::min(m_objects.size(), max_asked_objects));
        for (const AskedObject& object : m_objects)
        {
            m_own.try_emplace(
                object.class_name, own_methods(m_problem->class_path(), object.class_name));
        }
    }

    [[nodiscard]] ObjectCall call(
        Asked asked, std::size_t object, std::optional<std::size_t> argument = std::nullopt) const
    {
        return {.callable = m_first_asked + static_cast<std::size_t>(asked),
            .object = object,
            .has_argument = asked == Asked::equals || asked == Asked::compare_to,
            .argument = argument};
    }

    void ask(ObjectLaw law, const AskedObject& object, std::vector<ObjectCall> calls)
    {
        m_questions.push_back({.law = law,
            .object = &object,
            .setup = object.setup,
            .x = object.call,
            .y = object.call,
            .calls = std::move(calls)});
    }

    void ask_one(const AskedObject& object)
    {
        const OwnMethods& own = m_own.at(object.class_name);
        const std::size_t x = object.call;
        if (own.has_equals)
        {
            ask(ObjectLaw::equals_is_reflexive, object, {call(Asked::equals, x, x)});
            ask(ObjectLaw::equals_null_is_false, object, {call(Asked::equals, x)});
        }
        if (own.has_hash_code)
        {
            ask(ObjectLaw::hash_code_is_stable, object,
                {call(Asked::hash_code, x), call(Asked::hash_code, x)});
        }
        if (own.has_to_string)
        {
            ask(ObjectLaw::to_string_returns, object, {call(Asked::to_string, x)});
        }
        if (own.has_compare_to)
        {
            ask(ObjectLaw::compare_to_is_antisymmetric, object,
                {call(Asked::compare_to, x, x), call(Asked::compare_to, x, x)});
        }
    }

    void ask_two(const AskedObject& object, const AskedObject& other)
    {
        const OwnMethods& own = m_own.at(object.class_name);
        Question question{.object = &object,
            .setup = joined_tests(object.setup, other.setup),
            .x = object.call,
            .y = object.setup.length() + other.call};
        const std::size_t x = question.x;
        const std::size_t y = question.y;
        question.has_identity_hashes =
            own.has_identity_hash && is_constructed(object) && is_constructed(other);
        const auto push = [&](ObjectLaw law, std::vector<ObjectCall> calls) {
            question.law = law;
            question.calls = std::move(calls);
            m_questions.push_back(question);
        };
        if (own.has_equals)
        {
            push(ObjectLaw::equals_is_symmetric,
                {call(Asked::equals, x, y), call(Asked::equals, y, x)});
            push(ObjectLaw::hash_code_follows_equals,
                {call(Asked::equals, x, y), call(Asked::hash_code, x), call(Asked::hash_code, y)});
        }
        if (own.has_compare_to && m_own.at(other.class_name).has_compare_to)
        {
            push(ObjectLaw::compare_to_is_antisymmetric,
                {call(Asked::compare_to, x, y), call(Asked::compare_to, y, x)});
        }
    }

    [[nodiscard]] bool is_constructed(const AskedObject& object) const
    {
        const CallableId callable = object.setup.calls[object.call].callable;
        return m_problem->surface().callable(callable).kind == JavaCallableKind::constructor;
    }

    void run(const std::vector<Question>& questions, std::span<Trace> traces,
        std::span<RunDetail> details)
    {
        TestEncoder encoder(m_problem->surface());
        std::vector<std::vector<std::byte>> bytes;
        std::vector<TestRun> runs;
        bytes.reserve(questions.size());
        for (const Question& question : questions)
        {
            const auto test = encoder.encode(question.setup, question.calls);
            bytes.emplace_back(test.begin(), test.end());
            runs.push_back({.test = bytes.back(), .record = Record::coverage | Record::outputs});
        }
        m_pool.run(runs, traces, details, m_stop);
    }

    std::vector<BrokenLaw> answers()
    {
        const std::size_t count = m_questions.size();
        std::vector<Trace> traces(count);
        std::vector<RunDetail> first(count);
        std::vector<RunDetail> second(count);
        run(m_questions, traces, first);
        run(m_questions, traces, second);
        std::vector<BrokenLaw> broken;
        std::set<std::pair<std::string, ObjectLaw>> known;
        for (std::size_t i = 0; i < count; ++i)
        {
            const auto violation = violation_of(m_questions[i], first[i]);
            const auto again = violation_of(m_questions[i], second[i]);
            const std::string& name = m_questions[i].object->class_name;
            if (violation && again && violation->observed == again->observed &&
                known.emplace(name, violation->law).second)
            {
                broken.push_back({m_questions[i].setup, *violation, name});
            }
        }
        return broken;
    }

    [[nodiscard]] std::optional<LawViolation> violation_of(
        const Question& question, const RunDetail& detail) const
    {
        const std::size_t made = question.setup.length();
        if (detail.stop != StopCause::none || detail.was_refused || detail.results.size() < made)
        {
            return std::nullopt;
        }
        LawViolation violation{.law = question.law, .object = question.x, .other = question.y};
        if (detail.thrown)
        {
            // These laws do not require that the two can be compared.
            const bool is_alone = question.law != ObjectLaw::equals_is_symmetric &&
                                  question.law != ObjectLaw::hash_code_follows_equals &&
                                  question.law != ObjectLaw::compare_to_is_antisymmetric;
            if (!is_alone || detail.results.size() != made)
            {
                return std::nullopt;
            }
            violation.thrown =
                nameable_exception(m_problem->class_path(), detail.thrown->class_name);
            violation.observed = "threw " + detail.thrown->class_name;
            return violation;
        }
        if (detail.results.size() != made + question.calls.size() ||
            !is_broken(
                std::span(detail.results).subspan(made), question.has_identity_hashes, violation))
        {
            return std::nullopt;
        }
        return violation;
    }

    /// Tells whether the answers break the law, and how.
    [[nodiscard]] static bool is_broken(
        std::span<const JavaResult> answers, bool has_identity_hashes, LawViolation& violation)
    {
        const auto flag = [&answers](std::size_t i) { return answers[i].bits != 0; };
        const auto sign = [&answers](std::size_t i) {
            return answers[i].bits > 0 ? 1 : (answers[i].bits < 0 ? -1 : 0);
        };
        switch (violation.law)
        {
            case ObjectLaw::equals_is_reflexive:
                violation.observed = "returned false";
                return !flag(0);
            case ObjectLaw::equals_is_symmetric:
                violation.forth = flag(0) ? 1 : 0;
                violation.back = flag(1) ? 1 : 0;
                violation.observed = fmt::format("returned {} and {}", flag(0), flag(1));
                return flag(0) != flag(1);
            case ObjectLaw::equals_null_is_false:
                violation.observed = "returned true";
                return flag(0);
            case ObjectLaw::hash_code_is_stable:
                violation.observed = "two calls returned different numbers";
                return answers[0].bits != answers[1].bits;
            case ObjectLaw::hash_code_follows_equals:
                violation.observed = "equal objects have different hash codes";
                return flag(0) && (has_identity_hashes || answers[1].bits != answers[2].bits);
            case ObjectLaw::compare_to_is_antisymmetric:
                violation.forth = sign(0);
                violation.back = sign(1);
                violation.observed =
                    fmt::format("returned numbers of signs {} and {}", sign(0), sign(1));
                return sign(0) != -sign(1);
            case ObjectLaw::to_string_returns:
                violation.observed = "returned null";
                return answers[0].kind == JavaResultKind::null;
        }
        return false;
    }

    const JavaProblem* m_problem;
    StopToken m_stop;
    WorkerPool m_pool;
    std::size_t m_first_asked;
    std::vector<AskedObject> m_objects;
    std::map<std::string, OwnMethods> m_own;
    std::vector<Question> m_questions;
};

/// Tells whether a law can be asked of any object under test; most classes have no such method.
bool has_laws(const JavaProblem& problem)
{
    const std::set<std::string> names = names_under_test(problem);
    return std::any_of(names.begin(), names.end(), [&problem](const std::string& name) {
        const OwnMethods own = own_methods(problem.class_path(), name);
        return own.has_equals || own.has_hash_code || own.has_to_string || own.has_compare_to;
    });
}

}  // namespace

std::vector<BrokenLaw> find_broken_laws(
    const JavaProblem& problem, std::span<const TestCase> suite, const StopToken& stop)
{
    // The finder starts workers.
    if (suite.empty() || stop.stop_requested() || !has_laws(problem))
    {
        return {};
    }
    std::vector<BrokenLaw> broken = LawFinder(problem, stop).find(suite);
    const TestTranslator translator(problem.class_path(), problem.surface());
    for (BrokenLaw& one : broken)
    {
        for (JavaCall& call : translator.calls_of(one.setup))
        {
            one.violation.setup.emplace_back(std::move(call));
        }
    }
    return broken;
}

}  // namespace sbst::jvm::detail
