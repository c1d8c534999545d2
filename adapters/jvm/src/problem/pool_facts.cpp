// SPDX-License-Identifier: Apache-2.0
#include "pool_facts.hpp"

#include "literals.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>
#include <sbst/jvm/dataflow/folding.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cmath>

namespace sbst::jvm::detail
{

namespace
{

/// Adds constants of one document.
class Miner
{
public:
    Miner(MinedConstants& constants, std::size_t document)
      : m_constants(constants),
        m_document(document),
        m_integer(m_types.add(integer_type(64, true))),
        m_number(m_types.add(floating_type(64))),
        m_text(m_types.add(string_type()))
    {}

    void add(const Constant& constant, std::size_t uses)
    {
        switch (constant.kind)
        {
            case Constant::Kind::integer:
            case Constant::Kind::long_integer:
                add(Value(constant.integer), m_integer, uses);
                break;
            case Constant::Kind::single_float:
            case Constant::Kind::double_float:
                if (!std::isnan(constant.number))
                {
                    add(Value(constant.number), m_number, uses);
                }
                break;
            case Constant::Kind::string:
                add(Value(constant.text), m_text, uses);
                break;
            case Constant::Kind::class_ref:
                break;
        }
    }

    /// Adds what the code of a method computes of constants alone, and the classes that it names as
    /// objects.
    void add_folded(const ClassFile& file, const Method& method)
    {
        const std::optional<ValueGraph> graph = ValueGraph::of(file, method);
        for (std::size_t v = 0; graph && v < graph->values().size(); ++v)
        {
            const ValueId id(v);
            if ((*graph)[id].kind == ValueKind::constant)
            {
                note_class(*graph->constant_of(id));
            }
            if ((*graph)[id].kind != ValueKind::operation)
            {
                continue;
            }
            const auto uses = graph->uses_of(id);
            const auto counted = std::count_if(uses.begin(), uses.end(), [&](const ValueUse& use) {
                // A constant that only another one is computed of is no constant of the code.
                const std::optional<ValueId> given = graph->given_by(use.instruction);
                return !given || !folded(*graph, *given);
            });
            const std::optional<Constant> constant =
                counted > 0 ? folded(*graph, id) : std::nullopt;
            if (constant)
            {
                add(*constant, static_cast<std::size_t>(counted));
            }
        }
    }

    /// By internal name, in the order in which they were met.
    [[nodiscard]] const std::vector<std::string>& classes() const { return m_classes; }

private:
    /// Old compilers look a class up by its name.
    void note_class(const Constant& constant)
    {
        const bool is_name = constant.kind == Constant::Kind::string &&
                             constant.text.find('.') != std::string::npos &&
                             constant.text.find_first_of(" /;[<") == std::string::npos;
        if (constant.kind == Constant::Kind::class_ref || is_name)
        {
            m_classes.push_back(is_name ? internal_name(constant.text) : constant.text);
        }
    }

    void add(const Value& value, TypeId type, std::size_t uses)
    {
        m_constants.add(m_document, value, type, m_types, uses);
    }

    MinedConstants& m_constants;
    std::size_t m_document;
    TypeUniverse m_types;
    TypeId m_integer;
    TypeId m_number;
    TypeId m_text;
    std::vector<std::string> m_classes;
};

bool is_called_by_name(JavaCallableKind kind)
{
    return kind == JavaCallableKind::constructor || kind == JavaCallableKind::static_method ||
           kind == JavaCallableKind::instance_method;
}

}  // namespace

PoolFacts::PoolFacts(const ClassPath& path, JavaSurface& surface, std::vector<std::string> subjects)
  : m_path(path), m_surface(surface), m_subjects(std::move(subjects))
{}

void PoolFacts::tell(const TestCase& test, const RunDetail& detail, bool with_types, Trace& trace)
{
    for (const ProducedDetail& object : detail.produced)
    {
        if (object.call >= test.length())
        {
            continue;
        }
        const TypeId declared = m_surface.catalogue()[test.calls[object.call].callable].result;
        if (m_surface.types()[declared].kind == TypeKind::object)
        {
            trace.produced.push_back({.call = object.call,
                .type = with_types ? type_at_run_time(declared, object.class_name) : declared,
                .state = object.state});
        }
    }
}

TypeId PoolFacts::type_at_run_time(TypeId declared, const std::string& class_name)
{
    const JavaType& type = m_surface.type(declared);
    // The arguments of a generic type are not known at run time.
    if (class_name.empty() || type.generic_name != type.source_name || class_name.starts_with('['))
    {
        return declared;
    }
    const std::optional<TypeId> found = type_of_class(class_name);
    return found && m_surface.types().is_assignable(*found, declared) ? *found : declared;
}

std::optional<TypeId> PoolFacts::type_of_class(const std::string& class_name)
{
    const auto known = m_types.find(class_name);
    if (known != m_types.end())
    {
        return known->second;
    }
    const std::string name = internal_name(class_name);
    std::optional<TypeId> found = m_surface.find_class(name);
    if (!found && m_met < max_met && m_surface.add_class(name))
    {
        ++m_met;
        found = m_surface.find_class(name);
    }
    m_types.emplace(class_name, found);
    return found;
}

bool PoolFacts::may_write(CallableId callable, std::size_t parameter)
{
    m_writes.resize(std::max(m_writes.size(), callable.index() + 1));
    std::vector<std::optional<bool>>& known = m_writes[callable.index()];
    known.resize(std::max(known.size(), parameter + 1));
    if (!known[parameter])
    {
        known[parameter] = find_write(m_surface.callable(callable), parameter);
    }
    return *known[parameter];
}

bool PoolFacts::find_write(const JavaCallable& callable, std::size_t parameter)
{
    if (!is_called_by_name(callable.kind))
    {
        return callable.kind == JavaCallableKind::field_write && parameter == 0;
    }
    if (!m_purity)
    {
        m_purity.emplace(m_path);
    }
    const bool is_constructor = callable.kind == JavaCallableKind::constructor;
    return m_purity->may_write(
        {.owner = callable.owner,
            .name = callable.name,
            .descriptor = callable.descriptor,
            .is_virtual = callable.kind == JavaCallableKind::instance_method},
        parameter + (is_constructor ? 1U : 0U));
}

MinedConstants& PoolFacts::constants()
{
    if (!m_constants)
    {
        m_constants.emplace();
        mine();
    }
    return *m_constants;
}

void PoolFacts::mine()
{
    std::vector<std::string> classes;
    std::set<std::string> seen;
    for (const std::string& name : reachable_classes(m_path, m_subjects, max_mined))
    {
        const ClassFile* const file = m_path.find(name);
        if (file == nullptr)
        {
            continue;
        }
        const std::size_t document = m_constants->add_document();
        m_documents.emplace(name, document);
        Miner miner(*m_constants, document);
        for (const ConstantCount& found : find_class_facts(*file).constants)
        {
            miner.add(found.constant, found.count);
        }
        for (const Method& method : file->methods)
        {
            miner.add_folded(*file, method);
        }
        for (const std::string& found : miner.classes())
        {
            if (classes.size() < max_class_objects && seen.insert(found).second &&
                m_path.find(found) != nullptr)
            {
                classes.push_back(found);
            }
        }
    }
    m_surface.add_class_objects(classes);
    if (m_constants->documents() == 0)
    {
        m_constants->add_document();
    }
}

std::size_t PoolFacts::document_of(CallableId callable)
{
    static_cast<void>(constants());
    const auto found = m_documents.find(m_surface.callable(callable).owner);
    return found == m_documents.end() ? 0 : found->second;
}

}  // namespace sbst::jvm::detail
