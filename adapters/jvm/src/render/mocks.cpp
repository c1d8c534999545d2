// SPDX-License-Identifier: Apache-2.0
#include "mocks.hpp"

#include "callables.hpp"
#include "expressions.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Matchers by the type of a parameter, and what else tests call.
constexpr std::array<std::pair<std::string_view, const char*>, 8> matchers{
    {{"Z", "anyBoolean"}, {"B", "anyByte"}, {"S", "anyShort"}, {"C", "anyChar"}, {"I", "anyInt"},
        {"J", "anyLong"}, {"F", "anyFloat"}, {"D", "anyDouble"}}};
constexpr std::array<std::string_view, 5> others{
    "CALLS_REAL_METHODS", "any", "doReturn", "mock", "when"};

std::string matcher_of(const std::string& type)
{
    for (const auto& [primitive, matcher] : matchers)
    {
        if (primitive == type)
        {
            return matcher;
        }
    }
    return "any";
}

/// Tells whether a mock that is told nothing may return something else than null, 0 and false: an
/// empty collection, an empty Optional, a box, no time at all.
bool is_filled(const std::string& type)
{
    return !primitive_of(type).empty() || type.starts_with("Ljava/util/") ||
           type.starts_with("Ljava/time/") || type == "Ljava/lang/Iterable;";
}

bool has_filled_result(const StandInMethod& method)
{
    return is_filled(erased(method.result)) ||
           std::any_of(method.descriptors.begin(), method.descriptors.end(),
               [](const std::string& descriptor) {
                   return is_filled(descriptor.substr(descriptor.rfind(')') + 1));
               });
}

bool needs_stub(const Stub& stub)
{
    const StandInMethod& method = *stub.method;
    const JavaValue* answer = stub.answer;
    const std::string result = erased(method.result);
    if (result == "V" || stub.failure != nullptr)
    {
        return stub.failure != nullptr;
    }
    // By itself, a mock is greater than everything.
    const bool compares = method.name == "compareTo" && method.parameters.size() == 1;
    return compares || stub.turns > 0 || has_filled_result(method) ||
           (answer != nullptr && !(*answer == neutral_value(result)));
}

/// Tells whether the compiler may see another type than the erased one.
bool is_generic_result(const std::string& result)
{
    return result != erased(result);
}

}  // namespace

bool is_mock(const JavaSuite& suite, const JavaCall& call)
{
    if (!suite.uses_mockito || call.callable.kind != JavaCallableKind::stand_in ||
        !call.callable.is_owner_interface || call.is_explicit)
    {
        return false;
    }
    const std::vector<Stub> stubs = stubs_of(call);
    const std::vector<StandInMethod>& methods = call.callable.stand_in.methods;
    return std::none_of(stubs.begin(), stubs.end(), [](const Stub& stub) {
        return stub.method->is_varargs || stub.failure != nullptr;
    }) && std::none_of(methods.begin(), methods.end(), [](const StandInMethod& method) {
        return method.callback.has_value();
    });
}

Stub take_answers(const StandInMethod& method, const JavaCall& call, std::size_t& next)
{
    Stub stub{.method = &method};
    stub.answer = method.has_answer ? &call.arguments[next++] : nullptr;
    if (method.has_answer && method.has_turns)
    {
        stub.first = &call.arguments[next++];
        stub.turns = static_cast<std::size_t>(call.arguments[next++].number);
    }
    if (!method.failures.empty())
    {
        const auto failure = static_cast<std::size_t>(call.arguments[next++].number);
        stub.failure = failure == 0 ? nullptr : &method.failures.at(failure - 1);
    }
    return stub;
}

std::vector<Stub> stubs_of(const JavaCall& call)
{
    const auto inherited = parse_method_descriptor(call.callable.descriptor);
    std::size_t next = inherited ? inherited->parameters.size() : 0;
    std::vector<Stub> stubs;
    for (const StandInMethod& method : call.callable.stand_in.methods)
    {
        assert(!method.has_answer || next < call.arguments.size());
        const Stub stub = take_answers(method, call, next);
        if (needs_stub(stub))
        {
            stubs.push_back(stub);
        }
    }
    return stubs;
}

const StandInMethod* failing_method(const JavaCall& call)
{
    const std::vector<StandInMethod>& methods = call.callable.stand_in.methods;
    if (call.callable.kind != JavaCallableKind::stand_in)
    {
        return methods.empty() ? nullptr : &methods.front();
    }
    const StandInMethod* failing = nullptr;
    for (const Stub& stub : stubs_of(call))
    {
        if (stub.failure != nullptr && failing != nullptr)
        {
            return nullptr;
        }
        failing = stub.failure != nullptr ? stub.method : failing;
    }
    return failing;
}

bool is_mockito_name(std::string_view name)
{
    return std::find(others.begin(), others.end(), name) != others.end() ||
           std::any_of(matchers.begin(), matchers.end(),
               [name](const auto& matcher) { return matcher.second == name; });
}

std::string ExpressionWriter::of_mockito(const std::string& name)
{
    m_mockito_names.insert(name);
    return name;
}

Expression ExpressionWriter::mock(const JavaCall& call)
{
    std::vector<SourceCode> arguments{leaf(m_types.of_class(call.callable.owner) + ".class")};
    if (call.callable.stand_in.has_default_methods)
    {
        arguments.push_back(leaf(of_mockito("CALLS_REAL_METHODS")));
    }
    return {list(of_mockito("mock") + "(", std::move(arguments), ")"),
        descriptor_of_class(call.callable.owner)};
}

SourceCode ExpressionWriter::stub(const JavaCall& call, const Stub& stub, const std::string& mock)
{
    const StandInMethod& method = *stub.method;
    const StandIn& form = call.callable.stand_in;
    // Default methods are not known here: they may have the same name.
    const bool has_overload =
        form.has_default_methods ||
        std::count_if(form.methods.begin(), form.methods.end(), [&](const StandInMethod& other) {
            return other.name == method.name && other.parameters.size() == method.parameters.size();
        }) > 1;
    std::vector<SourceCode> arguments;
    for (const std::string& parameter : method.parameters)
    {
        const std::string type = erased(parameter);
        const std::string matcher = of_mockito(matcher_of(type)) + "()";
        const bool needs_cast = has_overload && !is_primitive(type);
        arguments.push_back(leaf(needs_cast ? "(" + type_name(type) + ") " + matcher : matcher));
    }
    const std::string result = erased(method.result);
    const JavaValue returned = stub.answer == nullptr ? neutral_value(result) : *stub.answer;
    const auto code_of = [&](const JavaValue& value) {
        return fitted(with_interface(this->value(value), ""), result).code;
    };
    SourceCode called = list("." + method.name + "(", std::move(arguments), ")");
    // What it returns may have a type that no value of the test has.
    const bool is_generic = is_generic_result(method.result);
    std::vector<SourceCode> parts;
    if (!is_generic)
    {
        SourceCode told = sequence({leaf(mock), called});
        parts.push_back(list(of_mockito("when") + "(", {std::move(told)}, ")"));
    }
    for (std::size_t turn = 0; turn <= stub.turns; ++turn)
    {
        const std::string head = !is_generic ? ".thenReturn(" :
                                 turn == 0   ? of_mockito("doReturn") + "(" :
                                               ".doReturn(";
        parts.push_back(list(head, {code_of(turn < stub.turns ? *stub.first : returned)}, ")"));
    }
    if (is_generic)
    {
        parts.push_back(leaf("." + of_mockito("when") + "(" + mock + ")"));
        parts.push_back(std::move(called));
    }
    return sequence(std::move(parts));
}

}  // namespace sbst::jvm::detail
