// SPDX-License-Identifier: Apache-2.0
// A chain of hooks: any number of hooks on one run act as one. Next: hooks.hpp for what a hook may
// do, constant_seeding.hpp and directed_mutation.hpp for two.
#pragma once

#include <sbst/search/hooks.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace sbst
{

/// Passes each call on to the hooks that have that member, in their order. Keeps references to
/// them.
///
/// Traces hold the union of the hooks' wishes. Each hook proposes its tests for a generation, at
/// most its quota. Random tests come from the hooks in turn: each from the next source, and from
/// the one after it when a source declines.
template <class Test, class... Hooks>
class HookChain
{
public:
    static_assert((hooks_are_sound<Hooks, Test> && ...), "a hook has a name but not its signature");

    explicit HookChain(Hooks&... hooks) : m_hooks(hooks...) {}

    void on_evaluated(const Evaluated<Test>& evaluated)
        requires(HasOnEvaluated<Hooks, Test> || ...)
    {
        for_each([&](auto& hook) {
            if constexpr (HasOnEvaluated<std::remove_reference_t<decltype(hook)>, Test>)
            {
                hook.on_evaluated(evaluated);
            }
        });
    }

    [[nodiscard]] Record wanted_record() const
        requires(HasWantedRecord<Hooks> || ...)
    {
        Record wanted{};
        for_each([&](const auto& hook) {
            if constexpr (HasWantedRecord<std::remove_reference_t<decltype(hook)>>)
            {
                wanted = wanted | hook.wanted_record();
            }
        });
        return wanted;
    }

    [[nodiscard]] Record wanted_of_all() const
        requires(HasWantedOfAll<Hooks> || ...)
    {
        Record wanted{};
        for_each([&](const auto& hook) {
            if constexpr (HasWantedOfAll<std::remove_reference_t<decltype(hook)>>)
            {
                wanted = wanted | hook.wanted_of_all();
            }
        });
        return wanted;
    }

    void prepare(Exploration<Test>& search, Rng& rng)
        requires(HasPrepare<Hooks, Test> || ...)
    {
        for_each([&](auto& hook) {
            if constexpr (HasPrepare<std::remove_reference_t<decltype(hook)>, Test>)
            {
                hook.prepare(search, rng);
            }
        });
    }

    void explore(Exploration<Test>& search, Rng& rng)
        requires(HasExplore<Hooks, Test> || ...)
    {
        for_each([&](auto& hook) {
            if constexpr (HasExplore<std::remove_reference_t<decltype(hook)>, Test>)
            {
                hook.explore(search, rng);
            }
        });
    }

    [[nodiscard]] std::optional<Test> new_test(Rng& rng)
        requires(HasNewTest<Hooks, Test> || ...)
    {
        constexpr std::size_t sources = ((HasNewTest<Hooks, Test> ? std::size_t{1} : 0) + ...);
        const std::size_t first = m_next_source;
        m_next_source = (m_next_source + 1) % sources;
        std::optional<Test> test;
        for (std::size_t i = 0; i < sources && !test; ++i)
        {
            test = ask((first + i) % sources, rng);
        }
        return test;
    }

    [[nodiscard]] std::vector<Test> refine(const SearchState<Test>& state, Rng& rng)
        requires(HasRefine<Hooks, Test> || ...)
    {
        std::vector<Test> tests;
        for_each([&](auto& hook) {
            if constexpr (HasRefine<std::remove_reference_t<decltype(hook)>, Test>)
            {
                std::vector<Test> proposed = refined_by<Test>(hook, state, rng);
                tests.insert(tests.end(), std::move_iterator(proposed.begin()),
                    std::move_iterator(proposed.end()));
            }
        });
        return tests;
    }

    void on_progress(const Progress& progress)
        requires(HasOnProgress<Hooks> || ...)
    {
        for_each([&](auto& hook) {
            if constexpr (HasOnProgress<std::remove_reference_t<decltype(hook)>>)
            {
                hook.on_progress(progress);
            }
        });
    }

private:
    template <class Use>
    void for_each(Use use) const
    {
        std::apply([&](auto&... hooks) { (use(hooks), ...); }, m_hooks);
    }

    // Asks the n-th of the hooks that give random tests.
    std::optional<Test> ask(std::size_t source, Rng& rng)
    {
        std::optional<Test> test;
        std::size_t place = 0;
        for_each([&](auto& hook) {
            if constexpr (HasNewTest<std::remove_reference_t<decltype(hook)>, Test>)
            {
                if (place++ == source)
                {
                    test = hook.new_test(rng);
                }
            }
        });
        return test;
    }

    std::tuple<Hooks&...> m_hooks;
    std::size_t m_next_source = 0;
};

}  // namespace sbst
