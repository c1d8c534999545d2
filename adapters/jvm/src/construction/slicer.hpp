// SPDX-License-Identifier: Apache-2.0
// Makes slices: follows values and branches backwards, through the methods that are called. The
// parts: branch_slicer.cpp (ways), slice_values.cpp, slice_comparisons.cpp. Next: slice_frame.hpp.
#pragma once

#include "analysed_method.hpp"
#include "compared_values.hpp"
#include "member_lookup.hpp"
#include "slice_frame.hpp"

#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/dataflow/value_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

/// A number for each different thing, in the order of their first use.
template <class Thing>
class Numbers
{
public:
    std::size_t of(Thing thing)
    {
        const auto [entry, is_new] = m_known.try_emplace(thing, m_things.size());
        if (is_new)
        {
            m_things.push_back(std::move(thing));
        }
        return entry->second;
    }
    [[nodiscard]] const std::vector<Thing>& things() const { return m_things; }

private:
    std::map<Thing, std::size_t> m_known;
    std::vector<Thing> m_things;
};

/// See BranchSlicer.
class Slicer
{
public:
    static constexpr std::size_t max_depth = BranchSlicer::max_depth;
    static constexpr std::size_t max_values = BranchSlicer::max_values;
    /// Calls that must return which one slice follows.
    static constexpr std::size_t max_returning = 100;

    explicit Slicer(const ClassPath& path) : m_members(path) {}

    std::vector<SliceValue> slice(const ClassFile& file, const Method& method,
        std::uint32_t instruction, std::optional<bool> jumps);
    std::vector<SliceValue> slice_of_way(
        const ClassFile& file, const Method& method, std::uint32_t instruction);

    [[nodiscard]] const std::vector<FieldLocation>& fields() const { return m_fields.things(); }
    [[nodiscard]] const std::vector<SlicedCall>& calls() const { return m_calls.things(); }
    [[nodiscard]] const std::vector<std::vector<Constant>>& keys() const { return m_keys; }
    [[nodiscard]] const std::vector<SlicedMethod>& methods() const { return m_methods; }

private:
    template <class Follow>
    std::vector<SliceValue> slice_by(
        const ClassFile& file, const Method& method, const Follow& follow);

    std::size_t add(SliceValue value)
    {
        m_slice.push_back(std::move(value));
        return m_slice.size() - 1;
    }
    [[nodiscard]] bool is_full() const { return m_slice.size() >= max_values; }
    template <class Thing>
    static void append(std::vector<Thing>& things, const std::vector<Thing>& more)
    {
        things.insert(things.end(), more.begin(), more.end());
    }

    // Ways.
    /// Adds the operands of a branch, and those of the branches on the way to it.
    void follow_branch(SliceFrame& frame, const DecidingBranch& branch);
    void follow_deciding(SliceFrame& frame, std::uint32_t instruction);
    /// Calls that every way to an instruction makes must return: `requireOpen()`.
    void follow_calls_before(SliceFrame& frame, std::uint32_t instruction);
    /// The way to the only place where a method that throws elsewhere returns.
    void follow_return_of(SliceFrame& frame, std::uint32_t at, const SlicedMethod& callee);
    /// A method that the frame calls, with what is known of its arguments.
    SliceFrame called_frame(SliceFrame& frame, const SlicedMethod& callee,
        const AnalysedMethod& analysed, std::span<const ValueId> operands);
    /// The place of a value in the slice, where it is from now on with what it is made of.
    std::size_t place_of(SliceFrame& frame, ValueId id);
    /// What decides which of its ways a merged value has.
    void follow_ways(SliceFrame& frame, ValueId id);

    // Values.
    SliceValue value_of(SliceFrame& frame, ValueId id);
    /// The element of an array or a collection; one under a constant key is a place of its own.
    SliceValue element_of(SliceFrame& frame, const FlowValue& value, bool is_indexed);
    /// The element that equals an argument, if there is one: it has no key.
    SliceValue member_of(SliceFrame& frame, const FlowValue& value);
    /// What a method of java.util returns of a collection's elements or their number; nothing for
    /// other methods.
    std::optional<SliceValue> held_by_collection(
        SliceFrame& frame, const MemberRef& method, const FlowValue& value);
    SliceValue result_of(SliceFrame& frame, ValueId id, const FlowValue& value);
    /// The values that a method returns, which are in the slice from now on, with what decides
    /// between them. Those that the caller cannot want are left out, unless all are such.
    /// @param expected by the caller; may be null.
    std::vector<ValueId> follow_returns(SliceFrame& frame, const Expectation* expected);
    std::size_t number_of(std::vector<Constant> keys);
    std::vector<std::size_t> places_of(SliceFrame& frame, const FlowValue& value);

    // Comparisons.
    struct ComparedConstant
    {
        Value value{};
        ConstantSide side = ConstantSide::right;
    };

    /// What the operands of a jump should be, where it compares with a constant.
    void note_comparison(SliceFrame& frame, std::span<const ValueId> operands, Opcode opcode,
        std::optional<bool> jumps);
    void note_constant(SliceFrame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps,
        const ComparedConstant& constant);
    /// What objects should be, or not be: null, a constant of a class, one another.
    void note_identity(SliceFrame& frame, std::span<const ValueId> operands, bool is_equal);
    void note_equal(SliceFrame& frame, ValueId one, ValueId other);
    /// An element that is not there is null.
    void note_membership(SliceFrame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps);
    void add_compared(SliceFrame& frame, ValueId id, std::vector<Value> values);
    /// A constant beside another argument is often what that is asked for.
    void note_beside_constants(SliceFrame& frame, std::span<const ValueId> operands);

    MemberLookup m_members;
    AnalysedMethods m_analysed;
    Numbers<FieldLocation> m_fields;
    Numbers<SlicedCall> m_calls;
    std::vector<std::vector<Constant>> m_keys;
    std::vector<SliceValue> m_slice;
    std::vector<SlicedMethod> m_methods;
    /// See only_return().
    std::map<const Method*, std::optional<std::uint32_t>> m_only_returns;
    std::size_t m_nested = 0;
    /// Calls of one slice that must return.
    std::size_t m_returning = 0;
};

}  // namespace sbst::jvm::detail
