// SPDX-License-Identifier: Apache-2.0
// The catalogue of callables, the things that a test can call. An adapter describes its subject
// here and gets generation, mutation and crossover for it. Next: test_case.hpp.
#pragma once

#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst
{

struct CallableTag;
/// Names a callable of one Catalogue.
using CallableId = StrongId<CallableTag>;

enum class CallableKind
{
    constructor,
    /// Parameter 0 is the receiver; it is never null.
    method,
    /// Without a receiver, or called on the single instance of the unit under test.
    function,
    field_read,
    field_write,
    /// One parameter; its object is seen as the result's type, checked if the language does so.
    cast
};

/// A parameter of a callable.
struct Parameter
{
    std::string name;
    TypeId type;
    /// The meaning of the parameter for the renderer ("sender", "value", ...); empty = an ordinary
    /// argument. The core only distinguishes empty from not empty: the search changes ordinary
    /// arguments more often.
    std::string role{};
    /// A value that each draw takes with probability `usual_prob`, so that rarely needed values (a
    /// jump of time) stay rare.
    std::optional<Value> usual{};
    double usual_prob = 0.0;
};

/// Tells whether parameter 0 of such a callable is a receiver.
[[nodiscard]] constexpr bool has_receiver(CallableKind kind)
{
    return kind == CallableKind::method || kind == CallableKind::field_read ||
           kind == CallableKind::field_write;
}

/// Something that a call can call.
struct Callable
{
    CallableKind kind = CallableKind::function;
    std::string name;
    std::vector<Parameter> parameters{};
    /// Type of the result; a void type when there is none.
    TypeId result;
    /// True for members of the unit under test (random insertion prefers these); other callables
    /// only produce inputs.
    bool is_under_test = true;
    /// It changes what the test runs in (a global setting) and makes nothing: now and then an
    /// insertion calls it, before the first use.
    bool sets_surroundings = false;
    /// Only who asks for it calls it: random choice does not, neither for its result nor on its
    /// objects.
    bool is_on_demand = false;
    /// Random choice takes it seldom where something else makes such objects: its own mostly end
    /// what a test could do with them (a reader that fails).
    bool is_rare = false;
};

/// The append-only list of callables of one problem.
class Catalogue
{
public:
    /// Adds a callable.
    /// @throws ConfigError when it has no name, the type of a parameter or of the result is not in
    /// `types`, a parameter is void, a usual value is not of its type or its probability is not in
    /// [0, 1], a method or a field access has no receiver of object type, a constructor makes
    /// nothing, or a cast is not from one object type to another.
    CallableId add(Callable callable, const TypeUniverse& types);

    /// Adds a callable that opens a test: when there is one, call 0 of every test calls an
    /// opening callable and no later call does (it makes the unit under test).
    /// @throws ConfigError also when a parameter needs an object that cannot be null: no call
    /// before an opening could make one.
    CallableId add_opening(Callable callable, const TypeUniverse& types);

    [[nodiscard]] const Callable& operator[](CallableId id) const
    {
        return m_callables[id.index()];
    }
    [[nodiscard]] std::size_t size() const { return m_callables.size(); }

    /// Tells whether the parameter accepts null: its type is nullable, and it is not the receiver.
    [[nodiscard]] bool takes_null(
        CallableId id, std::size_t parameter, const TypeUniverse& types) const;

    [[nodiscard]] std::span<const CallableId> openings() const { return m_openings; }
    [[nodiscard]] bool is_opening(CallableId id) const;
    /// Callables under test that are not openings, in order.
    [[nodiscard]] std::span<const CallableId> under_test() const { return m_under_test; }
    /// Callables (without openings) whose result may be used as a `type`, in order.
    [[nodiscard]] std::vector<CallableId> producers(TypeId type, const TypeUniverse& types) const;
    /// Callables (without openings) with a parameter that takes a value of `type`, in order.
    [[nodiscard]] std::vector<CallableId> consumers(TypeId type, const TypeUniverse& types) const;

private:
    std::vector<Callable> m_callables;
    std::vector<bool> m_is_opening;
    std::vector<CallableId> m_openings;
    std::vector<CallableId> m_under_test;
};

}  // namespace sbst
