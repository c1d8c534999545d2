// SPDX-License-Identifier: Apache-2.0
// The values on which a branch of a method depends, through the methods that it calls, as a slice
// for the core's object construction graph. Next: sbst/construction/construction_graph.hpp.
#pragma once

#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// A field by the class that declares it; the index is the subject of its values.
struct FieldLocation
{
    /// Internal name.
    std::string owner;
    std::string name;
    std::string descriptor;

    friend auto operator<=>(const FieldLocation&, const FieldLocation&) = default;
};

/// A call in the code of a method; the index is the subject of what it returns.
struct SlicedCall
{
    const ClassFile* file = nullptr;
    const Method* method = nullptr;
    std::uint32_t instruction = 0;

    friend auto operator<=>(const SlicedCall&, const SlicedCall&) = default;
};

struct SlicedMethod
{
    const ClassFile* file = nullptr;
    const Method* method = nullptr;

    friend bool operator==(const SlicedMethod&, const SlicedMethod&) = default;
};

/// Keeps graphs of methods and numbers of fields and calls from one slice to the next.
class BranchSlicer
{
public:
    /// Calls within each other that a slice follows (t_dep).
    static constexpr std::size_t max_depth = 5;
    /// A slice with more values ends there.
    static constexpr std::size_t max_values = 5000;

    /// The path outlives it.
    explicit BranchSlicer(const ClassPath& path);
    ~BranchSlicer();
    BranchSlicer(BranchSlicer&&) noexcept;
    BranchSlicer& operator=(BranchSlicer&&) noexcept;
    BranchSlicer(const BranchSlicer&) = delete;
    BranchSlicer& operator=(const BranchSlicer&) = delete;

    /// What the operands of a jump or switch depend on, and those of the branches that decide
    /// whether it is reached. A call of a method of the path that the code tells (or the only one
    /// with code below an abstract one) is followed: its arguments stand for the parameters. What a
    /// getter returns is the field itself; what collections of java.util hold are their elements;
    /// what boxes and unboxes passes its operand on; other calls are values of their own, and what
    /// they read is in the slice too, of the ways on which they may return what the branch and
    /// those before it ask for. A static field ends the slice, as a constant does, and so does a
    /// value that is computed in very many steps. Empty for a method without a value graph. Source:
    /// EvoObj, section 3.1.2, steps 1 and 2.
    /// @param jumps which way of a jump is wanted: what is compared with a constant gets the values
    /// that lead there (SliceValue::compared); nothing = either.
    [[nodiscard]] std::vector<SliceValue> slice(const ClassFile& file, const Method& method,
        std::uint32_t instruction, std::optional<bool> jumps = std::nullopt);

    /// The same of what decides whether an instruction is reached. Empty where nothing does.
    [[nodiscard]] std::vector<SliceValue> slice_of_way(
        const ClassFile& file, const Method& method, std::uint32_t instruction);
    /// The methods that the last slice went through, in the order of their first use.
    [[nodiscard]] const std::vector<SlicedMethod>& methods() const;

    [[nodiscard]] const std::vector<FieldLocation>& fields() const;
    [[nodiscard]] const std::vector<SlicedCall>& calls() const;
    /// Constant indices and keys: an element under the n-th one (from 0) has the subject n + 1; one
    /// whose key is no constant has the subject 0. An index that a method computes of several
    /// parameters has a constant for each, in their order.
    [[nodiscard]] const std::vector<std::vector<Constant>>& keys() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
