// SPDX-License-Identifier: Apache-2.0
// A draft as it is written: which method and which lines of which class belong to which of its
// tests. Next: mending.hpp, which looks up what a judge complains of.
#pragma once

#include "suite_draft.hpp"

#include <sbst/jvm/referee/referee.hpp>
#include <sbst/jvm/render/java_suite.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// One class of the draft, rendered.
struct RenderedPart
{
    JavaSuite suite;
    RenderedSuite source;
    /// By test: its index in the draft.
    std::vector<std::size_t> places;
};

class RenderedDraft
{
public:
    RenderedDraft() = default;
    /// @param junit flavour: 4 or 5.
    RenderedDraft(const JavaProblem& problem, const SuiteDraft& draft, int junit);

    [[nodiscard]] const RenderedPart& part(bool is_suspicious) const
    {
        return m_parts[is_suspicious ? 1 : 0];
    }

    /// Writes the classes that have tests below the folder.
    /// @throws AdapterError when one cannot be written.
    void write(const std::filesystem::path& folder) const;

    /// A test of a class.
    struct Place
    {
        const RenderedPart* part = nullptr;
        /// Index in the class, and in the draft.
        std::size_t test = 0;
        std::size_t in_draft = 0;

        [[nodiscard]] const std::vector<JavaStep>& steps() const;
        /// The steps that are written in the statement of a line, the statement's own last; none
        /// above the first statement.
        [[nodiscard]] std::vector<std::size_t> statement_at(std::size_t line) const;
        /// What failed at a line: an assertion, or the call of whose exception another message was
        /// asserted.
        [[nodiscard]] std::optional<std::size_t> asserted_at(std::size_t line) const;
    };
    [[nodiscard]] std::optional<Place> find(const RefereeTest& test) const;
    /// The test that has the line.
    [[nodiscard]] std::optional<Place> find(const CompileProblem& problem) const;
    /// Complaints about an import, as complaints about the lines of tests that use its name.
    [[nodiscard]] std::vector<CompileProblem> uses_of_import(const CompileProblem& problem) const;
    /// Name of the method of a test of the draft.
    [[nodiscard]] std::string method_of(std::size_t place) const;

private:
    /// The second one is suspicious.
    std::array<RenderedPart, 2> m_parts;
};

}  // namespace sbst::jvm::detail
