// SPDX-License-Identifier: Apache-2.0
#include "test_repair.hpp"

#include "../render/callables.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

constexpr const char* object_descriptor = "Ljava/lang/Object;";

/// Changes of one statement.
class StatementRepair
{
public:
    StatementRepair(
        JavaTest& test, const RepairState& state, const std::vector<std::size_t>& statement)
      : m_test(&test), m_state(&state), m_statement(&statement)
    {}

    /// Tells whether the repair changes the test, or could leave something out.
    [[nodiscard]] bool apply(Repair repair, std::string_view message)
    {
        switch (repair)
        {
            case Repair::throws_clause:
                return message.find("unreported exception") != std::string_view::npos &&
                       !std::exchange(m_test->declares_throwable, true);
            case Repair::casts:
                return write_casts();
            case Repair::wide_casts:
                return write_wide_casts();
            case Repair::wide_variable:
                return widen_variable();
            case Repair::narrow_variables:
                return narrow_variables();
            case Repair::no_assertion:
                return std::holds_alternative<JavaAssertion>(m_test->steps[m_statement->back()]);
            case Repair::no_statement:
                return std::holds_alternative<JavaCall>(m_test->steps[m_statement->back()]);
            default:
                return repair == Repair::no_test;
        }
    }

private:
    [[nodiscard]] JavaCall* call_at(std::size_t step) const
    {
        return std::get_if<JavaCall>(&m_test->steps[step]);
    }

    /// The calls whose results the statement uses, and those in it.
    [[nodiscard]] std::set<std::size_t> calls_around() const
    {
        std::set<std::size_t> found;
        for (const std::size_t step : *m_statement)
        {
            if (const JavaCall* call = call_at(step))
            {
                found.insert(step);
                for (const JavaValue& argument : call->arguments)
                {
                    if (argument.kind == JavaValueKind::step)
                    {
                        found.insert(argument.step);
                    }
                }
            }
            else
            {
                found.insert(std::get<JavaAssertion>(m_test->steps[step]).step);
            }
        }
        return found;
    }

    [[nodiscard]] bool write_casts()
    {
        bool has_changed = false;
        for (const std::size_t step : *m_statement)
        {
            if (JavaCall* call = call_at(step))
            {
                has_changed = !std::exchange(call->is_explicit, true) || has_changed;
                call->casts_receiver = has_receiver(call->callable);
            }
        }
        for (const std::size_t step : calls_around())
        {
            has_changed = !std::exchange(call_at(step)->generic_type, {}).empty() || has_changed;
        }
        return has_changed;
    }

    [[nodiscard]] bool write_wide_casts()
    {
        bool has_changed = false;
        for (const std::size_t step : *m_statement)
        {
            if (JavaCall* call = call_at(step))
            {
                has_changed = !std::exchange(call->casts_through_object, true) || has_changed;
            }
        }
        return has_changed;
    }

    [[nodiscard]] bool widen_variable()
    {
        bool has_changed = false;
        for (const std::size_t step : *m_statement)
        {
            JavaCall* const call = call_at(step);
            const std::string type = call == nullptr ? std::string() : variable_type(*call);
            if (type.empty() || type == object_descriptor)
            {
                continue;
            }
            call->result_type = object_descriptor;
            call->generic_type.clear();
            has_changed = true;
        }
        return has_changed;
    }

    /// The type of the variable for the result; empty where it can be no other.
    [[nodiscard]] static std::string variable_type(const JavaCall& call)
    {
        const std::string type =
            call.result_type.empty() ? result_type(call.callable) : call.result_type;
        const bool is_object = type.starts_with('L') || type.starts_with('[');
        return is_object && !is_pure(call.callable) ? type : std::string();
    }

    [[nodiscard]] bool narrow_variables()
    {
        const std::vector<std::string> classes = classes_by_step();
        bool has_changed = false;
        for (const std::size_t step : calls_around())
        {
            JavaCall& call = *call_at(step);
            const std::string type = variable_type(call);
            if (!classes[step].empty() && !type.empty() && type != classes[step])
            {
                call.result_type = classes[step];
                call.generic_type.clear();
                has_changed = true;
            }
        }
        for (const std::size_t step : *m_statement)
        {
            JavaCall* const call = call_at(step);
            if (has_changed && call != nullptr)
            {
                // A cast to the erased type would make it wider again.
                call->is_explicit = false;
                call->casts_through_object = false;
                call->casts_receiver = false;
            }
        }
        return has_changed;
    }

    [[nodiscard]] std::vector<std::string> classes_by_step() const
    {
        std::vector<std::string> classes(m_test->steps.size());
        std::size_t call = 0;
        for (std::size_t step = 0; step < classes.size(); ++step)
        {
            if (call_at(step) != nullptr && call < m_state->classes.size())
            {
                classes[step] = m_state->classes[call++];
            }
        }
        return classes;
    }

    JavaTest* m_test;
    const RepairState* m_state;
    const std::vector<std::size_t>* m_statement;
};

Repair after(Repair repair)
{
    return repair == Repair::no_test ? repair : static_cast<Repair>(static_cast<int>(repair) + 1);
}

void move_down(JavaValue& value, std::size_t erased)
{
    value.step -= value.step > erased ? 1U : 0U;
    for (JavaValue& element : value.elements)
    {
        move_down(element, erased);
    }
}

void note(Repair repair, std::string_view message, RepairState& state)
{
    if (std::find(state.done.begin(), state.done.end(), repair) == state.done.end())
    {
        state.done.push_back(repair);
    }
    if (state.cause.empty())
    {
        state.cause = message;
    }
}

}  // namespace

std::string_view to_string(Repair repair)
{
    constexpr std::array<std::string_view, 9> names{"nothing", "a wider throws clause", "casts",
        "casts through Object", "a variable of a wider type", "variables of narrower types",
        "an assertion less", "a statement less", "a test less"};
    return names.at(static_cast<std::size_t>(repair));
}

Repair repair_statement(JavaTest& test, RepairState& state,
    const std::vector<std::size_t>& statement, std::string_view message, bool may_shrink)
{
    state.tried.resize(test.steps.size(), Repair::none);
    StatementRepair attempt(test, state, statement);
    Repair repair = after(state.tried[statement.back()]);
    while (!attempt.apply(repair, message))
    {
        repair = after(repair);
    }
    if (!may_shrink && repair > Repair::narrow_variables)
    {
        repair = Repair::no_test;
    }
    for (const std::size_t step : statement)
    {
        // What is left of a statement that goes can go as well.
        state.tried[step] = std::max(state.tried[step], std::min(repair, Repair::narrow_variables));
    }
    note(repair, message, state);
    return repair;
}

void cast_whole(JavaTest& test, RepairState& state, std::string_view message)
{
    for (JavaStep& step : test.steps)
    {
        if (auto* const call = std::get_if<JavaCall>(&step))
        {
            call->is_explicit = true;
            call->generic_type.clear();
        }
    }
    state.is_cast_whole = true;
    note(Repair::casts, message, state);
}

void erase_step(JavaTest& test, RepairState& state, std::size_t step)
{
    state.tried.resize(test.steps.size(), Repair::none);
    state.tried.erase(state.tried.begin() + static_cast<std::ptrdiff_t>(step));
    test.steps.erase(test.steps.begin() + static_cast<std::ptrdiff_t>(step));
    for (JavaStep& other : test.steps)
    {
        if (auto* call = std::get_if<JavaCall>(&other))
        {
            for (JavaValue& argument : call->arguments)
            {
                move_down(argument, step);
            }
        }
        else
        {
            auto& assertion = std::get<JavaAssertion>(other);
            assertion.step -= assertion.step > step ? 1U : 0U;
            move_down(assertion.expected, step);
        }
    }
}

void take_over_repairs(const JavaTest& from, const RepairState& earlier,
    const std::vector<std::size_t>& calls, JavaTest& test, RepairState& state)
{
    std::vector<std::size_t> steps;
    for (std::size_t step = 0; step < from.steps.size(); ++step)
    {
        if (std::holds_alternative<JavaCall>(from.steps[step]))
        {
            steps.push_back(step);
        }
    }
    test.declares_throwable = from.declares_throwable;
    state.done = earlier.done;
    state.is_cast_whole = earlier.is_cast_whole;
    state.cause = earlier.cause;
    state.tried.assign(test.steps.size(), Repair::none);
    std::size_t index = 0;
    for (std::size_t step = 0; step < test.steps.size(); ++step)
    {
        auto* const call = std::get_if<JavaCall>(&test.steps[step]);
        if (call == nullptr)
        {
            continue;
        }
        const std::size_t known = index < calls.size() ? calls[index] : steps.size();
        ++index;
        if (known >= steps.size())
        {
            continue;
        }
        const auto& old = std::get<JavaCall>(from.steps[steps[known]]);
        call->is_explicit = old.is_explicit;
        call->casts_through_object = old.casts_through_object;
        call->casts_receiver = old.casts_receiver;
        call->generic_type = old.generic_type;
        call->result_type = old.result_type;
        state.tried[step] =
            steps[known] < earlier.tried.size() ? earlier.tried[steps[known]] : Repair::none;
    }
}

}  // namespace sbst::jvm::detail
