// SPDX-License-Identifier: Apache-2.0
// Plans of templates for the branches of the classes under test: what their construction graphs
// read, and the methods that write it. Next: sbst/construction/template_plan.hpp.
#pragma once

#include <sbst/construction/template_plan.hpp>
#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/construction/field_writers.hpp>
#include <sbst/jvm/construction/held_writers.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

/// Keeps what it found: a plan per goal, writers per field, guards per write.
class TemplatePlans
{
public:
    /// Tells whether a call of that callable can reach a method.
    using Reach = std::function<bool(CallableId, MethodId)>;

    /// A goal with a larger graph has no plan.
    static constexpr std::size_t max_nodes = 60;
    /// Writers of one node, the best; those that undo what is asked are not counted.
    static constexpr std::size_t max_writers = 8;
    /// Guards of writers within each other.
    static constexpr std::size_t max_nested = 6;
    /// Guards that are found for one goal; later writers have none.
    static constexpr std::size_t max_new_guards = 200;

    /// Keeps references, which must outlive it.
    TemplatePlans(
        const ClassPath& path, JavaSurface& surface, const ClassGoals& goals, Reach reach);

    /// Null for a goal that is no branch, or depends on no state of its inputs. Adds callables to
    /// the surface.
    [[nodiscard]] const TemplatePlan* of(GoalId goal);

private:
    using Plan = std::shared_ptr<const TemplatePlan>;
    using FieldKey = std::tuple<std::string, std::string, WrittenPart>;
    /// The class and field of the holder, and what is written of the elements.
    using HeldKey = std::tuple<std::string, std::string, FieldKey>;
    /// A method, the instruction that writes or leads to a write, and the nesting.
    using GuardKey = std::tuple<const Method*, std::uint32_t, std::size_t>;

    struct WrittenState
    {
        FieldLocation field;
        WrittenPart part = WrittenPart::value;
    };
    /// Holds references.
    struct FoundWriters
    {
        const ClassFile& file;
        const FieldWriters& writers;
        WrittenPart part = WrittenPart::value;
    };

    [[nodiscard]] Plan plan_of(GoalId goal);
    /// @param nested guards around it.
    [[nodiscard]] Plan made_of(
        std::vector<SliceValue> slice, std::vector<CallableId> calls, std::size_t nested);
    [[nodiscard]] bool add_members(std::vector<SliceValue>& slice) const;
    [[nodiscard]] const std::vector<std::string>* members_of(const std::string& descriptor) const;
    void plan_node(TemplatePlan& plan, ConstructionId node, std::size_t nested);
    void plan_call(PlannedNode& planned, const SlicedCall& call);
    void plan_state(
        TemplatePlan& plan, ConstructionId node, const WrittenState& state, std::size_t nested);
    [[nodiscard]] bool plan_held(TemplatePlan& plan, ConstructionId node, ConstructionId element,
        const WrittenState& state, std::size_t nested);
    void add_writers(
        TemplatePlan& plan, ConstructionId node, const FoundWriters& found, std::size_t nested);
    [[nodiscard]] std::vector<Value> fixed_keys_of(const ConstructionNode& element) const;
    [[nodiscard]] const ClassFile* find_on_path(const std::string& name) const;
    void add_readers(PlannedNode& planned, const ClassFile& file, const FieldLocation& field);
    void add_field_access(PlannedNode& planned, const ClassFile& file, const FieldLocation& field);
    [[nodiscard]] Plan guards_of(const ClassFile& file, const Method& method,
        std::uint32_t instruction, CallableId callable, std::size_t nested);
    [[nodiscard]] const FieldWriters& writers_of(
        const ClassFile& file, const std::string& field, WrittenPart part);
    [[nodiscard]] std::vector<CallableId> calls_of(const GoalMethod& method);
    /// The callables of a method, which are added where they are missing.
    [[nodiscard]] std::vector<CallableId> callables_of(const ClassFile& file, const Method& method);
    [[nodiscard]] std::span<const CallableId> known(
        const std::string& owner, const std::string& name, const std::string& descriptor);
    [[nodiscard]] ConstantPool constants_of(std::span<const SlicedMethod> methods);
    [[nodiscard]] const ClassFacts& facts_of(const ClassFile& file);

    const ClassPath* m_path;
    JavaSurface* m_surface;
    const ClassGoals* m_goals;
    Reach m_reach;
    BranchSlicer m_slicer;
    std::map<std::size_t, Plan> m_plans;
    std::map<FieldKey, FieldWriters> m_writers;
    std::map<HeldKey, FieldWriters> m_held_writers;
    std::map<GuardKey, Plan> m_guards;
    /// Writes whose guards are being found.
    std::set<std::pair<const Method*, std::uint32_t>> m_open;
    std::size_t m_new_guards = 0;
    std::map<std::string, ClassFacts> m_facts;
    /// By owner, name and descriptor, of the callables seen so far.
    std::map<std::string, std::vector<CallableId>> m_callables;
    std::size_t m_seen_callables = 0;
};

}  // namespace sbst::jvm::detail
