// SPDX-License-Identifier: Apache-2.0
// Turns the core's tests into calls that the renderer writes. Next: observed_test.hpp, which adds
// what they returned.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

class TestTranslator
{
public:
    /// Keeps both, which outlive it.
    TestTranslator(const ClassPath& path, const JavaSurface& surface)
      : m_path(&path), m_surface(&surface)
    {}

    /// One call a call, in order: step i is call i.
    [[nodiscard]] std::vector<JavaCall> calls_of(const TestCase& test) const;

private:
    /// Drops answers that no call gets, so that nothing refers to what they are.
    static void keep_used_answers(JavaCall& call);
    /// A stand-in of a functional interface becomes a lambda where it always does the same.
    static void write_as_lambda(JavaCall& call);
    [[nodiscard]] JavaCall call_of(const TestCase& test, const Call& call) const;
    [[nodiscard]] JavaValue argument_of(
        const TestCase& test, const Argument& argument, TypeId type) const;
    [[nodiscard]] JavaValue value_of(const Value& value, TypeId type) const;
    [[nodiscard]] std::vector<std::string> overloads_of(const JavaCallable& callable) const;
    /// Leaves raw the variables that a parameter would not take with their type arguments.
    void keep_raw_for_parameters(std::vector<JavaCall>& calls) const;

    const ClassPath* m_path;
    const JavaSurface* m_surface;
};

/// A result as a literal; null for objects. Precondition: not truncated.
[[nodiscard]] JavaValue literal_of(const JavaResult& result);

}  // namespace sbst::jvm::detail
