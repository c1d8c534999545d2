// SPDX-License-Identifier: Apache-2.0
// Numbers the ways in which calls of a test end with an exception. Next: goal_graph.hpp, whose
// goals they may become.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace sbst
{

/// Why a call ends with an exception, as far as its author shows.
enum class ThrowKind : std::uint8_t
{
    /// The signature announces it.
    declared,
    /// The code throws it by a statement.
    explicitly,
    /// The machine or a library does.
    implicitly
};

[[nodiscard]] std::string_view to_string(ThrowKind kind);

/// One way in which calls end: what was called, what came out of it, and why.
struct Thrown
{
    CallableId callable;
    /// The adapter's number of the exception's type, or of a revert with its reason.
    ExceptionId what;
    ThrowKind kind = ThrowKind::implicitly;

    friend bool operator==(const Thrown&, const Thrown&) = default;
};

/// Numbers them in the order in which they are added, so that CallOutcome::exception and an
/// ExceptionCriterion goal can name one.
///
/// Source: the coverage goal selector, section 2.1 (exceptions by method, type and kind).
class ThrownTable
{
public:
    struct Entry
    {
        ExceptionId id;
        bool is_new = false;
    };

    /// The last of `most` ids (at least 1) stands for all entries that have none of their own. It
    /// is never new, so that it does not become a goal of one callable that others cover.
    explicit ThrownTable(std::size_t most) : m_most(most) {}

    /// The id of that entry, new or known. O(log entries).
    Entry add(const Thrown& thrown);
    /// Precondition: add() returned that id.
    [[nodiscard]] const Thrown& operator[](ExceptionId id) const { return m_thrown.at(id.index()); }
    [[nodiscard]] std::size_t size() const { return m_thrown.size(); }

private:
    std::size_t m_most;
    std::vector<Thrown> m_thrown;
    std::map<std::tuple<std::size_t, std::size_t, ThrowKind>, std::size_t> m_ids;
};

}  // namespace sbst
