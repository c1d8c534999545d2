// SPDX-License-Identifier: Apache-2.0
#include "beans.hpp"

#include "callables.hpp"
#include "literals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace sbst::jvm::detail
{

namespace
{

/// `@Named("label")`, `@Ignored`, `@Both(first = "a", second = "b")`.
std::string mark_text(const BeanMark& mark, TypeNamer& types)
{
    const bool is_short = mark.texts.size() == 1 && mark.texts.front().name == "value";
    std::string elements;
    for (const BeanText& element : mark.texts)
    {
        elements += (elements.empty() ? "" : ", ") + (is_short ? "" : element.name + " = ") +
                    string_literal(widen(element.text));
    }
    return "@" + types.of_class(mark.type) + (elements.empty() ? "" : "(" + elements + ")");
}

void write_getter(LineWriter& lines, TypeNamer& types, const BeanGetter& getter,
    const std::string& type, const std::string& field)
{
    lines.line("");
    for (const BeanMark& mark : getter.marks)
    {
        lines.line(mark_text(mark, types), 2);
    }
    lines.line(fmt::format("public {} {}() {{", types.of_descriptor(type), getter.name), 2);
    lines.line(fmt::format("return {};", field), 3);
    lines.line("}", 2);
}

}  // namespace

std::vector<const JavaCallable*> beans_of(const JavaSuite& suite)
{
    std::vector<const JavaCallable*> found;
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            const auto* const call = std::get_if<JavaCall>(&step);
            const bool is_new =
                call != nullptr && call->callable.kind == JavaCallableKind::bean &&
                std::none_of(found.begin(), found.end(), [call](const JavaCallable* other) {
                    return other->name == call->callable.name;
                });
            if (is_new)
            {
                found.push_back(&call->callable);
            }
        }
    }
    return found;
}

void write_bean(LineWriter& lines, TypeNamer& types, const JavaCallable& callable)
{
    const std::vector<std::string> field_types = parameter_types(callable, 0);
    const Bean& bean = callable.bean;
    std::vector<SourceCode> parameters;
    lines.line("// Something to read by reflection.", 1);
    lines.line(fmt::format("public static class {} {{", callable.name), 1);
    for (std::size_t i = 0; i < bean.fields.size(); ++i)
    {
        const std::string declared = types.of_descriptor(field_types[i]) + " " + bean.fields[i];
        const bool is_marked = i < bean.field_marks.size() && !bean.field_marks[i].empty();
        for (std::size_t m = 0; is_marked && m < bean.field_marks[i].size(); ++m)
        {
            lines.line(mark_text(bean.field_marks[i][m], types), 2);
        }
        lines.line(fmt::format("private {}{};", is_marked ? "" : "final ", declared), 2);
        parameters.push_back(leaf(declared));
    }
    lines.line("");
    lines.statement(
        list(fmt::format("public {}(", callable.name), std::move(parameters), ") {"), 2);
    for (const std::string& field : bean.fields)
    {
        lines.line(fmt::format("this.{0} = {0};", field), 3);
    }
    lines.line("}", 2);
    for (const BeanGetter& getter : bean.getters)
    {
        write_getter(lines, types, getter, field_types[getter.field], bean.fields[getter.field]);
    }
    lines.line("}", 1);
}

}  // namespace sbst::jvm::detail
