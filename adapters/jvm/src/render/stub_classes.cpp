// SPDX-License-Identifier: Apache-2.0
#include "stub_classes.hpp"

#include "callables.hpp"
#include "literals.hpp"
#include "mocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

/// With more, a test would not be readable.
constexpr std::size_t most_written = 40;

/// `V` and other primitive types are no signatures of fields.
std::string type_text(TypeNamer& types, const std::string& signature)
{
    return signature.size() == 1 ? types.of_descriptor(signature) : types.of_signature(signature);
}

std::string clause_of_all(TypeNamer& types, const StandInMethod& method)
{
    std::string clause;
    for (const std::string& exception : method.exceptions)
    {
        clause += (clause.empty() ? " throws " : ", ") + types.of_class(exception);
    }
    return clause;
}

void write_method(LineWriter& lines, TypeNamer& types, const StandInMethod& method)
{
    std::vector<SourceCode> parameters;
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
    {
        parameters.push_back(leaf(fmt::format("{} x{}", type_text(types, method.parameters[i]),
            method.parameters.size() == 1 ? "" : std::to_string(i + 1))));
    }
    const std::string result = erased(method.result);
    // What overrides it may throw no more than it declares.
    const bool may_throw = (method.callback && method.callback->may_throw) ||
                           std::any_of(method.failures.begin(), method.failures.end(),
                               [](const MadeException& failure) { return failure.is_checked; });
    const std::string clause = may_throw ? clause_of_all(types, method) : "";
    lines.line("@Override", 2);
    lines.statement(list(fmt::format("public {} {}(", type_text(types, method.result), method.name),
                        std::move(parameters), ")" + clause + (result == "V" ? " {}" : " {")),
        2);
    if (result != "V")
    {
        lines.line(fmt::format("return {};", neutral_text(result)), 3);
        lines.line("}", 2);
    }
}

}  // namespace

std::string throws_clause(TypeNamer& types, const Stub& stub)
{
    const StandInMethod& method = *stub.method;
    if (method.callback && method.callback->may_throw)
    {
        return clause_of_all(types, method);
    }
    const bool is_declared = stub.failure != nullptr && stub.failure->is_checked;
    return is_declared ? " throws " + types.of_class(stub.failure->name) : "";
}

bool has_stub_class(const JavaCallable& callable)
{
    return callable.kind == JavaCallableKind::stand_in && callable.is_owner_interface &&
           callable.stand_in.methods.size() > most_written;
}

std::string stub_class_name(const JavaCallable& callable)
{
    return callable.owner.substr(callable.owner.find_last_of("/$") + 1) + "Stub";
}

std::vector<const JavaCallable*> stub_classes_of(const JavaSuite& suite)
{
    std::vector<const JavaCallable*> found;
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            const auto* const call = std::get_if<JavaCall>(&step);
            const bool is_new =
                call != nullptr && has_stub_class(call->callable) && !is_mock(suite, *call) &&
                std::none_of(found.begin(), found.end(), [call](const JavaCallable* other) {
                    return other->owner == call->callable.owner;
                });
            if (is_new)
            {
                found.push_back(&call->callable);
            }
        }
    }
    return found;
}

void write_stub_class(LineWriter& lines, TypeNamer& types, const JavaCallable& callable)
{
    lines.line("// Does nothing, and returns 0, false or null: tests override what they need.", 1);
    lines.line(fmt::format("private abstract static class {} implements {} {{",
                   stub_class_name(callable), types.of_signature(callable.stand_in.type)),
        1);
    for (std::size_t i = 0; i < callable.stand_in.methods.size(); ++i)
    {
        if (i > 0)
        {
            lines.line("");
        }
        write_method(lines, types, callable.stand_in.methods[i]);
    }
    lines.line("}", 1);
}

}  // namespace sbst::jvm::detail
