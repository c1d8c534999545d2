// SPDX-License-Identifier: Apache-2.0
// Calls on what the classes under test return: the code of a lambda runs when a test calls it.
#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

/// Types of results that get calls; a function may return another one, without end.
constexpr std::size_t max_called_results = 16;

/// A method of the JDK that runs, or gives away, what an object holds.
struct Opening
{
    std::string_view type;
    std::string_view method;
    std::string_view descriptor;
};

/// Streams run the functions that they were given only at the end, and what a future gives is known
/// only then.
constexpr std::array<Opening, 7> endings{{
    {"java/util/concurrent/CompletableFuture", "join", "()Ljava/lang/Object;"},
    {"java/util/concurrent/CompletionStage", "toCompletableFuture",
        "()Ljava/util/concurrent/CompletableFuture;"},
    {"java/util/concurrent/Future", "get", "()Ljava/lang/Object;"},
    {"java/util/stream/DoubleStream", "toArray", "()[D"},
    {"java/util/stream/IntStream", "toArray", "()[I"},
    {"java/util/stream/LongStream", "toArray", "()[J"},
    {"java/util/stream/Stream", "toArray", "()[Ljava/lang/Object;"},
}};

/// Methods that give away what an object holds.
constexpr std::array<Opening, 5> contents{{
    {"java/util/Iterator", "next", "()Ljava/lang/Object;"},
    {"java/util/List", "get", "(I)Ljava/lang/Object;"},
    {"java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"},
    {"java/util/Optional", "get", "()Ljava/lang/Object;"},
    {"java/util/Queue", "peek", "()Ljava/lang/Object;"},
}};

}  // namespace

const std::set<std::string>& SurfaceBuilder::functional_types()
{
    if (!m_functional)
    {
        m_functional.emplace();
        for (const std::string& name : m_under_test)
        {
            const std::vector<std::string>& types =
                facts_of(*m_hierarchy.find(name)).functional_types;
            m_functional->insert(types.begin(), types.end());
        }
    }
    return *m_functional;
}

void SurfaceBuilder::add_calls_on_results()
{
    const std::set<std::string>& functional = functional_types();
    const auto holds_function = [&functional](const GroundType& type) {
        return std::any_of(type.arguments.begin(), type.arguments.end(),
            [&](const GroundType& held) { return functional.contains(held.name); });
    };
    std::set<std::string> seen;
    std::size_t called = 0;
    for (std::size_t i = 0;
         !functional.empty() && called < max_called_results && i < m_results.size(); ++i)
    {
        // A copy: the list grows.
        const GroundType type = m_results[i];
        if (!seen.insert(key_of(type)).second)
        {
            continue;
        }
        const std::size_t callables = m_callables.size();
        const auto method =
            functional.contains(type.name) ? m_hierarchy.functional_method(type) : std::nullopt;
        if (method)
        {
            add_call_on(type, method->declared_in, method->name, method->descriptor, false);
        }
        const auto open = [&](const Opening& opening) {
            if (opening.type == type.name)
            {
                add_call_on(
                    type, type, std::string(opening.method), std::string(opening.descriptor), true);
            }
        };
        std::for_each(endings.begin(), endings.end(), open);
        if (holds_function(type))
        {
            std::for_each(contents.begin(), contents.end(), open);
        }
        called += m_callables.size() != callables ? 1U : 0U;
    }
}

void SurfaceBuilder::add_call_on(const GroundType& type, const GroundType& declared_in,
    const std::string& name, const std::string& descriptor, bool opens_result)
{
    const ClassFile* file = m_hierarchy.find(declared_in.name);
    const Method* method = file == nullptr ? nullptr : file->find_method(name, descriptor);
    if (method != nullptr && m_hierarchy.is_nameable(*file) &&
        m_hierarchy.is_usable(*file, *method) && !m_options.method)
    {
        add_method(*file, *method, type,
            {.is_under_test = true,
                .is_made = true,
                .opens_result = opens_result,
                .inherited_from = &declared_in});
    }
}

}  // namespace sbst::jvm::detail
