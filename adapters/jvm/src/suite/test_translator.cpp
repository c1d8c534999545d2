// SPDX-License-Identifier: Apache-2.0
#include "test_translator.hpp"

#include "../problem/literals.hpp"
#include "../render/callables.hpp"
#include "../render/expressions.hpp"
#include "declared_types.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/numeric/u256.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_overload_classes = 32;

JavaTypeKind kind_of(JavaResultKind kind)
{
    switch (kind)
    {
        case JavaResultKind::boolean:
            return JavaTypeKind::boolean;
        case JavaResultKind::byte:
            return JavaTypeKind::byte;
        case JavaResultKind::short_integer:
            return JavaTypeKind::short_integer;
        case JavaResultKind::character:
            return JavaTypeKind::character;
        case JavaResultKind::long_integer:
            return JavaTypeKind::long_integer;
        default:
            return JavaTypeKind::integer;
    }
}

JavaValue number_of(JavaTypeKind kind, std::int64_t value)
{
    return kind == JavaTypeKind::boolean ? java_boolean(value != 0) : java_number(kind, value);
}

/// Null for an object that is no such collection.
JavaValue collection_of(const JavaResult& result)
{
    JavaValue value;
    switch (result.content)
    {
        case JavaContentKind::list:
            value.kind = JavaValueKind::list;
            break;
        case JavaContentKind::set:
            value.kind = JavaValueKind::set;
            break;
        case JavaContentKind::map:
            value.kind = JavaValueKind::map;
            break;
        case JavaContentKind::optional:
            value.kind = JavaValueKind::optional;
            value.descriptor = "L" + internal_name(result.class_name) + ";";
            break;
        case JavaContentKind::other:
        case JavaContentKind::none:
            return value;
    }
    for (const JavaResult& element : result.elements)
    {
        value.elements.push_back(literal_of(element));
    }
    return value;
}

}  // namespace

JavaValue literal_of(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::boolean:
        case JavaResultKind::byte:
        case JavaResultKind::short_integer:
        case JavaResultKind::character:
        case JavaResultKind::integer:
        case JavaResultKind::long_integer:
            return number_of(kind_of(result.kind), result.bits);
        case JavaResultKind::single_float:
            return java_float(to_float(result));
        case JavaResultKind::double_float:
            return java_double(to_double(result));
        case JavaResultKind::string:
            return java_string(result.text);
        case JavaResultKind::enumeration:
            return java_enum("L" + internal_name(result.class_name) + ";", result.constant);
        case JavaResultKind::array:
        {
            std::vector<JavaValue> elements;
            elements.reserve(result.elements.size());
            for (const JavaResult& element : result.elements)
            {
                elements.push_back(literal_of(element));
            }
            return java_array(internal_name(result.class_name), std::move(elements));
        }
        case JavaResultKind::object:
            return collection_of(result);
        case JavaResultKind::nothing:
        case JavaResultKind::null:
            break;
    }
    return java_null();
}

std::vector<JavaCall> TestTranslator::calls_of(const TestCase& test) const
{
    std::vector<JavaCall> calls;
    calls.reserve(test.length());
    for (const Call& call : test.calls)
    {
        calls.push_back(call_of(test, call));
    }
    keep_raw_for_parameters(calls);
    return calls;
}

void TestTranslator::keep_raw_for_parameters(std::vector<JavaCall>& calls) const
{
    for (const JavaCall& call : calls)
    {
        const auto exact = parameters_with_objects(*m_path, call.callable);
        const std::size_t first =
            call.arguments.size() - std::min(exact.size(), call.arguments.size());
        for (std::size_t i = first; i < call.arguments.size(); ++i)
        {
            const JavaValue& argument = call.arguments[i];
            if (argument.kind != JavaValueKind::step || exact[i - first].empty())
            {
                continue;
            }
            std::string& generic_type = calls[argument.step].generic_type;
            const auto type = parse_field_signature(generic_type);
            if (!type || type->arguments != exact[i - first])
            {
                generic_type.clear();
            }
        }
    }
}

void TestTranslator::keep_used_answers(JavaCall& call)
{
    const auto inherited = parse_method_descriptor(call.callable.descriptor);
    if (call.callable.kind != JavaCallableKind::stand_in || !inherited)
    {
        return;
    }
    std::size_t next = inherited->parameters.size();
    for (const StandInMethod& method : call.callable.stand_in.methods)
    {
        const std::size_t answers = answer_count(method);
        const bool may_fail = !method.failures.empty();
        const bool fails = may_fail && call.arguments[next + answers].number != 0;
        JavaValue nothing = answers > 0 ? neutral_value(erased(method.result)) : JavaValue{};
        if (method.has_turns && !fails)
        {
            JavaValue& turns = call.arguments[next + 2];
            const bool is_one = call.arguments[next] == call.arguments[next + 1];
            turns.number = is_one ? 0 : turns.number;
            call.arguments[next + 1] =
                turns.number == 0 ? call.arguments[next] : call.arguments[next + 1];
        }
        else if (method.has_turns)
        {
            call.arguments[next + 1] = nothing;
        }
        if (fails && answers > 0 && (!method.has_turns || call.arguments[next + 2].number == 0))
        {
            call.arguments[next] = std::move(nothing);
        }
        next += answers + (may_fail ? 1 : 0);
    }
}

void TestTranslator::write_as_lambda(JavaCall& call)
{
    const StandIn& form = call.callable.stand_in;
    if (form.lambda.empty())
    {
        return;
    }
    StandInMethod method = form.methods.front();
    const std::int64_t turns = method.has_turns ? call.arguments.at(2).number : 0;
    const std::int64_t failure = method.failures.empty() ? 0 : call.arguments.back().number;
    if (turns != 0)
    {
        return;
    }
    JavaCallable lambda{.kind = JavaCallableKind::functional,
        .owner = call.callable.owner,
        .name = method.name,
        .descriptor = form.lambda,
        .is_owner_interface = true};
    const bool has_answer = failure == 0 && method.has_answer;
    if (failure != 0)
    {
        method.failures = {method.failures.at(static_cast<std::size_t>(failure - 1))};
        lambda.stand_in.methods.push_back(std::move(method));
    }
    call.arguments.resize(has_answer ? 1 : 0);
    call.callable = std::move(lambda);
}

JavaCall TestTranslator::call_of(const TestCase& test, const Call& call) const
{
    const Callable& callable = m_surface->catalogue()[call.callable];
    JavaCall java{.callable = m_surface->callable(call.callable)};
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
    {
        java.arguments.push_back(argument_of(test, call.arguments[i], callable.parameters[i].type));
    }
    keep_used_answers(java);
    write_as_lambda(java);
    // What the catalogue knows better than the erased descriptor: `get` of a list of strings.
    const JavaType& result = m_surface->type(callable.result);
    const bool is_object =
        result.kind == JavaTypeKind::reference || result.kind == JavaTypeKind::string ||
        result.kind == JavaTypeKind::enumeration || result.kind == JavaTypeKind::array;
    if (java.callable.kind == JavaCallableKind::instance_method && is_object)
    {
        java.result_type = result.descriptor;
    }
    if (is_object)
    {
        java.generic_type = declared_type(*m_path, java.callable, result.signature);
    }
    java.overloads = overloads_of(java.callable);
    return java;
}

JavaValue TestTranslator::argument_of(
    const TestCase& test, const Argument& argument, TypeId type) const
{
    const Argument& there = resolve(test, argument);
    if (const auto* result = std::get_if<ResultRef>(&there))
    {
        return java_step(result->call);
    }
    return value_of(std::get<Value>(there), type);
}

JavaValue TestTranslator::value_of(const Value& value, TypeId type) const
{
    const JavaType& java = m_surface->type(type);
    if (value.is_null())
    {
        return java_null();
    }
    switch (java.kind)
    {
        case JavaTypeKind::boolean:
        case JavaTypeKind::byte:
        case JavaTypeKind::short_integer:
        case JavaTypeKind::character:
        case JavaTypeKind::integer:
        case JavaTypeKind::long_integer:
            return number_of(java.kind, static_cast<std::int64_t>(low64(value.word())));
        case JavaTypeKind::single_float:
            return java_float(static_cast<float>(to_java_number(value.number())));
        case JavaTypeKind::double_float:
            return java_double(to_java_number(value.number()));
        case JavaTypeKind::string:
            return java_string(to_utf16(value.text()));
        case JavaTypeKind::enumeration:
            return java_enum(
                java.descriptor, m_surface->types()[type].members.at(low64(value.word())));
        case JavaTypeKind::array:
        {
            std::vector<JavaValue> elements;
            for (const Value& item : value.list())
            {
                elements.push_back(value_of(item, m_surface->types()[type].elements.front()));
            }
            return java_array(java.descriptor, std::move(elements));
        }
        case JavaTypeKind::nothing:
        case JavaTypeKind::reference:
            break;
    }
    return java_null();
}

std::vector<std::string> TestTranslator::overloads_of(const JavaCallable& callable) const
{
    std::set<std::string> found;
    const bool is_constructor =
        callable.kind == JavaCallableKind::constructor ||
        (callable.kind == JavaCallableKind::stand_in && !callable.is_owner_interface);
    if (!is_constructor && callable.kind != JavaCallableKind::static_method &&
        callable.kind != JavaCallableKind::instance_method)
    {
        return {};
    }
    const ClassFile* file = m_path->find(callable.owner);
    for (std::size_t i = 0; i < max_overload_classes && file != nullptr; ++i)
    {
        for (const Method& method : file->methods)
        {
            if (method.name == callable.name && method.descriptor != callable.descriptor &&
                !method.access.is_synthetic())
            {
                found.insert(method.descriptor);
            }
        }
        file = is_constructor ? nullptr : m_path->find(file->superclass);
    }
    return {found.begin(), found.end()};
}

}  // namespace sbst::jvm::detail
