// SPDX-License-Identifier: Apache-2.0
#include "test_differences.hpp"

#include "callables.hpp"
#include "mocks.hpp"
#include "test_names.hpp"
#include "value_words.hpp"

#include <sbst/output/identifiers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Differences that a name tells at most, and its longest length with them.
constexpr std::size_t max_told = 2;
constexpr std::size_t max_name = 70;

/// In the order in which they are preferred.
enum class Trait
{
    failing_call,
    parameter_type,
    argument_sort,
    last_call,
    made_of_sort,
    argument_call,
    argument_value,
    made_of_value
};

/// A trait of one of several arguments.
using TraitPlace = std::pair<Trait, std::size_t>;
using Traits = std::map<TraitPlace, std::string>;

/// What a test could be told apart by.
class TraitFinder
{
public:
    TraitFinder(const JavaTest& test, std::size_t main, const TypeNamer& types)
      : m_test(&test), m_main(main), m_words(test, types)
    {}

    Traits find()
    {
        const auto& call = std::get<JavaCall>(m_test->steps[m_main]);
        const std::size_t first = has_receiver(call.callable) ? 1 : 0;
        add_arguments(call, first, Trait::argument_sort, Trait::argument_value);
        for (std::size_t i = first; i < call.arguments.size(); ++i)
        {
            if (call.arguments[i].kind == JavaValueKind::step)
            {
                add_last_call(call.arguments[i].step, {Trait::argument_call, i - first});
            }
        }
        const std::vector<std::string> types =
            parameter_types(call.callable, call.arguments.size());
        for (std::size_t i = first; i < types.size(); ++i)
        {
            m_traits[{Trait::parameter_type, i - first}] = m_words.noun(types[i]);
        }
        if (first == 1 && call.arguments.front().kind == JavaValueKind::step)
        {
            add_state(call.arguments.front().step);
        }
        add_failing_call();
        return std::move(m_traits);
    }

private:
    void add_arguments(const JavaCall& call, std::size_t first, Trait sort, Trait value)
    {
        const std::vector<std::string> types =
            parameter_types(call.callable, call.arguments.size());
        for (std::size_t i = first; i < std::min(types.size(), call.arguments.size()); ++i)
        {
            m_traits[{sort, i - first}] = m_words.sort(call.arguments[i], types[i]);
            m_traits[{value, i - first}] = m_words.exactly(call.arguments[i]);
        }
    }

    void add_state(std::size_t receiver)
    {
        const auto& made = std::get<JavaCall>(m_test->steps[receiver]);
        add_arguments(
            made, has_receiver(made.callable) ? 1 : 0, Trait::made_of_sort, Trait::made_of_value);
        add_last_call(receiver, {Trait::last_call, 0});
    }

    /// The last method that is called on an object before the call that names the test.
    void add_last_call(std::size_t object, const TraitPlace& place)
    {
        for (std::size_t i = object + 1; i < m_main; ++i)
        {
            const auto* const call = std::get_if<JavaCall>(&m_test->steps[i]);
            const bool is_of_object = call != nullptr &&
                                      call->callable.kind == JavaCallableKind::instance_method &&
                                      call->arguments.front().kind == JavaValueKind::step &&
                                      call->arguments.front().step == object;
            if (is_of_object)
            {
                m_traits[place] = call->callable.name;
            }
        }
    }

    /// The first method of a stand-in or lambda that throws.
    void add_failing_call()
    {
        for (std::size_t i = 0; i < m_main; ++i)
        {
            const auto* const call = std::get_if<JavaCall>(&m_test->steps[i]);
            const StandInMethod* failing = call == nullptr ? nullptr : failing_method(*call);
            if (failing != nullptr)
            {
                m_traits[{Trait::failing_call, 0}] = failing->name + " fails";
                return;
            }
        }
    }

    const JavaTest* m_test;
    std::size_t m_main;
    ValueWords m_words;
    Traits m_traits;
};

std::string_view word_before(Trait trait)
{
    constexpr std::array<std::string_view, 8> words{
        "when", "for", "with", "after", "given", "after", "with", "given"};
    return words.at(static_cast<std::size_t>(trait));
}

/// Tests of one wish, and what of their traits their names tell.
class Group
{
public:
    Group(const std::vector<Traits>& traits, std::vector<Traits>& told)
      : m_traits(traits), m_told(told)
    {}

    void tell_apart(const std::vector<std::size_t>& tests, std::size_t depth)
    {
        const auto place = tests.size() > 1 && depth < max_told ? best_of(tests) : std::nullopt;
        if (!place)
        {
            return;
        }
        std::map<std::string, std::vector<std::size_t>> parts;
        for (const std::size_t test : tests)
        {
            const std::string words = words_of(test, *place);
            m_told[test][*place] = words;
            parts[words].push_back(test);
        }
        for (const auto& [words, part] : parts)
        {
            tell_apart(part, depth + 1);
        }
    }

private:
    [[nodiscard]] std::string words_of(std::size_t test, const TraitPlace& place) const
    {
        const auto found = m_traits[test].find(place);
        return found == m_traits[test].end() ? std::string() : found->second;
    }

    /// The trait in which most of the tests differ, the preferred one of several.
    [[nodiscard]] std::optional<TraitPlace> best_of(const std::vector<std::size_t>& tests) const
    {
        std::map<TraitPlace, std::set<std::string>> seen;
        for (const std::size_t test : tests)
        {
            for (const auto& [place, words] : m_traits[test])
            {
                seen[place];
            }
        }
        std::optional<TraitPlace> best;
        std::size_t most = 1;
        for (auto& [place, words] : seen)
        {
            for (const std::size_t test : tests)
            {
                words.insert(words_of(test, place));
            }
            if (words.size() > most)
            {
                best = place;
                most = words.size();
            }
        }
        return best;
    }

    const std::vector<Traits>& m_traits;
    std::vector<Traits>& m_told;
};

/// The wish with what is told; without the last of it where that is too long.
std::string lengthened(const std::string& wish, const Traits& told)
{
    std::string name = wish;
    std::string_view last;
    for (const auto& [place, words] : told)
    {
        const auto& [trait, index] = place;
        const auto exact = told.find({Trait::argument_value, index});
        const bool is_said_exactly =
            trait == Trait::argument_sort && exact != told.end() && !exact->second.empty();
        if (words.empty() || is_said_exactly)
        {
            continue;
        }
        const std::string_view before = word_before(trait) == last ? "and" : word_before(trait);
        const std::string longer =
            name + upper_first(lower_camel(fmt::format("{} {}", before, words)));
        if (longer.size() > max_name)
        {
            break;
        }
        name = longer;
        last = word_before(trait);
    }
    return name;
}

}  // namespace

std::vector<std::string> told_apart(
    std::vector<std::string> wishes, const JavaSuite& suite, const TypeNamer& types)
{
    std::vector<Traits> traits(wishes.size());
    std::vector<Traits> told(wishes.size());
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < wishes.size(); ++i)
    {
        const auto main =
            suite.tests[i].name.empty() ? main_step(suite.tests[i], suite) : std::nullopt;
        if (main)
        {
            groups[wishes[i]].push_back(i);
        }
    }
    for (const auto& [wish, tests] : groups)
    {
        if (tests.size() < 2)
        {
            continue;
        }
        for (const std::size_t i : tests)
        {
            traits[i] =
                TraitFinder(suite.tests[i], *main_step(suite.tests[i], suite), types).find();
        }
        Group(traits, told).tell_apart(tests, 0);
    }
    for (std::size_t i = 0; i < wishes.size(); ++i)
    {
        wishes[i] = lengthened(wishes[i], told[i]);
    }
    return wishes;
}

}  // namespace sbst::jvm::detail
