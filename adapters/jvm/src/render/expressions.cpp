// SPDX-License-Identifier: Apache-2.0
#include "expressions.hpp"

#include "assignability.hpp"
#include "callables.hpp"

#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace sbst::jvm::detail
{

JavaValue neutral_value(const std::string& descriptor)
{
    switch (descriptor.front())
    {
        case 'Z':
            return java_boolean(false);
        case 'B':
            return java_number(JavaTypeKind::byte, 0);
        case 'S':
            return java_number(JavaTypeKind::short_integer, 0);
        case 'C':
            return java_number(JavaTypeKind::character, 0);
        case 'I':
            return java_int(0);
        case 'J':
            return java_number(JavaTypeKind::long_integer, 0);
        case 'F':
            return java_float(0);
        case 'D':
            return java_double(0);
        default:
            return java_null();
    }
}

namespace
{

/// Source: JLS 14.4 (Java SE 10).
constexpr int first_release_with_var = 10;

/// The same where a member is asked of it.
SourceCode primary(Expression owner)
{
    return owner.is_primary ? std::move(owner.code) :
                              sequence({leaf("("), std::move(owner.code), leaf(")")});
}

/// Tells whether a method or a field gives an object or an array.
bool is_returned_object(const JavaCallable& callable)
{
    const std::string type = result_type(callable);
    return !is_pure(callable) && callable.kind != JavaCallableKind::constructor &&
           (type.starts_with('L') || type.starts_with('['));
}

/// Tells whether some class in the type is such a one.
template <class Rule>
bool mentions(const TypeSignature& type, const Rule& rule)
{
    return (type.kind == TypeSignature::Kind::class_type && rule(type)) ||
           std::any_of(type.arguments.begin(), type.arguments.end(),
               [&rule](const TypeSignature& argument) { return mentions(argument, rule); });
}

}  // namespace

ExpressionWriter::ExpressionWriter(
    const JavaSuite& suite, const JavaTest& test, TypeNamer& types, NameTable& names)
  : m_suite(suite),
    m_test(test),
    m_types(types),
    m_names(names),
    m_layout(lay_out(suite, test)),
    m_variables(test.steps.size()),
    m_is_typed(test.steps.size(), false)
{}

void ExpressionWriter::set_variable(std::size_t step, std::string name)
{
    m_variables[step] = std::move(name);
}

const JavaValue& ExpressionWriter::argument_of(std::size_t step, std::size_t argument) const
{
    return std::get<JavaCall>(m_test.steps[step]).arguments.at(argument);
}

void ExpressionWriter::set_argument_variable(
    std::size_t step, std::size_t argument, std::string name)
{
    m_argument_variables[&argument_of(step, argument)] = std::move(name);
}

Expression ExpressionWriter::argument_variable(std::size_t step, std::size_t argument)
{
    return value(argument_of(step, argument));
}

std::string ExpressionWriter::type_of_step(std::size_t step) const
{
    const auto& call = std::get<JavaCall>(m_test.steps[step]);
    const std::string declared = result_type(call.callable);
    const std::string& known = call.result_type.empty() ? declared : call.result_type;
    const bool is_var = m_suite.release >= first_release_with_var && is_hidden(known) &&
                        is_hidden(declared) && !call.is_explicit && is_handed_on_hidden(step);
    return is_var ? declared : visible_type(m_suite, known);
}

bool ExpressionWriter::is_hidden(const std::string& descriptor) const
{
    return visible_type(m_suite, descriptor) != descriptor;
}

bool ExpressionWriter::is_raw(const std::string& descriptor) const
{
    const std::string component = descriptor.substr(descriptor.find_first_not_of('['));
    return component.front() == 'L' &&
           m_suite.generic_classes.contains(component.substr(1, component.size() - 2));
}

bool ExpressionWriter::is_handed_on_hidden(std::size_t step) const
{
    const auto takes = [this, step](const JavaStep& user) {
        const auto* call = std::get_if<JavaCall>(&user);
        const std::vector<std::string> types =
            call == nullptr ? std::vector<std::string>() :
                              parameter_types(call->callable, call->arguments.size());
        for (std::size_t i = 0; i < types.size(); ++i)
        {
            const JavaValue& value = call->arguments[i];
            if (value.kind == JavaValueKind::step && value.step == step && is_hidden(types[i]))
            {
                return true;
            }
        }
        return false;
    };
    return std::any_of(m_test.steps.begin(), m_test.steps.end(), takes);
}

std::string ExpressionWriter::type_name(const std::string& descriptor)
{
    m_has_raw_type = m_has_raw_type || is_raw(descriptor);
    return m_types.of_descriptor(descriptor);
}

std::string ExpressionWriter::variable_type_name(std::size_t step, bool has_arguments)
{
    const std::string& generic = std::get<JavaCall>(m_test.steps[step]).generic_type;
    const auto type = parse_field_signature(generic);
    const auto& hidden = m_suite.hidden_classes;
    m_is_typed[step] =
        has_arguments && type && !mentions(*type, [&hidden](const TypeSignature& part) {
            return hidden.contains(part.name);
        });
    if (!m_is_typed[step])
    {
        const std::string written = type_of_step(step);
        return is_hidden(written) ? "var" : type_name(written);
    }
    m_has_raw_type = m_has_raw_type || mentions(*type, [this](const TypeSignature& part) {
        return part.arguments.empty() && m_suite.generic_classes.contains(part.name);
    });
    return m_types.of_signature(generic);
}

void ExpressionWriter::end_statement()
{
    for (const std::string& name : m_lambda_names)
    {
        m_names.release(name);
    }
    m_lambda_names.clear();
}

Expression ExpressionWriter::call(std::size_t step)
{
    Expression expression = call(std::get<JavaCall>(m_test.steps[step]));
    const auto& made = std::get<JavaCall>(m_test.steps[step]);
    // A literal and a lambda keep their own: their variable's is another where Java converts.
    const bool is_declared = made.callable.kind != JavaCallableKind::as_object &&
                             made.callable.kind != JavaCallableKind::functional;
    if (!made.result_type.empty() && is_declared)
    {
        expression.type = type_of_step(step);
    }
    return expression;
}

Expression ExpressionWriter::call(const JavaCall& call)
{
    const JavaCallable& callable = call.callable;
    const std::string type = result_type(callable);
    switch (callable.kind)
    {
        case JavaCallableKind::constructor:
            return construction(call, true);
        case JavaCallableKind::static_method:
            return {list(fmt::format("{}.{}(", m_types.of_class(callable.owner), callable.name),
                        arguments(call, 0), ")"),
                type};
        case JavaCallableKind::instance_method:
        {
            SourceCode object = receiver(call);
            return {sequence({std::move(object),
                        list(fmt::format(".{}(", callable.name), arguments(call, 1), ")")}),
                type};
        }
        case JavaCallableKind::cast:
            return cast(value(call.arguments.at(0)), type);
        case JavaCallableKind::as_object:
            return value(call.arguments.at(0));
        case JavaCallableKind::array_of:
            return value(java_array(callable.descriptor, call.arguments));
        case JavaCallableKind::class_literal:
            return value(java_class(callable.descriptor));
        case JavaCallableKind::reflected_member:
            return reflected(callable);
        case JavaCallableKind::functional:
            return functional(call);
        case JavaCallableKind::stand_in:
            return is_mock(m_suite, call) ? mock(call) : stand_in(call);
        case JavaCallableKind::serial_copy:
            return {list(callable.name + "(", arguments(call, 0), ")"), type};
        case JavaCallableKind::proxy:
            return proxy(call);
        case JavaCallableKind::bean:
            return {list("new " + callable.name + "(", arguments(call, 0), ")"), type};
        default:
            return field(call);
    }
}

Expression ExpressionWriter::initializer(std::size_t step)
{
    const auto& made = std::get<JavaCall>(m_test.steps[step]);
    if (made.callable.kind == JavaCallableKind::constructor)
    {
        // A raw variable gains nothing from type arguments.
        return construction(made, !made.generic_type.empty() || !is_raw(type_of_step(step)));
    }
    const bool is_cast = made.is_explicit && is_returned_object(made.callable);
    return is_cast ? cast_for(made, call(step), type_of_step(step)) : used_result(step);
}

Expression ExpressionWriter::used_result(std::size_t step)
{
    const auto& made = std::get<JavaCall>(m_test.steps[step]);
    const std::string type = type_of_step(step);
    // `get` of a raw list returns an Object for the compiler, whatever is known to be in the list.
    const bool is_erased = !made.result_type.empty() && !is_primitive(type) &&
                           is_returned_object(made.callable) &&
                           type != result_type(made.callable) && type != "Ljava/lang/Object;" &&
                           !is_told_by_receiver(made);
    return is_erased ? cast_for(made, call(step), type) : call(step);
}

bool ExpressionWriter::is_told_by_receiver(const JavaCall& call) const
{
    return call.callable.kind == JavaCallableKind::instance_method && !call.casts_receiver &&
           !call.is_explicit && call.arguments.front().kind == JavaValueKind::step &&
           m_is_typed[call.arguments.front().step];
}

Expression ExpressionWriter::cast_for(
    const JavaCall& call, Expression expression, const std::string& type)
{
    constexpr const char* object = "Ljava/lang/Object;";
    const bool is_far = call.casts_through_object && type != object && !expression.is_lambda &&
                        expression.type != type && !is_primitive(expression.type);
    return cast(is_far ? cast(std::move(expression), object) : std::move(expression), type);
}

/// With a target, type arguments are found by what the object is used for.
Expression ExpressionWriter::construction(const JavaCall& call, bool has_target)
{
    const std::string& owner = call.callable.owner;
    std::string type_arguments;
    if (m_suite.generic_classes.contains(owner))
    {
        const bool is_raw_type = call.is_explicit || !has_target;
        m_has_raw_type = m_has_raw_type || is_raw_type;
        type_arguments = is_raw_type ? "" : "<>";
    }
    return {new_object(call, type_arguments), descriptor_of_class(owner)};
}

SourceCode ExpressionWriter::new_object(const JavaCall& call, const std::string& type_arguments)
{
    const std::string& owner = call.callable.owner;
    std::string head = "new ";
    std::vector<SourceCode> parts;
    std::size_t from = 0;
    if (m_suite.inner_classes.contains(owner) && !call.arguments.empty())
    {
        // `outer.new Inner(...)`: the object that it belongs to is no argument in the source.
        const std::string outer = parameter_types(call.callable, 0).front();
        Expression object = value(call.arguments.front());
        // A subclass may have a class of the same name.
        const bool is_other = call.is_explicit && object.type != outer;
        if (object.type.empty() || object.type == "Ljava/lang/Object;" || is_other)
        {
            object = cast(std::move(object), outer);
        }
        parts.push_back(primary(std::move(object)));
        head = ".new " + m_types.last_name(owner);
        from = 1;
    }
    else
    {
        head += m_types.of_class(owner);
    }
    parts.push_back(list(head + type_arguments + "(", arguments(call, from), ")"));
    return parts.size() == 1 ? std::move(parts.front()) : sequence(std::move(parts));
}

Expression ExpressionWriter::functional(const JavaCall& call)
{
    std::string names;
    const std::size_t count = functional_parameters(call.callable).size();
    for (std::size_t i = 0; i < count; ++i)
    {
        m_lambda_names.push_back(m_names.take(unused_parameters.at(i % unused_parameters.size())));
        names += (i > 0 ? ", " : "") + m_lambda_names.back();
    }
    const std::string head = (count == 1 ? names : "(" + names + ")") + " -> ";
    const std::string result = functional_result(call.callable);
    SourceCode body = leaf("{ }");
    const std::vector<StandInMethod>& failing = call.callable.stand_in.methods;
    if (!failing.empty())
    {
        body = block("{", {throwing(failing.front(), failing.front().failures.front())});
    }
    else if (result != "V")
    {
        // A reference: by its place the value may have a variable.
        const JavaValue neutral = neutral_value(result);
        const JavaValue& returned = call.arguments.empty() ? neutral : call.arguments.front();
        body = value_for(returned, result).code;
    }
    return {.code = sequence({leaf(head), std::move(body)}),
        .type = descriptor_of_class(call.callable.owner),
        .is_primary = false,
        .is_lambda = true,
        .fits_all_interfaces = !failing.empty()};
}

Expression ExpressionWriter::proxy(const JavaCall& call)
{
    JavaCall handler = call;
    handler.callable = {.kind = JavaCallableKind::functional,
        .owner = "java/lang/reflect/InvocationHandler",
        .name = "invoke",
        .descriptor =
            "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)"
            "Ljava/lang/Object;"};
    const std::string name = m_types.of_class(call.callable.owner);
    std::vector<SourceCode> parts{leaf(name + ".class.getClassLoader()"),
        list(
            "new " + m_types.of_class("java/lang/Class") + "<?>[] {", {leaf(name + ".class")}, "}"),
        functional(handler).code};
    SourceCode made = list(
        m_types.of_class("java/lang/reflect/Proxy") + ".newProxyInstance(", std::move(parts), ")");
    return cast({std::move(made), "Ljava/lang/Object;"}, result_type(call.callable));
}

Expression ExpressionWriter::reflected(const JavaCallable& callable)
{
    const std::string kind = reflected_kind(callable);
    std::vector<SourceCode> named;
    if (kind != "Constructor")
    {
        named.push_back(value(java_string(to_utf16(callable.name))).code);
    }
    if (kind != "Field")
    {
        const auto descriptor = parse_method_descriptor(callable.descriptor);
        for (const std::string& type : descriptor->parameters)
        {
            named.push_back(value(java_class(type)).code);
        }
    }
    return {list(fmt::format("{}.class.getDeclared{}(", m_types.of_class(callable.owner), kind),
                std::move(named), ")"),
        result_type(callable)};
}

Expression ExpressionWriter::field(const JavaCall& call)
{
    const JavaCallable& callable = call.callable;
    const bool is_static = !has_receiver(callable);
    SourceCode owner = is_static ? leaf(m_types.of_class(callable.owner)) : receiver(call);
    const std::size_t values = is_static ? 0 : 1;
    if (call.arguments.size() == values)
    {
        return {sequence({std::move(owner), leaf("." + callable.name)}), callable.descriptor};
    }
    Expression written =
        argument(call, values, callable.descriptor, value(call.arguments[values]), false);
    return {sequence({std::move(owner), leaf(fmt::format(".{} = ", callable.name)),
                std::move(written.code)}),
        "V", false};
}

SourceCode ExpressionWriter::receiver(const JavaCall& call)
{
    const JavaCallable& callable = call.callable;
    const std::string type = descriptor_of_class(callable.owner);
    Expression object = value(call.arguments.at(0));
    if (object.code.kind == CodeKind::string)
    {
        object.code = leaf(flat(object.code));
    }
    // Fields are found by the static type, methods in the types above it as well.
    const bool is_method = callable.kind == JavaCallableKind::instance_method;
    const bool is_unknown =
        is_method ? !is_assignable(m_suite, object.type, type) : object.type != type;
    const bool is_closed =
        is_method && object.type.starts_with('L') &&
        (is_hidden(object.type) ||
            m_suite.closed_methods.contains(
                {object.type.substr(1, object.type.size() - 2), method_key(callable)}));
    if (object.type.empty() || is_primitive(object.type) || object.is_lambda || is_unknown ||
        is_closed || (call.casts_receiver && object.type != type))
    {
        object = cast_for(call, std::move(object), type);
    }
    return primary(std::move(object));
}

const std::vector<JavaValue>* ExpressionWriter::spread_array(const JavaCall& call) const
{
    if (!call.callable.is_varargs || !call.overloads.empty() || call.is_explicit ||
        call.arguments.empty())
    {
        return nullptr;
    }
    const JavaValue& last = call.arguments.back();
    const std::string type = parameter_types(call.callable, call.arguments.size()).back();
    const std::vector<JavaValue>* elements = nullptr;
    if (last.kind == JavaValueKind::array && last.descriptor == type &&
        !m_argument_variables.contains(&last))
    {
        elements = &last.elements;
    }
    else if (last.kind == JavaValueKind::step && m_layout.forms[last.step] == StepForm::inlined)
    {
        const auto& made = std::get<JavaCall>(m_test.steps[last.step]);
        const bool is_array = made.callable.kind == JavaCallableKind::array_of;
        elements = is_array && made.callable.descriptor == type ? &made.arguments : nullptr;
    }
    // A single null, or a single array, would be taken for the whole.
    const bool is_whole =
        elements != nullptr && elements->size() == 1 && may_be_array(elements->front());
    return is_whole ? nullptr : elements;
}

bool ExpressionWriter::may_be_array(const JavaValue& value) const
{
    if (value.kind == JavaValueKind::step)
    {
        const std::string type = type_of_step(value.step);
        return type.front() == '[' || type == "Ljava/lang/Object;";
    }
    return value.kind == JavaValueKind::null || value.kind == JavaValueKind::array;
}

std::vector<SourceCode> ExpressionWriter::arguments(const JavaCall& call, std::size_t from)
{
    const std::vector<std::string> types = parameter_types(call.callable, call.arguments.size());
    assert(types.size() == call.arguments.size());
    const std::vector<JavaValue>* const spread = spread_array(call);
    std::vector<Expression> written;
    for (std::size_t i = from; i + (spread != nullptr ? 1 : 0) < call.arguments.size(); ++i)
    {
        written.push_back(value(call.arguments[i]));
    }
    const std::vector<bool> clear = clear_arguments(call, written);
    std::vector<SourceCode> codes;
    for (std::size_t i = from; i < call.arguments.size(); ++i)
    {
        if (spread != nullptr && i + 1 == call.arguments.size())
        {
            for (const JavaValue& element : *spread)
            {
                codes.push_back(value_for(element, types[i].substr(1)).code);
            }
        }
        else
        {
            codes.push_back(
                argument(call, i, types[i], std::move(written[i - from]), !clear[i - from]).code);
        }
    }
    return codes;
}

Expression ExpressionWriter::argument(const JavaCall& call, std::size_t index,
    const std::string& type, Expression written, bool has_rival)
{
    const bool is_last_of_varargs = call.callable.is_varargs && index + 1 == call.arguments.size();
    const bool is_clear = !has_rival;
    bool needs_cast = false;
    if (written.type.empty())
    {
        needs_cast = !is_clear || is_last_of_varargs;
    }
    else if (written.is_lambda)
    {
        const bool is_told = is_clear && !call.is_explicit;
        return with_interface(std::move(written), is_told ? type : std::string());
    }
    else
    {
        needs_cast =
            (!is_clear && written.type != type) || !is_assignable(m_suite, written.type, type);
    }
    const bool is_strict = call.is_explicit && !is_primitive(type);
    return needs_cast || is_strict ? cast_for(call, std::move(written), type) : written;
}

std::vector<bool> ExpressionWriter::clear_arguments(
    const JavaCall& call, const std::vector<Expression>& written) const
{
    std::vector<bool> clear(written.size(), true);
    if (call.overloads.empty())
    {
        return clear;
    }
    std::vector<std::string> own = parameter_types(call.callable, call.arguments.size());
    own.erase(own.begin(), own.begin() + (has_receiver(call.callable) ? 1 : 0));
    // An outer object is no argument in the source.
    const std::size_t skipped = own.size() - written.size();
    for (const std::string& overload : call.overloads)
    {
        // One of another count has its turn only when none of this count fits, and one that cannot
        // take some argument never.
        const auto other = parse_method_descriptor(overload);
        bool is_rival = other && other->parameters.size() == own.size();
        for (std::size_t i = 0; i < written.size() && is_rival; ++i)
        {
            const std::string& parameter = other->parameters[skipped + i];
            is_rival = written[i].fits_all_interfaces ?
                           !is_primitive(parameter) :
                           may_take(m_suite, parameter, written[i].type);
        }
        for (std::size_t i = 0; i < written.size() && is_rival; ++i)
        {
            clear[i] = clear[i] && other->parameters[skipped + i] == own[skipped + i];
        }
    }
    return clear;
}

}  // namespace sbst::jvm::detail
