// SPDX-License-Identifier: Apache-2.0
// The provenance of conditions: comparisons leave a record, their results carry its tag through DUP
// and SWAP, and a JUMPI turns the tag into exact distances. Next: hooks.hpp.
#pragma once

#include <sbst/evm/exec/words.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::evm
{

/// Distances of one evaluation: exactly one of them is 0, that of the taken side.
struct Distances
{
    U256 to_true;
    U256 to_false;
};

/// Names a record and the relation of the tagged word to it. 0 = unknown.
///
/// Bit 0: the word is non-zero when the record is false. Bit 1: the word is any number, and only
/// its being zero matters (a difference). Higher bits: the number of the record; a tag this wide
/// never overflows.
using Tag = std::uint64_t;

inline constexpr Tag no_tag = 0;
inline constexpr Tag constant_tag =
    4;  ///< the word was pushed by the code: a mask, not a truth value

/// Remembers the operands of the latest comparisons of one transaction.
class Provenance
{
public:
    Provenance() : m_records(capacity) {}

    /// Clears all records; old tags must no longer be used.
    void clear() noexcept { m_next = first_id; }

    /// Records a < b (unsigned).
    [[nodiscard]] Tag less(const U256& a, const U256& b) noexcept
    {
        return add(Relation::less, a, b);
    }

    /// Records a == b.
    [[nodiscard]] Tag equal(const U256& a, const U256& b) noexcept
    {
        return add(Relation::equal, a, b);
    }

    /// Records a predicate by its distances.
    [[nodiscard]] Tag combined(const Distances& distances) noexcept
    {
        return add(Relation::combined, distances.to_true, distances.to_false);
    }

    /// Tags for words that are a difference, or an exclusive or: zero when the operands are equal.
    [[nodiscard]] Tag difference(const U256& a, const U256& b) noexcept
    {
        return equal(a, b) | negated | word;
    }

    /// Tells whether the word is known to be 0 or 1 by a record that still exists.
    [[nodiscard]] bool is_boolean(Tag tag) const noexcept
    {
        return (tag & word) == 0 && is_known(tag);
    }

    [[nodiscard]] bool is_known(Tag tag) const noexcept
    {
        const Tag id = tag >> id_shift;
        return id >= first_id && m_next - id <= capacity;
    }

    /// Returns the distances of the tagged word to being non-zero and to being zero.
    [[nodiscard]] Distances distances(Tag tag, const U256& value) const noexcept;

    /// Returns the distance of the tagged word to being zero if it is not, or to being non-zero if
    /// it is zero.
    [[nodiscard]] U256 to_opposite(Tag tag, const U256& value) const noexcept
    {
        const bool is_true = !is_zero(value);
        U256 missed{1};
        if (!is_known(tag))
        {
            if (is_true)
            {
                assign(missed, value);
            }
            return missed;
        }
        const Record& r = record(tag);
        const bool holds = is_true != ((tag & negated) != 0);
        if (r.relation == Relation::combined)
        {
            assign(missed, holds ? r.b : r.a);
        }
        else if (r.relation == Relation::equal && !holds)
        {
            assign(missed, distance_between(r.a, r.b));
        }
        else if (r.relation == Relation::less && holds)
        {
            assign(missed, r.b - r.a);
        }
        else if (r.relation == Relation::less)
        {
            assign(missed, saturating_add(r.a - r.b, missed));
        }
        return missed;
    }

    /// Returns the tag of ISZERO applied to the tagged word, or `no_tag` when nothing is known
    /// about the word. A constant stays a constant.
    [[nodiscard]] Tag negate(Tag tag) const noexcept
    {
        if (tag == constant_tag)
        {
            return constant_tag;
        }
        return is_known(tag) ? (tag ^ negated) & ~word : no_tag;
    }

    // Logical operations on two words; at least one is a tracked truth value. The words are those
    // before the operation.
    [[nodiscard]] Tag conjunction(Tag a, const U256& x, Tag b, const U256& y) noexcept;
    [[nodiscard]] Tag disjunction(Tag a, const U256& x, Tag b, const U256& y) noexcept;
    [[nodiscard]] Tag exclusive(Tag a, const U256& x, Tag b, const U256& y) noexcept;

private:
    enum class Relation : std::uint8_t
    {
        less,
        equal,
        combined
    };

    struct Record
    {
        U256 a;
        U256 b;
        Relation relation{};
    };

    static constexpr Tag negated = 1;
    static constexpr Tag word = 2;
    static constexpr unsigned id_shift = 2;
    static constexpr Tag first_id = 2;
    static constexpr std::size_t capacity = 1024;  // a power of two

    [[nodiscard]] const Record& record(Tag tag) const noexcept
    {
        return m_records[(tag >> id_shift) % capacity];
    }

    [[nodiscard]] Tag add(Relation relation, const U256& a, const U256& b) noexcept
    {
        Record& added = m_records[m_next % capacity];
        assign(added.a, a);
        assign(added.b, b);
        added.relation = relation;
        return m_next++ << id_shift;
    }

    std::vector<Record> m_records;
    Tag m_next{first_id};
};

}  // namespace sbst::evm
