// SPDX-License-Identifier: Apache-2.0
#include "inliner.hpp"

#include "callables.hpp"

#include <algorithm>
#include <cassert>

namespace sbst::jvm::detail
{

namespace
{

/// Calls within calls that a reader follows in one line.
constexpr std::size_t max_depth = 2;

void collect(const JavaValue& value, std::vector<std::size_t>& steps)
{
    if (value.kind == JavaValueKind::step)
    {
        steps.push_back(value.step);
    }
    for (const JavaValue& element : value.elements)
    {
        collect(element, steps);
    }
}

class Inliner
{
public:
    Inliner(const JavaSuite& suite, const JavaTest& test)
      : m_suite(suite), m_test(test), m_depths(test.steps.size(), 0)
    {
        m_layout.forms.assign(test.steps.size(), StepForm::statement);
        m_layout.uses.assign(test.steps.size(), 0);
    }

    TestLayout run()
    {
        drop_unused();
        for (std::size_t user = 0; user < m_test.steps.size(); ++user)
        {
            if (m_layout.forms[user] != StepForm::dropped)
            {
                take_operands(user);
                m_statements.push_back(user);
            }
        }
        return std::move(m_layout);
    }

private:
    /// Counts uses from the last step on, so that what only dropped steps use is dropped too.
    void drop_unused()
    {
        for (std::size_t i = m_test.steps.size(); i-- > 0;)
        {
            const auto* const call = std::get_if<JavaCall>(&m_test.steps[i]);
            if (call != nullptr && m_layout.uses[i] == 0 && is_pure(call->callable) &&
                call->expected_exception.empty())
            {
                m_layout.forms[i] = StepForm::dropped;
                continue;
            }
            for (const std::size_t used : operands(m_test.steps[i]))
            {
                assert(used < i);
                ++m_layout.uses[used];
            }
        }
    }

    void take_operands(std::size_t user)
    {
        std::vector<std::size_t> used = operands(m_test.steps[user]);
        const auto* const call = std::get_if<JavaCall>(&m_test.steps[user]);
        std::size_t depth = 0;
        for (std::size_t i = used.size(); i-- > 0;)
        {
            const bool is_receiver = call != nullptr && i == 0 && has_receiver(call->callable) &&
                                     call->arguments.front().kind == JavaValueKind::step;
            // Without effects, and of variables and literals only, it may stand anywhere.
            const auto place = is_movable(used[i]) ?
                                   std::find(m_statements.begin(), m_statements.end(), used[i]) :
                                   m_statements.end() - (m_statements.empty() ? 0 : 1);
            if (place != m_statements.end() && *place == used[i] &&
                may_inline(used[i], user, is_receiver))
            {
                m_layout.forms[used[i]] = StepForm::inlined;
                m_statements.erase(place);
                depth = std::max(depth, m_depths[used[i]]);
            }
        }
        m_depths[user] = depth + (call != nullptr && is_invocation(call->callable) ? 1 : 0);
    }

    [[nodiscard]] bool is_movable(std::size_t step) const
    {
        const auto* const call = std::get_if<JavaCall>(&m_test.steps[step]);
        return call != nullptr && is_pure(call->callable) && m_depths[step] == 0;
    }

    [[nodiscard]] bool may_inline(std::size_t step, std::size_t user, bool is_receiver) const
    {
        const auto& made = std::get<JavaCall>(m_test.steps[step]);
        if (m_layout.uses[step] != 1 || !made.expected_exception.empty())
        {
            return false;
        }
        const auto* const call = std::get_if<JavaCall>(&m_test.steps[user]);
        const JavaCallableKind kind = made.callable.kind;
        if (kind == JavaCallableKind::stand_in || !may_be_answer(kind, call))
        {
            return false;
        }
        if (is_movable(step))
        {
            // Neither a lambda nor a literal has members, but for that of a class.
            return !is_receiver || kind == JavaCallableKind::cast ||
                   kind == JavaCallableKind::class_literal;
        }
        if (call == nullptr)
        {
            return m_depths[step] <= max_depth &&
                   !hides_box(made, std::get<JavaAssertion>(m_test.steps[user]));
        }
        if (hides_type_arguments(made) || (is_receiver && tells_type(made, *call)))
        {
            return false;
        }
        // What is expected to throw stands alone, so that nothing else can.
        return call->expected_exception.empty() && m_depths[step] < max_depth &&
               call->callable.kind != JavaCallableKind::functional;
    }

    /// Code in a stand-in runs again at each call: there it must neither do anything nor make an
    /// array.
    [[nodiscard]] static bool may_be_answer(JavaCallableKind made, const JavaCall* user)
    {
        return user == nullptr || user->callable.kind != JavaCallableKind::stand_in ||
               made == JavaCallableKind::cast || made == JavaCallableKind::as_object ||
               made == JavaCallableKind::class_literal || made == JavaCallableKind::functional;
    }

    /// Tells whether a result of `List<String>` would be handed on, where a raw one fits always.
    [[nodiscard]] bool hides_type_arguments(const JavaCall& made) const
    {
        const std::string type =
            made.result_type.empty() ? result_type(made.callable) : made.result_type;
        return made.callable.kind != JavaCallableKind::constructor && type.starts_with('L') &&
               m_suite.generic_classes.contains(type.substr(1, type.size() - 2));
    }

    /// Tells whether type arguments, which only a variable has, tell what the call returns.
    [[nodiscard]] static bool tells_type(const JavaCall& made, const JavaCall& call)
    {
        return !made.generic_type.empty() && !call.result_type.empty() &&
               call.result_type != result_type(call.callable);
    }

    /// Tells whether a result that is an object here may be a box for the compiler: then a number
    /// would be compared with it in more than one way.
    [[nodiscard]] static bool hides_box(const JavaCall& made, const JavaAssertion& assertion)
    {
        const bool is_literal = assertion.expected.kind == JavaValueKind::literal &&
                                assertion.expected.type != JavaTypeKind::string;
        const std::string type =
            made.result_type.empty() ? result_type(made.callable) : made.result_type;
        return is_literal && !assertion.inspector && !is_primitive(type) &&
               primitive_of(type).empty();
    }

    const JavaSuite& m_suite;
    const JavaTest& m_test;
    TestLayout m_layout;
    /// Invocations within each other in the statement of a step.
    std::vector<std::size_t> m_depths;
    /// Steps so far that have a statement, in order.
    std::vector<std::size_t> m_statements;
};

}  // namespace

std::vector<std::size_t> operands(const JavaStep& step)
{
    std::vector<std::size_t> used;
    if (const auto* const call = std::get_if<JavaCall>(&step))
    {
        for (const JavaValue& argument : call->arguments)
        {
            collect(argument, used);
        }
    }
    else
    {
        const auto& assertion = std::get<JavaAssertion>(step);
        collect(assertion.expected, used);
        if (!assertion.argument && assertion.kind != JavaAssertionKind::printed)
        {
            used.push_back(assertion.step);
        }
    }
    return used;
}

TestLayout lay_out(const JavaSuite& suite, const JavaTest& test)
{
    return Inliner(suite, test).run();
}

}  // namespace sbst::jvm::detail
