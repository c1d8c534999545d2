// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/render/object_law_checks.hpp>

#include <fmt/format.h>

#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr const char* object_class = "java/lang/Object";

/// Adds the steps that assert how one law is broken.
class CheckBuilder
{
public:
    explicit CheckBuilder(const LawViolation& violation)
      : m_violation(&violation), m_steps(violation.setup)
    {}

    [[nodiscard]] std::vector<JavaStep> build()
    {
        const std::size_t x = m_violation->object;
        const std::size_t y = m_violation->other;
        switch (m_violation->law)
        {
            case ObjectLaw::equals_is_reflexive:
                expect(equals(x, java_step(x)), java_boolean(false));
                break;
            case ObjectLaw::equals_is_symmetric:
                expect(equals(x, java_step(y)), java_boolean(m_violation->forth != 0));
                expect(equals(y, java_step(x)), java_boolean(m_violation->back != 0));
                break;
            case ObjectLaw::equals_null_is_false:
                expect(equals(x, java_null()), java_boolean(true));
                break;
            case ObjectLaw::hash_code_is_stable:
                expect_difference(x, x);
                break;
            case ObjectLaw::hash_code_follows_equals:
                expect(equals(x, java_step(y)), java_boolean(true));
                expect_difference(x, y);
                break;
            case ObjectLaw::compare_to_is_antisymmetric:
                expect(sign(compare_to(x, y)), java_int(m_violation->forth));
                expect(sign(compare_to(y, x)), java_int(m_violation->back));
                break;
            case ObjectLaw::to_string_returns:
                expect_no_text(x);
                break;
        }
        return std::move(m_steps);
    }

private:
    std::size_t push(JavaCall call)
    {
        m_steps.emplace_back(std::move(call));
        return m_steps.size() - 1;
    }
    std::size_t invoke(std::size_t receiver, const std::string& name, const std::string& descriptor,
        std::vector<JavaValue> arguments)
    {
        arguments.insert(arguments.begin(), java_step(receiver));
        return push({.callable = {.kind = JavaCallableKind::instance_method,
                         .owner = object_class,
                         .name = name,
                         .descriptor = descriptor},
            .arguments = std::move(arguments),
            .expected_exception = m_violation->thrown});
    }
    std::size_t equals(std::size_t receiver, JavaValue argument)
    {
        return invoke(receiver, "equals", "(Ljava/lang/Object;)Z", {std::move(argument)});
    }
    std::size_t hash_code(std::size_t receiver) { return invoke(receiver, "hashCode", "()I", {}); }

    void expect(std::size_t step, JavaValue expected)
    {
        // A call that throws has no result.
        if (m_violation->thrown.empty())
        {
            m_steps.emplace_back(JavaAssertion{.step = step, .expected = std::move(expected)});
        }
    }

    /// The numbers themselves may differ from run to run.
    void expect_difference(std::size_t x, std::size_t y)
    {
        const std::size_t first = hash_code(x);
        if (!m_violation->thrown.empty())
        {
            return;
        }
        const std::size_t second = hash_code(y);
        expect(push({.callable = {.kind = JavaCallableKind::static_method,
                         .owner = "java/util/Objects",
                         .name = "equals",
                         .descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z"},
                   .arguments = {java_step(first), java_step(second)}}),
            java_boolean(false));
    }

    void expect_no_text(std::size_t x)
    {
        const std::size_t text = invoke(x, "toString", "()Ljava/lang/String;", {});
        if (m_violation->thrown.empty())
        {
            m_steps.emplace_back(JavaAssertion{.kind = JavaAssertionKind::is_null, .step = text});
        }
    }

    std::size_t compare_to(std::size_t receiver, std::size_t argument)
    {
        return push({.callable = {.kind = JavaCallableKind::instance_method,
                         .owner = "java/lang/Comparable",
                         .name = "compareTo",
                         .descriptor = "(Ljava/lang/Object;)I",
                         .is_owner_interface = true},
            .arguments = {java_step(receiver), java_step(argument)}});
    }
    std::size_t sign(std::size_t step)
    {
        return push({.callable = {.kind = JavaCallableKind::static_method,
                         .owner = "java/lang/Integer",
                         .name = "signum",
                         .descriptor = "(I)I"},
            .arguments = {java_step(step)}});
    }

    const LawViolation* m_violation;
    std::vector<JavaStep> m_steps;
};

}  // namespace

std::string_view law_words(ObjectLaw law)
{
    switch (law)
    {
        case ObjectLaw::equals_is_reflexive:
            break;
        case ObjectLaw::equals_is_symmetric:
            return "equals is symmetric";
        case ObjectLaw::equals_null_is_false:
            return "equals null is false";
        case ObjectLaw::hash_code_is_stable:
            return "hashCode is stable";
        case ObjectLaw::hash_code_follows_equals:
            return "hashCode follows equals";
        case ObjectLaw::compare_to_is_antisymmetric:
            return "compareTo is antisymmetric";
        case ObjectLaw::to_string_returns:
            return "toString returns";
    }
    return "equals is reflexive";
}

JavaTest law_test(const LawViolation& violation)
{
    const std::string_view words = law_words(violation.law);
    return {.name = fmt::format("broken: {}", words),
        .comment = {fmt::format("Broken law: {}. Seen: {}.", words, violation.observed)},
        .steps = CheckBuilder(violation).build()};
}

}  // namespace sbst::jvm
