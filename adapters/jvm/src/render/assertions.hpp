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
    [[nodiscard]] SourceCode assertion(const JavaAssertion& assertion);
    /// `assertThrows(X.class, () -> ...)`; the call may be a statement that is no expression.
    [[nodiscard]] SourceCode throwing(const std::string& exception, SourceCode lambda);
    /// `assertDoesNotThrow(() -> ...)`, of JUnit 5 only.
    [[nodiscard]] SourceCode not_throwing(SourceCode lambda);
    [[nodiscard]] SourceCode equal_texts(const std::u16string& expected, SourceCode actual);

private:
    [[nodiscard]] SourceCode make(const std::string& name, std::vector<SourceCode> arguments);
    /// Descriptor of what an inspector of that type returns, as far as assertions must know it.
    [[nodiscard]] std::string asked_type(const JavaValue& expected, std::string type);
    [[nodiscard]] SourceCode equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] SourceCode array_equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] SourceCode literal_equality(const JavaValue& expected, Expression actual);
    [[nodiscard]] SourceCode instance(const JavaValue& expected, Expression actual);

    int m_junit;
    ExpressionWriter& m_expressions;
    std::set<std::string>& m_imports;
};

}  // namespace sbst::jvm::detail
