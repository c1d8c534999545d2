// SPDX-License-Identifier: Apache-2.0
// The callable catalogue: what a test can call. An adapter describes its subject here and gets
// generation, mutation and crossover for it. Next: test_case.hpp.
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
    /// No receiver, or the one unit under test, of which there is a single instance.
    function,
    field_read,
    field_write,
    /// One parameter; its object seen as the result's type, checked where the language does so.
    cast
};

/// A parameter of a callable.
struct Parameter
{
    std::string name;
    TypeId type;
    /// What the parameter means to the renderer ("sender", "value", ...); empty = an ordinary
    /// argument. The core reads only whether there is one: search changes ordinary ones more often.
    std::string role{};
    /// A value taken with probability `usual_prob` whenever one is drawn, so that what is rarely
    /// needed (a jump of time) stays rare.
    std::optional<Value> usual{};
    double usual_prob = 0.0;
};

/// Tells whether parameter 0 of such a callable is a receiver.
[[nodiscard]] constexpr bool has_receiver(CallableKind kind)
{
    return kind == CallableKind::method || kind == CallableKind::field_read ||
           kind == CallableKind::field_write;
}

/// Something that a call can do.
struct Callable
{
    CallableKind kind = CallableKind::function;
    std::string name;
    std::vector<Parameter> parameters{};
    /// Type of the result; a void type when there is none.
    TypeId result;
    /// Belongs to the unit under test (random insertion prefers these); others only produce inputs.
    bool is_under_test = true;
};

/// The append-only list of callables of one problem.
class Catalogue
{
public:
    /// Adds a callable.
    /// @throws ConfigError when it has no name, a parameter's or the result's type is not in
    /// `types`, a parameter is void, a usual value is not of its type or its probability not in [0,
    /// 1], a method or a field access has no receiver of object type, a constructor makes nothing,
    /// or a cast is not from one object type to another.
    CallableId add(Callable callable, const TypeUniverse& types);

    /// Adds a callable that opens a test: when there is one, call 0 of every test calls an
    /// opening callable and no later call does (it makes the unit under test).
    /// @throws ConfigError also when a parameter wants an object that cannot be null: nothing
    /// stands before an opening that could make one.
    CallableId add_opening(Callable callable, const TypeUniverse& types);

    [[nodiscard]] const Callable& operator[](CallableId id) const
    {
        return m_callables[id.index()];
    }
    [[nodiscard]] std::size_t size() const { return m_callables.size(); }

    /// Tells whether null may stand there as an argument: of a nullable type, and not the receiver.
    [[nodiscard]] bool takes_null(
        CallableId id, std::size_t parameter, const TypeUniverse& types) const;

    [[nodiscard]] std::span<const CallableId> openings() const { return m_openings; }
    [[nodiscard]] bool is_opening(CallableId id) const;
    /// Callables under test that are not openings, in order.
    [[nodiscard]] std::span<const CallableId> under_test() const { return m_under_test; }
    /// Callables (openings excluded) whose result may stand where `type` is wanted, in order.
    [[nodiscard]] std::vector<CallableId> producers(TypeId type, const TypeUniverse& types) const;
    /// Callables (openings excluded) with a parameter that takes a value of `type`, in order.
    [[nodiscard]] std::vector<CallableId> consumers(TypeId type, const TypeUniverse& types) const;

private:
    std::vector<Callable> m_callables;
    std::vector<bool> m_is_opening;
    std::vector<CallableId> m_openings;
    std::vector<CallableId> m_under_test;
};

}  // namespace sbst
