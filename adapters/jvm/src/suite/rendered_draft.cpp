// SPDX-License-Identifier: Apache-2.0
#include "rendered_draft.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

namespace fs = std::filesystem;

/// JUnit 5 has `assertDoesNotThrow`.
constexpr int first_with_does_not_throw = 5;

std::string full_name(const JavaSuite& suite)
{
    return suite.package.empty() ? suite.class_name : suite.package + "." + suite.class_name;
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/// Tells whether the text has the name, and not as a part of a longer one.
bool has_word(const std::string& text, const std::string& name)
{
    const auto is_part = [&text](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                       text[at] == '_' || text[at] == '$');
    };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    {
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + name.size()))
        {
            return true;
        }
    }
    return false;
}

bool has_message(const JavaStep& step)
{
    const auto* call = std::get_if<JavaCall>(&step);
    return call != nullptr && call->expected_message.has_value();
}

bool is_made(const JavaStep& step)
{
    const auto* const call = std::get_if<JavaCall>(&step);
    return call != nullptr && (call->callable.kind == JavaCallableKind::constructor ||
                                  call->callable.kind == JavaCallableKind::stand_in);
}

/// An object that a constructor made is there: that the last call ends says more. The renderer says
/// so of a test that asserts nothing.
void drop_presence_of_made(JavaTest& test)
{
    const auto* const last = std::get_if<JavaAssertion>(&test.steps.back());
    const bool is_presence = last != nullptr && last->kind == JavaAssertionKind::not_null &&
                             !last->inspector && is_made(test.steps[last->step]);
    const bool is_only = std::all_of(
        test.steps.begin(), test.steps.end() - (is_presence ? 1 : 0), [](const JavaStep& step) {
            const auto* const call = std::get_if<JavaCall>(&step);
            return call != nullptr && call->expected_exception.empty();
        });
    if (is_presence && is_only)
    {
        test.steps.pop_back();
    }
}

}  // namespace

RenderedDraft::RenderedDraft(const JavaProblem& problem, const SuiteDraft& draft, int junit)
{
    for (const bool is_suspicious : {false, true})
    {
        RenderedPart& part = m_parts[is_suspicious ? 1 : 0];
        part.suite = suite_of(problem, draft, is_suspicious, part.places);
        part.suite.junit = junit;
        if (junit >= first_with_does_not_throw)
        {
            std::for_each(part.suite.tests.begin(), part.suite.tests.end(), drop_presence_of_made);
        }
        part.source = render_suite(part.suite);
    }
}

void RenderedDraft::write(const fs::path& folder) const
{
    for (const RenderedPart& part : m_parts)
    {
        if (part.places.empty())
        {
            continue;
        }
        const fs::path file = folder / part.source.file_name;
        fs::create_directories(file.parent_path());
        std::ofstream stream(file, std::ios::binary);
        stream << part.source.text;
        if (!stream.flush())
        {
            throw IoError(
                fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)));
        }
    }
}

std::optional<RenderedDraft::Place> RenderedDraft::find(const RefereeTest& test) const
{
    for (const RenderedPart& part : m_parts)
    {
        for (std::size_t i = 0; i < part.places.size(); ++i)
        {
            if (part.source.tests[i].method == test.method &&
                test.class_name == full_name(part.suite))
            {
                return Place{&part, i, part.places[i]};
            }
        }
    }
    return std::nullopt;
}

std::optional<RenderedDraft::Place> RenderedDraft::find(const CompileProblem& problem) const
{
    for (const RenderedPart& part : m_parts)
    {
        if (part.places.empty() || problem.file != part.source.file_name)
        {
            continue;
        }
        for (std::size_t i = 0; i < part.places.size(); ++i)
        {
            const TestPlace& lines = part.source.tests[i];
            if (problem.line >= lines.first_line && problem.line <= lines.last_line)
            {
                return Place{&part, i, part.places[i]};
            }
        }
    }
    return std::nullopt;
}

std::vector<CompileProblem> RenderedDraft::uses_of_import(const CompileProblem& problem) const
{
    std::vector<CompileProblem> uses;
    for (const RenderedPart& part : m_parts)
    {
        if (part.places.empty() || problem.file != part.source.file_name || problem.line == 0)
        {
            continue;
        }
        const std::vector<std::string> lines = lines_of(part.source.text);
        const std::string text = problem.line <= lines.size() ? lines[problem.line - 1] : "";
        const std::size_t dot = text.rfind('.');
        if (!text.starts_with("import ") || dot == std::string::npos || !text.ends_with(";"))
        {
            continue;
        }
        const std::string name = text.substr(dot + 1, text.size() - dot - 2);
        for (const TestPlace& test : part.source.tests)
        {
            for (std::size_t line = test.first_line; line <= test.last_line; ++line)
            {
                if (has_word(lines[line - 1], name))
                {
                    uses.push_back(problem);
                    uses.back().line = static_cast<std::uint32_t>(line);
                }
            }
        }
    }
    return uses;
}

std::string RenderedDraft::method_of(std::size_t place) const
{
    for (const RenderedPart& part : m_parts)
    {
        const auto found = std::find(part.places.begin(), part.places.end(), place);
        if (found != part.places.end())
        {
            return part.source.tests[static_cast<std::size_t>(found - part.places.begin())].method;
        }
    }
    return {};
}

const std::vector<JavaStep>& RenderedDraft::Place::steps() const
{
    return part->suite.tests[test].steps;
}

std::vector<std::size_t> RenderedDraft::Place::statement_at(std::size_t line) const
{
    const auto& lines = part->source.tests[test].step_lines;
    std::size_t begin = 0;
    for (const std::size_t one : lines)
    {
        begin = one <= line ? std::max(begin, one) : begin;
    }
    std::vector<std::size_t> statement;
    for (std::size_t i = 0; begin != 0 && i < lines.size(); ++i)
    {
        if (lines[i] == begin)
        {
            statement.push_back(i);
        }
    }
    return statement;
}

std::optional<std::size_t> RenderedDraft::Place::asserted_at(std::size_t line) const
{
    const auto& lines = part->source.tests[test].step_lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        if (lines[i] != 0 && lines[i] == line && std::holds_alternative<JavaAssertion>(steps()[i]))
        {
            return i;
        }
    }
    // Below a call that throws stands what is asserted of the message, then what of the state.
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        if (lines[i] != 0 && lines[i] < line && has_message(steps()[i]))
        {
            nearest = i;
        }
    }
    return nearest;
}

}  // namespace sbst::jvm::detail
