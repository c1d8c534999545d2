// SPDX-License-Identifier: Apache-2.0
// Assertions of JUnit, in either flavour.
#pragma once

#include "expressions.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <set>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

/// Names of JUnit's methods, to import; tests must not be called like them.
[[nodiscard]] bool is_assertion_name(std::string_view name);

class AssertionWriter
{
public:
    AssertionWriter(int junit, ExpressionWriter& expressions, std::set<std::string>& imports)
      : m_junit(junit), m_expressions(expressions), m_imports(imports)
    {}

    /// The assertion as a statement without its semicolon.
    [[nodiscard]] Code assertion(const JavaAssertion& assertion);
    /// `assertThrows(X.class, () -> ...)`; the call may be a statement that is no expression.
    [[nodiscard]] Code throwing(const std::string& exception, Code lambda);
    [[nodiscard]] Code equal_texts(const std::u16string& expected, Code actual);

private:
    [[nodiscard]] Code make(const std::string& name, std::vector<Code> arguments);
    [[nodiscard]] Code equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] Code array_equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] Code literal_equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] Code instance(const JavaValue& expected, Expression actual);

    int m_junit;
    ExpressionWriter& m_expressions;
    std::set<std::string>& m_imports;
};

}  // namespace sbst::jvm::detail
