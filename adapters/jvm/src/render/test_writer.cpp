// SPDX-License-Identifier: Apache-2.0
#include "test_writer.hpp"

#include "../language/names.hpp"
#include "assertions.hpp"
#include "callables.hpp"
#include "expressions.hpp"
#include "literals.hpp"
#include "mocks.hpp"
#include "surroundings.hpp"
#include "test_names.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/jvm/language/java_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_comment_columns = 100;
constexpr std::size_t body_level = 2;

/// Exceptions of the JDK that methods like to declare although they need not.
bool is_known_unchecked(std::string_view name)
{
    constexpr std::array<std::string_view, 16> names{"java/lang/ArithmeticException",
        "java/lang/ArrayIndexOutOfBoundsException", "java/lang/ClassCastException",
        "java/lang/Error", "java/lang/IllegalArgumentException", "java/lang/IllegalStateException",
        "java/lang/IndexOutOfBoundsException", "java/lang/NegativeArraySizeException",
        "java/lang/NullPointerException", "java/lang/NumberFormatException",
        "java/lang/RuntimeException", "java/lang/StringIndexOutOfBoundsException",
        "java/lang/UnsupportedOperationException", "java/util/ConcurrentModificationException",
        "java/util/MissingResourceException", "java/util/NoSuchElementException"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// What a test that calls it must declare; Exception stands for any checked exceptions below it.
enum class Throws
{
    nothing,
    exception,
    throwable
};

Throws declared_by(const JavaSuite& suite, const std::vector<std::string>& exceptions)
{
    Throws declared = Throws::nothing;
    for (const std::string& name : exceptions)
    {
        if (name == "java/lang/Throwable")
        {
            return Throws::throwable;
        }
        if (!is_known_unchecked(name) && !suite.unchecked_exceptions.contains(name))
        {
            declared = Throws::exception;
        }
    }
    return declared;
}

Throws declared_by(const JavaSuite& suite, const JavaCallable& callable)
{
    return declared_by(suite, callable.declared_exceptions);
}

/// Methods of a mock are called to tell what they return.
Throws declared_by_stubs(const JavaSuite& suite, const JavaCall& call)
{
    Throws declared = Throws::nothing;
    if (is_mock(suite, call))
    {
        for (const Stub& stub : stubs_of(call))
        {
            declared = std::max(declared, declared_by(suite, stub.method->exceptions));
        }
    }
    return declared;
}

/// The clause of the method, with a blank before it. Within assertThrows any may be thrown.
std::string throws_clause(const JavaSuite& suite, const JavaTest& test)
{
    Throws declared = test.declares_throwable ? Throws::throwable : Throws::nothing;
    for (const JavaStep& step : test.steps)
    {
        const auto* const call = std::get_if<JavaCall>(&step);
        if (call == nullptr)
        {
            const auto& inspector = std::get<JavaAssertion>(step).inspector;
            declared = inspector ? std::max(declared, declared_by(suite, *inspector)) : declared;
        }
        else if (call->expected_exception.empty())
        {
            declared = std::max(declared, declared_by(suite, call->callable));
            declared = std::max(declared, declared_by_stubs(suite, *call));
        }
    }
    switch (declared)
    {
        case Throws::throwable:
            return " throws Throwable";
        case Throws::exception:
            return " throws Exception";
        case Throws::nothing:
            break;
    }
    return {};
}

/// Java lets an expression stand as a statement only when it does something.
bool is_statement_expression(const JavaCallable& callable)
{
    return is_invocation(callable) || callable.kind == JavaCallableKind::field_write ||
           callable.kind == JavaCallableKind::static_field_write;
}

constexpr int first_with_does_not_throw = 5;

bool is_asserting(const JavaStep& step)
{
    const auto* const call = std::get_if<JavaCall>(&step);
    return call == nullptr || !call->expected_exception.empty();
}

class StepWriter
{
public:
    StepWriter(const TestFile& file, const JavaTest& test)
      : m_suite(file.suite),
        m_lines(file.lines),
        m_test(test),
        m_types(file.types),
        m_needs(file.needs),
        m_only_runs(file.suite.junit >= first_with_does_not_throw && file.suite.disabled.empty() &&
                    std::none_of(test.steps.begin(), test.steps.end(), is_asserting)),
        m_expressions(file.suite, test, file.types, m_names),
        m_assertions(file.suite.junit, m_expressions, file.needs.assertions)
    {
        for (const std::string& name : file.types.obscurable())
        {
            m_names.reserve(name);
        }
        for (const JavaStep& step : test.steps)
        {
            const auto* const call = std::get_if<JavaCall>(&step);
            for (const std::string& name :
                call == nullptr ? std::vector<std::string>{} : call->callable.stand_in.fields)
            {
                m_names.reserve(name);
            }
        }
    }

    std::vector<std::size_t> write_steps()
    {
        const std::vector<StepForm>& forms = m_expressions.layout().forms;
        std::vector<std::size_t> step_lines(m_test.steps.size(), 0);
        for (std::size_t i = 0; i < m_test.steps.size(); ++i)
        {
            if (forms[i] == StepForm::statement)
            {
                step_lines[i] = m_lines.next_line();
                mark_operands(i, step_lines);
                declare_arguments(i);
                write_step(i);
            }
        }
        m_needs.has_raw_types = m_needs.has_raw_types || m_expressions.has_raw_type();
        m_needs.mockito.insert(
            m_expressions.mockito_names().begin(), m_expressions.mockito_names().end());
        return step_lines;
    }

private:
    /// What is inlined stands where its user does.
    void mark_operands(std::size_t user, std::vector<std::size_t>& step_lines) const
    {
        for (const std::size_t used : operands(m_test.steps[user]))
        {
            if (m_expressions.layout().forms[used] == StepForm::inlined)
            {
                step_lines[used] = step_lines[user];
                mark_operands(used, step_lines);
            }
        }
    }

    /// Variables for the literal arguments of a statement that are asserted of later.
    void declare_arguments(std::size_t statement)
    {
        for (const std::size_t used : operands(m_test.steps[statement]))
        {
            if (m_expressions.layout().forms[used] == StepForm::inlined)
            {
                declare_arguments(used);
            }
        }
        for (const JavaStep& step : m_test.steps)
        {
            const auto* const assertion = std::get_if<JavaAssertion>(&step);
            if (assertion != nullptr && assertion->argument && assertion->step == statement)
            {
                declare_argument(statement, *assertion->argument);
            }
        }
    }

    void declare_argument(std::size_t step, std::size_t argument)
    {
        Expression made = m_expressions.argument_variable(step, argument);
        const JavaCall making{
            .callable = {.kind = JavaCallableKind::array_of, .descriptor = made.type}};
        const std::string name = m_names.take(variable_wish(making, made.type, m_types));
        m_expressions.set_argument_variable(step, argument, name);
        // An initialiser of a variable needs no type.
        if (made.code.kind == CodeKind::list)
        {
            made.code.text = "{";
        }
        write_statement(assignment(
            fmt::format("{} {} = ", m_types.of_descriptor(made.type), name), std::move(made.code)));
    }

    void write_step(std::size_t step)
    {
        const auto* const call = std::get_if<JavaCall>(&m_test.steps[step]);
        if (call == nullptr)
        {
            write_statement(m_assertions.assertion(std::get<JavaAssertion>(m_test.steps[step])));
        }
        else if (!call->expected_exception.empty())
        {
            write_throwing(step, *call);
        }
        else
        {
            const bool needs_variable =
                m_expressions.layout().uses[step] > 0 || !is_statement_expression(call->callable);
            const std::vector<StepForm>& forms = m_expressions.layout().forms;
            const bool is_last = std::find(forms.begin() + static_cast<std::ptrdiff_t>(step) + 1,
                                     forms.end(), StepForm::statement) == forms.end();
            if (m_only_runs && is_last && !needs_variable)
            {
                write_statement(m_assertions.not_throwing(
                    sequence({leaf("() -> "), m_expressions.call(step).code})));
                return;
            }
            write_statement(
                needs_variable ? declaration(step, *call) : m_expressions.call(step).code);
            write_stubs(step, *call);
        }
    }

    /// A mock that nothing uses needs none.
    void write_stubs(std::size_t step, const JavaCall& call)
    {
        if (m_expressions.layout().uses[step] > 0 && is_mock(m_suite, call))
        {
            const std::string mock = flat(m_expressions.value(java_step(step)).code);
            for (const Stub& stub : stubs_of(call))
            {
                write_statement(m_expressions.stub(call, stub, mock));
            }
        }
    }

    /// `Type name = call`.
    SourceCode declaration(std::size_t step, const JavaCall& call)
    {
        const std::string type = m_expressions.type_of_step(step);
        const std::size_t casts = m_expressions.casts();
        Expression made = m_expressions.initializer(step);
        const std::string name = m_names.take(variable_wish(call, type, m_types));
        m_expressions.set_variable(step, name);
        // What is cast to Object makes a List<Object>, whatever it is.
        const bool has_arguments = m_expressions.casts() == casts;
        std::string head =
            fmt::format("{} {} = ", m_expressions.variable_type_name(step, has_arguments), name);
        made = m_expressions.with_interface(std::move(made), type);
        if (made.code.kind == CodeKind::list && made.code.close == "}" && made.type == type)
        {
            made.code.text = "{";
        }
        return assignment(std::move(head), std::move(made.code));
    }

    void write_throwing(std::size_t step, const JavaCall& call)
    {
        SourceCode lambda = is_statement_expression(call.callable) ?
                                sequence({leaf("() -> "), m_expressions.call(step).code}) :
                                sequence({leaf("() -> { "), declaration(step, call), leaf("; }")});
        SourceCode assertion = m_assertions.throwing(call.expected_exception, std::move(lambda));
        if (!call.expected_message)
        {
            write_statement(std::move(assertion));
            return;
        }
        const std::string name = m_names.take("exception");
        const std::string type =
            m_types.of_descriptor(descriptor_of_class(call.expected_exception));
        write_statement(assignment(fmt::format("{} {} = ", type, name), std::move(assertion)));
        write_statement(
            m_assertions.equal_texts(*call.expected_message, leaf(name + ".getMessage()")));
    }

    void write_statement(SourceCode code)
    {
        m_lines.statement(sequence({std::move(code), leaf(";")}), body_level);
        m_expressions.end_statement();
    }

    const JavaSuite& m_suite;
    LineWriter& m_lines;
    const JavaTest& m_test;
    TypeNamer& m_types;
    FileNeeds& m_needs;
    /// Nothing is asserted of it but that it ends.
    bool m_only_runs;
    NameTable m_names{is_java_keyword};
    ExpressionWriter m_expressions;
    AssertionWriter m_assertions;
};

}  // namespace

namespace
{

std::size_t trailing_backslashes(std::string_view text)
{
    const std::size_t last = text.find_last_not_of('\\');
    return text.size() - (last == std::string_view::npos ? 0 : last + 1);
}

/// The place, or that of the escape of a character which it would cut.
std::size_t before_escape(std::string_view text, std::size_t place)
{
    constexpr std::size_t escape_length = 6;
    const std::size_t begin = text.rfind("\\u", place - 1);
    const bool is_cut = begin != std::string_view::npos && begin + escape_length > place &&
                        trailing_backslashes(text.substr(0, begin)) % 2 == 0;
    return is_cut ? begin : place;
}

}  // namespace

std::string ascii_text(const std::string& text)
{
    std::string safe;
    for (const char letter : text)
    {
        const auto byte = static_cast<unsigned char>(letter);
        // The rest of a character of several bytes is passed over.
        if (!is_continuation(letter))
        {
            safe += byte < ' ' ? ' ' : byte >= 0x7f ? '?' : letter;
        }
    }
    return safe;
}

std::string comment_text(const std::string& text)
{
    std::string safe;
    for (const char16_t letter : to_utf16(text))
    {
        if (letter >= 0x7f)
        {
            // javac reads it in any encoding of the file.
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
            continue;
        }
        // An even number of backslashes begins no escape.
        safe += letter == u'u' && trailing_backslashes(safe) % 2 == 1 ? "\\" : "";
        safe += letter < u' ' ? ' ' : static_cast<char>(letter);
    }
    return safe;
}

void write_comment(LineWriter& lines, const std::vector<std::string>& comment, std::size_t level)
{
    const std::size_t width = max_comment_columns - 4 * level - 3;
    for (const std::string& line : comment)
    {
        std::string rest = comment_text(line);
        while (rest.size() > width)
        {
            const std::size_t space = rest.rfind(' ', width);
            std::size_t end = space == std::string::npos || space < width / 2 ? width : space;
            end = before_escape(rest, end);
            // Both ends of a cut row of backslashes are even, too.
            end -= trailing_backslashes(std::string_view(rest).substr(0, end)) % 2;
            lines.line("// " + rest.substr(0, end), level);
            rest.erase(0, end == space ? end + 1 : end);
            rest.insert(0, "  ");
        }
        lines.line(rest.empty() ? "//" : "// " + rest, level);
    }
}

void write_disabled(LineWriter& lines, int junit, const std::string& reason, std::size_t level)
{
    lines.statement(
        list(junit == 4 ? "@Ignore(" : "@Disabled(", {string_code(widen(ascii_text(reason)))}, ")"),
        level);
}

TestPlace write_test(const TestFile& file, const JavaTest& test, const std::string& method)
{
    constexpr std::size_t level = 1;
    const bool is_junit4 = file.suite.junit == 4;
    TestPlace place{
        .method = method, .first_line = file.lines.next_line(), .last_line = 0, .step_lines = {}};
    write_comment(file.lines, test.comment, level);
    if (!test.disabled.empty())
    {
        file.needs.has_disabled_tests = true;
        write_disabled(file.lines, file.suite.junit, test.disabled, level);
    }
    file.lines.line("@Test", level);
    file.lines.line(fmt::format("{}void {}(){} {{", is_junit4 ? "public " : "", method,
                        throws_clause(file.suite, test)),
        level);
    write_own(file.lines, file.types, test.own);
    place.step_lines = StepWriter(file, test).write_steps();
    place.last_line = file.lines.next_line();
    file.lines.line("}", level);
    return place;
}

}  // namespace sbst::jvm::detail
