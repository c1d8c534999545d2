// SPDX-License-Identifier: Apache-2.0
// From the rows of a linear system to values. Next: linear_system.cpp, which makes the rows.
#include "linear_system.hpp"
#include "modular_interval.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <utility>

namespace sbst::dse
{

/// Among the rows from `first` on: the fewest zeros, so that it clears the atom in the others, and
/// the widest bounds, so that it has room.
std::optional<LinearSystem::Pivot> LinearSystem::pivot_in(
    std::span<const Row> rows, std::size_t first) const
{
    std::optional<Pivot> best;
    for (std::size_t row = first; row < rows.size(); ++row)
    {
        for (std::size_t atom = 0; atom < m_atoms.size(); ++atom)
        {
            const unsigned zeros = trailing_zeros(rows[row].factors[atom]);
            if (zeros < m_width && (!best || zeros < best->zeros ||
                                       (zeros == best->zeros && room(best->atom) < room(atom))))
            {
                best = {row, atom, zeros};
            }
        }
    }
    return best;
}

std::vector<LinearSystem::Pivot> LinearSystem::eliminate(std::vector<Row>& rows) const
{
    std::vector<Pivot> pivots;
    for (std::size_t first = 0; first < rows.size(); ++first)
    {
        std::optional<Pivot> pivot = pivot_in(rows, first);
        if (!pivot)
        {
            break;
        }
        std::swap(rows[first], rows[pivot->row]);
        pivot->row = first;
        pivots.push_back(*pivot);
        const Row& chosen = rows[first];
        const U256 inverse = inverse_of(chosen.factors[pivot->atom] >> std::uint64_t{pivot->zeros});
        for (std::size_t i = first + 1; i < rows.size(); ++i)
        {
            const U256 times =
                (rows[i].factors[pivot->atom] >> std::uint64_t{pivot->zeros}) * inverse;
            for (std::size_t atom = 0; atom < m_atoms.size(); ++atom)
            {
                rows[i].factors[atom] =
                    (rows[i].factors[atom] - times * chosen.factors[atom]) & low_ones(m_width);
            }
            rows[i].sum = rows[i].sum - times * chosen.sum;
        }
    }
    return pivots;
}

/// What the pivot must be by its row, as far as bits make a difference.
U256 LinearSystem::wanted_of(const Row& row, const Pivot& pivot, std::span<const U256> values) const
{
    U256 rest = row.sum;
    for (std::size_t atom = 0; atom < m_atoms.size(); ++atom)
    {
        rest = atom == pivot.atom ? rest : rest - row.factors[atom] * values[atom];
    }
    rest = (rest & low_ones(m_width)) >> std::uint64_t{pivot.zeros};
    const U256 odd = row.factors[pivot.atom] >> std::uint64_t{pivot.zeros};
    return (rest * inverse_of(odd)) & low_ones(m_width - pivot.zeros);
}

bool LinearSystem::give_value(std::span<const Row> rows, std::span<const Pivot> pivots,
    std::size_t place, std::vector<U256>& values)
{
    const Pivot& pivot = pivots[place];
    const Row& row = rows[pivot.row];
    // All factors of the row have these zeros.
    if (!is_zero(row.sum & low_ones(pivot.zeros)))
    {
        return false;
    }
    if (room(pivot.atom) < wanted_of(row, pivot, values) && !make_room(rows, pivots, place, values))
    {
        return false;
    }
    const U256 wanted = wanted_of(row, pivot, values);
    // The highest bits make no difference where the factor is even.
    const U256 low = low_ones(m_width - pivot.zeros);
    const U256 kept = (values[pivot.atom] & low_ones(m_width) & ~low) | wanted;
    values[pivot.atom] = kept <= room(pivot.atom) ? kept : wanted;
    return true;
}

/// Changes one atom that no row behind this one has, so that the pivot keeps its bounds; or two, of
/// which one is small.
bool LinearSystem::make_room(std::span<const Row> rows, std::span<const Pivot> pivots,
    std::size_t place, std::vector<U256>& values)
{
    const Pivot& pivot = pivots[place];
    std::vector<std::size_t> movable;
    for (std::size_t atom = 0; atom < m_atoms.size(); ++atom)
    {
        const auto has_it = [atom, &rows](const Pivot& other) {
            return !is_zero(rows[other.row].factors[atom]);
        };
        if (atom != pivot.atom && !is_zero(rows[pivot.row].factors[atom]) &&
            std::none_of(
                pivots.begin() + static_cast<std::ptrdiff_t>(place) + 1, pivots.end(), has_it))
        {
            movable.push_back(atom);
        }
    }
    const auto moves_one = [&](std::optional<std::size_t> kept) {
        return std::ranges::any_of(movable, [&](std::size_t atom) {
            return atom != kept && move_atom(rows[pivot.row], pivot, atom, values);
        });
    };
    if (moves_one(std::nullopt))
    {
        return true;
    }
    constexpr std::uint64_t few = 256;
    for (const std::size_t atom : movable)
    {
        const U256 before = values[atom];
        for (std::uint64_t i = 0; i < few && m_moves < max_moves && U256{i} <= room(atom); ++i)
        {
            values[atom] = U256{i};
            if (moves_one(atom))
            {
                return true;
            }
        }
        values[atom] = before;
    }
    return false;
}

/// Gives one atom its least value with which the pivot keeps its bounds.
bool LinearSystem::move_atom(
    const Row& row, const Pivot& pivot, std::size_t atom, std::vector<U256>& values)
{
    ++m_moves;
    const unsigned width = m_width - pivot.zeros;
    const U256 all = low_ones(width);
    const U256 inverse = inverse_of(row.factors[pivot.atom] >> std::uint64_t{pivot.zeros});
    const U256 last = std::min(room(pivot.atom), all);
    // pivot = total - factor * atom, from 0 to last.
    const U256 before = std::exchange(values[atom], U256{});
    const U256 total = wanted_of(row, pivot, values);
    const U256 factor = ((row.factors[atom] >> std::uint64_t{pivot.zeros}) * inverse) & all;
    const auto value = first_multiple_between(factor, width, (total - last) & all, total);
    const bool is_found = value && *value <= room(atom);
    values[atom] = is_found ? *value : before;
    return is_found;
}

std::optional<std::vector<U256>> LinearSystem::solved()
{
    // Behind all others: there is a limit of rows. A row may add choices.
    std::size_t next = 0;
    while (next < m_choices.size())
    {
        add_row(m_choices[next++]);
    }
    m_choices.clear();
    m_moves = 0;
    std::vector<Row> rows = m_rows;
    const std::vector<Pivot> pivots = eliminate(rows);
    // The other rows have no atoms left.
    for (std::size_t i = pivots.size(); i < rows.size(); ++i)
    {
        if (!is_zero(rows[i].sum & low_ones(m_width)))
        {
            return std::nullopt;
        }
    }
    std::vector<U256> values;
    for (const Atom& atom : m_atoms)
    {
        values.push_back(std::clamp(atom.value, atom.first, atom.last) - atom.first);
    }
    for (std::size_t place = pivots.size(); place-- > 0;)
    {
        if (!give_value(rows, pivots, place, values))
        {
            return std::nullopt;
        }
    }
    for (std::size_t atom = 0; atom < m_atoms.size(); ++atom)
    {
        values[atom] = values[atom] + m_atoms[atom].first;
    }
    return values;
}

}  // namespace sbst::dse
