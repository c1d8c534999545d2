// SPDX-License-Identifier: Apache-2.0
#include "plan_writer.hpp"

#include "wire.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace sbst::jvm
{

namespace
{

constexpr std::uint32_t plan_version = 9;

class PlanWriter
{
public:
    explicit PlanWriter(const SubjectPlan& plan) : m_plan(&plan) {}

    std::vector<std::byte> write(const WorkerSettings& settings)
    {
        put(m_bytes, plan_version);
        put_size(m_plan->predicate_count);
        put_size(m_plan->method_count);
        put_size(m_plan->line_count);
        put_size(m_plan->mutant_count);
        put(m_bytes, static_cast<std::uint8_t>(settings.record_lines));
        put(m_bytes, static_cast<std::uint8_t>(settings.record_outputs));
        put(m_bytes, static_cast<std::uint8_t>(settings.switch_mutants));
        put(m_bytes, static_cast<std::uint8_t>(settings.occasion));
        put(m_bytes, settings.probe_budget);
        put_size(settings.array_megabytes << 20U);
        put_size(m_plan->class_path.size());
        for (const std::filesystem::path& entry : m_plan->class_path)
        {
            put_name(m_bytes, std::filesystem::absolute(entry).string());
        }
        put_name(m_bytes, m_plan->package);
        put_size(m_plan->classes.size());
        for (const ClassPlan& one : m_plan->classes)
        {
            put_class(one);
        }
        put_size(m_plan->static_fields.size());
        for (const StaticFieldPlan& field : m_plan->static_fields)
        {
            append_static_field(m_bytes, field);
        }
        for (const auto* names : {&m_plan->preload, &m_plan->counted_jdk})
        {
            put_size(names->size());
            for (const std::string& name : *names)
            {
                put_name(m_bytes, name);
            }
        }
        put_observed_methods(settings.record_outputs);
        return std::move(m_bytes);
    }

private:
    void put_observed_methods(bool is_wanted)
    {
        put_size(is_wanted ? m_plan->observed_methods.size() : 0);
        for (std::size_t i = 0; is_wanted && i < m_plan->observed_methods.size(); ++i)
        {
            const ObservedMethodPlan& method = m_plan->observed_methods[i];
            put_name(m_bytes, method.owner);
            put_name(m_bytes, method.name);
            put_name(m_bytes, method.descriptor);
            put_size(method.observers.size());
            for (const JavaCallable& observer : method.observers)
            {
                append_callable(m_bytes, observer);
            }
        }
    }

    void put_class(const ClassPlan& one)
    {
        put_name(m_bytes, one.name);
        put_size(one.methods.size());
        for (const MethodPlan& method : one.methods)
        {
            m_place = fmt::format("{}.{}{}", one.name, method.name, method.descriptor);
            put_name(m_bytes, method.name);
            put_name(m_bytes, method.descriptor);
            put_id(method.method, m_plan->method_count, "method");
            put_size(method.branches.size());
            for (const BranchPlan& branch : method.branches)
            {
                put_branch(branch);
            }
            put_size(method.lines.size());
            for (const LinePlan& line : method.lines)
            {
                put(m_bytes, line.instruction);
                put_id(line.line, m_plan->line_count, "line");
            }
            put_size(method.mutations.size());
            for (const MutationPlan& mutation : method.mutations)
            {
                put_mutation(mutation);
            }
        }
    }

    void put_branch(const BranchPlan& branch)
    {
        put(m_bytes, branch.instruction);
        put(m_bytes, static_cast<std::uint8_t>(branch.is_switch()));
        put_id(branch.is_switch() ? branch.default_predicate : branch.predicate,
            m_plan->predicate_count, "predicate");
        if (branch.is_switch())
        {
            put_size(branch.key_predicates.size());
            for (const PredicateId predicate : branch.key_predicates)
            {
                put_id(predicate, m_plan->predicate_count, "predicate");
            }
        }
    }

    void put_mutation(const MutationPlan& mutation)
    {
        put(m_bytes, mutation.instruction);
        put(m_bytes, static_cast<std::uint8_t>(mutation.place));
        put_size(mutation.mutants.size());
        for (const MutantPlan& mutant : mutation.mutants)
        {
            put(m_bytes, mutant.change);
            put_id(mutant.mutant, m_plan->mutant_count, "mutant");
        }
    }

    void put_size(std::size_t size) { put(m_bytes, static_cast<std::uint32_t>(size)); }

    template <class Id>
    void put_id(Id id, std::size_t count, std::string_view kind)
    {
        if (!id.is_valid() || id.index() >= count)
        {
            throw ConfigError(fmt::format("subject plan: {}: {} id {} found, expected less than {}",
                m_place, kind, id.index(), count));
        }
        put_size(id.index());
    }

    const SubjectPlan* m_plan;
    std::vector<std::byte> m_bytes;
    std::string m_place;
};

void append_stand_in(std::vector<std::byte>& bytes, const StandIn& stand_in)
{
    put(bytes, static_cast<std::uint32_t>(stand_in.methods.size()));
    for (const StandInMethod& method : stand_in.methods)
    {
        put_name(bytes, method.name);
        const unsigned answers = !method.has_answer ? 0U : method.has_turns ? 2U : 1U;
        put(bytes, static_cast<std::uint8_t>(answers));
        put(bytes, static_cast<std::uint32_t>(method.descriptors.size()));
        for (const std::string& descriptor : method.descriptors)
        {
            put_name(bytes, descriptor);
        }
        const unsigned runs = !method.callback ? 0U : method.callback->is_returned ? 2U : 1U;
        put(bytes, static_cast<std::uint8_t>(runs));
        if (method.callback)
        {
            put(bytes, static_cast<std::uint32_t>(method.callback->parameter));
            put_name(bytes, method.callback->owner);
            put_name(bytes, method.callback->name);
            put_name(bytes, method.callback->descriptor);
        }
        put(bytes, static_cast<std::uint8_t>(method.failures.size()));
        for (const MadeException& failure : method.failures)
        {
            put_name(bytes, failure.name);
            put_name(bytes, failure.descriptor);
            put_name(bytes, failure.cause);
            put_name(bytes, failure.cause_descriptor);
            put(bytes, static_cast<std::uint32_t>(std::int32_t{failure.number}));
        }
    }
}

void append_marks(std::vector<std::byte>& bytes, const std::vector<BeanMark>& marks)
{
    put(bytes, static_cast<std::uint32_t>(marks.size()));
    for (const BeanMark& mark : marks)
    {
        put_name(bytes, mark.type);
        put(bytes, static_cast<std::uint32_t>(mark.texts.size()));
        for (const BeanText& element : mark.texts)
        {
            put_name(bytes, element.name);
            put_name(bytes, element.text);
            put(bytes, static_cast<std::uint8_t>(element.is_array));
        }
    }
}

void append_bean(std::vector<std::byte>& bytes, const Bean& bean)
{
    const auto put_size = [&bytes](
                              std::size_t size) { put(bytes, static_cast<std::uint32_t>(size)); };
    put_size(bean.fields.size());
    for (std::size_t i = 0; i < bean.fields.size(); ++i)
    {
        put_name(bytes, bean.fields[i]);
        append_marks(
            bytes, i < bean.field_marks.size() ? bean.field_marks[i] : std::vector<BeanMark>{});
    }
    put_size(bean.getters.size());
    for (const BeanGetter& getter : bean.getters)
    {
        put_name(bytes, getter.name);
        put_size(getter.field);
        append_marks(bytes, getter.marks);
    }
}

}  // namespace

std::vector<std::byte> encode_plan(const SubjectPlan& plan, const WorkerSettings& settings)
{
    return PlanWriter(plan).write(settings);
}

void append_static_field(std::vector<std::byte>& bytes, const StaticFieldPlan& field)
{
    put_name(bytes, field.owner);
    put_name(bytes, field.name);
    put_name(bytes, field.descriptor);
    put(bytes, static_cast<std::uint8_t>(field.is_final));
}

std::vector<std::byte> encode_places_of_fields(std::size_t count)
{
    std::vector<std::byte> rows;
    for (std::size_t i = 0; i < count; ++i)
    {
        append_static_field(rows, {.owner = "", .name = "", .descriptor = "I", .is_final = true});
    }
    return rows;
}

void append_callable(std::vector<std::byte>& bytes, const JavaCallable& callable)
{
    put(bytes, static_cast<std::uint8_t>(callable.kind));
    constexpr unsigned owner_is_interface = 1;
    constexpr unsigned is_inner = 2;
    put(bytes, static_cast<std::uint8_t>((callable.is_owner_interface ? owner_is_interface : 0U) |
                                         (callable.is_inner ? is_inner : 0U)));
    put_name(bytes, callable.owner);
    put_name(bytes, callable.name);
    put_name(bytes, callable.descriptor);
    if (callable.kind == JavaCallableKind::stand_in)
    {
        append_stand_in(bytes, callable.stand_in);
    }
    if (callable.kind == JavaCallableKind::bean)
    {
        append_bean(bytes, callable.bean);
    }
}

}  // namespace sbst::jvm
