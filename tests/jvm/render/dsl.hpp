// SPDX-License-Identifier: Apache-2.0
// Short ways to write down a test of shop.Ratio.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <string>
#include <utility>
#include <vector>

inline const std::string ratio = "shop/Ratio";
inline const std::string ratio_type = "Lshop/Ratio;";
inline const std::string string_type = "Ljava/lang/String;";

/// A test as it grows; what is added is known by its index.
class Steps
{
public:
    std::size_t add(sbst::jvm::JavaCall call)
    {
        m_test.steps.emplace_back(std::move(call));
        return m_test.steps.size() - 1;
    }
    std::size_t make(const std::string& owner, const std::string& descriptor,
        std::vector<sbst::jvm::JavaValue> arguments)
    {
        return add({.callable = {.kind = sbst::jvm::JavaCallableKind::constructor,
                        .owner = owner,
                        .name = "<init>",
                        .descriptor = descriptor},
            .arguments = std::move(arguments)});
    }
    std::size_t ratio_of(int top, int bottom)
    {
        return make(ratio, "(II)V", {sbst::jvm::java_int(top), sbst::jvm::java_int(bottom)});
    }
    std::size_t statically(const std::string& name, const std::string& descriptor,
        std::vector<sbst::jvm::JavaValue> arguments)
    {
        return add({.callable = {.kind = sbst::jvm::JavaCallableKind::static_method,
                        .owner = ratio,
                        .name = name,
                        .descriptor = descriptor},
            .arguments = std::move(arguments)});
    }
    std::size_t on(std::size_t receiver, const std::string& name, const std::string& descriptor,
        std::vector<sbst::jvm::JavaValue> arguments = {})
    {
        arguments.insert(arguments.begin(), sbst::jvm::java_step(receiver));
        return add({.callable = method(name, descriptor), .arguments = std::move(arguments)});
    }
    std::size_t of_kind(sbst::jvm::JavaCallableKind kind, const std::string& owner,
        const std::string& descriptor, std::vector<sbst::jvm::JavaValue> arguments,
        const std::string& name = "")
    {
        return add(
            {.callable = {.kind = kind, .owner = owner, .name = name, .descriptor = descriptor},
                .arguments = std::move(arguments)});
    }
    void expect(std::size_t step, sbst::jvm::JavaValue expected)
    {
        m_test.steps.emplace_back(
            sbst::jvm::JavaAssertion{.step = step, .expected = std::move(expected)});
    }
    void expect(sbst::jvm::JavaAssertion assertion)
    {
        m_test.steps.emplace_back(std::move(assertion));
    }
    [[nodiscard]] sbst::jvm::JavaCall& at(std::size_t step)
    {
        return std::get<sbst::jvm::JavaCall>(m_test.steps[step]);
    }
    [[nodiscard]] sbst::jvm::JavaTest& test() { return m_test; }

    static sbst::jvm::JavaCallable method(const std::string& name, const std::string& descriptor)
    {
        return {.kind = sbst::jvm::JavaCallableKind::instance_method,
            .owner = ratio,
            .name = name,
            .descriptor = descriptor};
    }

private:
    sbst::jvm::JavaTest m_test;
};

inline sbst::jvm::JavaSuite ratio_suite(std::vector<sbst::jvm::JavaTest> tests, int junit = 5)
{
    return {.package = "shop",
        .class_name = "RatioTest",
        .class_under_test = ratio,
        .junit = junit,
        .tests = std::move(tests),
        .generic_classes = {"java/util/ArrayList", "java/util/HashMap", "java/util/List",
            "java/util/Map", "java/util/function/Function", "shop/Ratio$Pair"},
        .inner_classes = {"shop/Ratio$Part"},
        .package_classes = {"Ratio"}};
}
