// SPDX-License-Identifier: Apache-2.0
#include "storage_path.hpp"

#include <sbst/evm/base/keccak.hpp>

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace sbst::evm::construction
{

namespace
{

using analysis::expr_hash;
using analysis::Expression;
using analysis::ExprId;

/// The data of arrays in later slots are not recognised where the compiler has computed their
/// place.
constexpr std::uint64_t known_slots = 256;
/// A constant this near to the data of an array means one of its elements.
constexpr std::uint64_t max_known_index = 1024;
/// Steps of a path, sums among them.
constexpr unsigned max_depth = 12;

/// Slots of arrays by where their data begin.
const std::map<U256, std::uint64_t>& data_of_arrays()
{
    static const std::map<U256, std::uint64_t> data = [] {
        std::map<U256, std::uint64_t> found;
        for (std::uint64_t slot = 0; slot < known_slots; ++slot)
        {
            found.emplace(keccak256_word(U256{slot}.to_be_bytes()), slot);
        }
        return found;
    }();
    return data;
}

/// An array's slot, and an index, where a constant means one of its elements.
std::optional<std::pair<std::uint64_t, std::uint64_t>> find_element(const U256& slot)
{
    const auto& data = data_of_arrays();
    const auto behind = data.upper_bound(slot);
    if (behind == data.begin())
    {
        return std::nullopt;
    }
    const auto& [begin, array] = *std::prev(behind);
    return slot - begin < U256{max_known_index} ?
               std::optional(std::pair(array, low64(slot - begin))) :
               std::nullopt;
}

bool is_small(const U256& value)
{
    return value < U256{max_known_index};
}

}  // namespace

std::optional<StoragePath> PathReader::read(ExprId key, unsigned depth)
{
    if (depth > max_depth)
    {
        return std::nullopt;
    }
    const Expression node = (*m_table)[key];
    if (const auto constant = m_table->constant_value(key))
    {
        StoragePath path{.location = {.slot = *constant}};
        if (const auto found = find_element(*constant))
        {
            path.location = {.slot = U256{found->first},
                .steps = {{.kind = PathStep::Kind::element, .offset = 1}}};
            path.keys = {m_table->constant(U256{found->second})};
        }
        return path;
    }
    if (node.kind == analysis::op_add)
    {
        auto sum = read_sum(node.args[0], node.args[1], depth);
        return sum || node.args[0] == node.args[1] ? sum :
                                                     read_sum(node.args[1], node.args[0], depth);
    }
    if (node.kind != expr_hash)
    {
        return std::nullopt;
    }
    const bool is_mapping = node.origin == 2;
    auto path = read(node.args.at(is_mapping ? 1 : 0), depth + 1);
    if (path && is_mapping)
    {
        path->location.steps.push_back({.kind = PathStep::Kind::mapping});
        path->keys.push_back(node.args[0]);
    }
    else if (path)
    {
        path->location.steps.push_back({.kind = PathStep::Kind::element, .offset = 1});
        path->keys.push_back(m_table->zero());
    }
    return path;
}

/// A place and what is added to it: a member of a struct, or an element.
std::optional<StoragePath> PathReader::read_sum(ExprId a, ExprId b, unsigned depth)
{
    auto path = read(a, depth + 1);
    if (!path ||
        (path->location.steps.empty() && m_table->is_constant(a) && m_table->is_constant(b)))
    {
        return std::nullopt;
    }
    if (path->location.steps.empty())
    {
        // An array of fixed length in the slots themselves.
        path->location.steps.push_back({.kind = PathStep::Kind::element, .offset = 1});
        path->keys.push_back(m_table->zero());
        return element(std::move(*path), b);
    }
    const auto constant = m_table->constant_value(b);
    const PathStep last = path->location.steps.back();
    const bool is_first_element =
        last.kind == PathStep::Kind::element && path->keys.back() == m_table->zero() && !constant;
    if (is_first_element)
    {
        return element(std::move(*path), b);
    }
    if (!constant || !is_small(*constant))
    {
        return std::nullopt;
    }
    if (last.kind == PathStep::Kind::member)
    {
        path->location.steps.back().offset += low64(*constant);
    }
    else
    {
        path->location.steps.push_back(
            {.kind = PathStep::Kind::member, .offset = low64(*constant)});
    }
    return path;
}

/// The element at an index that may be multiplied by the slots of each.
std::optional<StoragePath> PathReader::element(StoragePath path, ExprId index)
{
    const Expression node = (*m_table)[index];
    std::uint64_t slots = 1;
    if (node.kind == analysis::op_mul || node.kind == analysis::op_shl)
    {
        for (const std::size_t factor : {std::size_t{0}, std::size_t{1}})
        {
            const auto value = m_table->constant_value(node.args.at(factor));
            const bool is_shift = node.kind == analysis::op_shl;
            const bool is_size = value && (!is_shift || (factor == 0 && *value < U256{16})) &&
                                 is_small(*value) && !is_zero(*value);
            if (is_size)
            {
                slots = is_shift ? std::uint64_t{1} << low64(*value) : low64(*value);
                index = node.args.at(1 - factor);
                break;
            }
        }
    }
    path.location.steps.back().offset = slots;
    path.keys.back() = index;
    return path;
}

}  // namespace sbst::evm::construction
