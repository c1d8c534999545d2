// SPDX-License-Identifier: Apache-2.0
#include "type_namer.hpp"

#include <sbst/jvm/render/contract_checks.hpp>

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace sbst::jvm
{
namespace
{
constexpr const char* object_class = "java/lang/Object";

/// Adds the steps that assert one contract.
class CheckBuilder
{
public:
    explicit CheckBuilder(std::vector<JavaStep> setup) : m_steps(std::move(setup)) {}

    void add(const ContractViolation& violation)
    {
        const std::size_t x = violation.object;
        const std::size_t y = violation.other;
        switch (violation.contract)
        {
            case JavaContract::equals_is_reflexive:
                return expect(equals(x, java_step(x)), java_boolean(true));
            case JavaContract::equals_is_symmetric:
            {
                const std::size_t forth = equals(x, java_step(y));
                return expect(equals(y, java_step(x)), java_step(forth));
            }
            case JavaContract::equals_null_is_false:
                return expect(equals(x, java_null()), java_boolean(false));
            case JavaContract::hash_code_is_stable:
            {
                const std::size_t first = hash_code(x);
                return expect(hash_code(x), java_step(first));
            }
            case JavaContract::hash_code_follows_equals:
            {
                expect(equals(x, java_step(y)), java_boolean(true));
                const std::size_t first = hash_code(x);
                return expect(hash_code(y), java_step(first));
            }
            case JavaContract::compare_to_is_antisymmetric:
                return expect_opposite(x, y);
            case JavaContract::to_string_returns:
                m_steps.emplace_back(JavaAssertion{.kind = JavaAssertionKind::not_null,
                    .step = invoke(x, "toString", "()Ljava/lang/String;", {})});
                return;
            case JavaContract::exception_is_declared:
                return;
        }
    }

    [[nodiscard]] std::vector<JavaStep> take() { return std::move(m_steps); }

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
            .arguments = std::move(arguments)});
    }
    std::size_t equals(std::size_t receiver, JavaValue argument)
    {
        return invoke(receiver, "equals", "(Ljava/lang/Object;)Z", {std::move(argument)});
    }
    std::size_t hash_code(std::size_t receiver) { return invoke(receiver, "hashCode", "()I", {}); }
    void expect(std::size_t step, JavaValue expected)
    {
        m_steps.emplace_back(JavaAssertion{.step = step, .expected = std::move(expected)});
    }

    std::size_t compare_to(std::size_t receiver, std::size_t argument)
    {
        return push({.callable = {.kind = JavaCallableKind::instance_method,
                         .owner = "java/lang/Comparable",
                         .name = "compareTo",
                         .descriptor = "(Ljava/lang/Object;)I"},
            .arguments = {java_step(receiver), java_step(argument)}});
    }
    std::size_t compare(JavaValue left, JavaValue right)
    {
        return push({.callable = {.kind = JavaCallableKind::static_method,
                         .owner = "java/lang/Integer",
                         .name = "compare",
                         .descriptor = "(II)I"},
            .arguments = {std::move(left), std::move(right)}});
    }
    /// `compare(c, 0)` is the sign of c, `compare(0, c)` the opposite one.
    void expect_opposite(std::size_t x, std::size_t y)
    {
        const std::size_t forth = compare(java_step(compare_to(x, y)), java_int(0));
        const std::size_t back = compare(java_int(0), java_step(compare_to(y, x)));
        expect(back, java_step(forth));
    }

    std::vector<JavaStep> m_steps;
};

/// `shop.Ratio.times` of the last call; a constructor by its class.
std::string callable_text(const std::vector<JavaStep>& steps)
{
    assert(!steps.empty());
    const JavaCallable& callable = std::get<JavaCall>(steps.back()).callable;
    const std::string owner = detail::default_source_name(callable.owner);
    return callable.kind == JavaCallableKind::constructor ? "new " + owner :
                                                            owner + "." + callable.name;
}

JavaTest test_of(const ContractViolation& violation)
{
    JavaTest test;
    if (violation.contract == JavaContract::exception_is_declared)
    {
        const std::string what = callable_text(violation.setup);
        test.comment = {fmt::format("{} {}, which it does not declare.", what, violation.observed)};
        test.disabled = fmt::format("{} {}", what, violation.observed);
    }
    else
    {
        test.name = contract_words(violation.contract);
        test.comment = {fmt::format(
            "Contract: {}. Seen: {}.", contract_words(violation.contract), violation.observed)};
    }
    CheckBuilder builder(violation.setup);
    builder.add(violation);
    test.steps = builder.take();
    return test;
}
}  // namespace

std::string_view contract_words(JavaContract contract)
{
    switch (contract)
    {
        case JavaContract::equals_is_reflexive:
            return "equals is reflexive";
        case JavaContract::equals_is_symmetric:
            return "equals is symmetric";
        case JavaContract::equals_null_is_false:
            return "equals null is false";
        case JavaContract::hash_code_is_stable:
            return "hashCode is stable";
        case JavaContract::hash_code_follows_equals:
            return "hashCode follows equals";
        case JavaContract::compare_to_is_antisymmetric:
            return "compareTo is antisymmetric";
        case JavaContract::to_string_returns:
            return "toString returns";
        case JavaContract::exception_is_declared:
            break;
    }
    return "exception is declared";
}

JavaSuite contract_suite(JavaSuite suite, const std::vector<ContractViolation>& violations)
{
    suite.tests.clear();
    for (const ContractViolation& violation : violations)
    {
        suite.tests.push_back(test_of(violation));
    }
    return suite;
}

}  // namespace sbst::jvm
