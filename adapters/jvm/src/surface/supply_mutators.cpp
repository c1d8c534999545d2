// SPDX-License-Identifier: Apache-2.0
// Methods that change the objects which tests make for arguments: those first that set what the
// classes under test read.
#include "known_types.hpp"
#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_line = 8;
/// Classes that a builder builds, of which the code may read something.
constexpr std::size_t max_products = 4;
/// Parameters of a method of the JDK that changes its object.
constexpr std::size_t max_jdk_parameters = 3;
/// Names of methods that change their object, whatever they return.
constexpr std::array<std::string_view, 8> changing_names{
    "add", "append", "insert", "offer", "push", "put", "set", "with"};

/// How much a mutator promises; the least comes first.
enum MutatorRank : int
{
    writes_what_is_read,
    changes_what_is_read,
    has_name_of_what_is_read,
    other
};

/// `getHeader`, `isHeader`, `withHeader`, `setHeader`, `addHeader`, `header` to `header`.
std::string property_of(std::string_view method)
{
    for (const std::string_view prefix :
        {"get", "is", "has", "with", "set", "add", "put", "append"})
    {
        const bool has_rest = method.starts_with(prefix) && method.size() > prefix.size() &&
                              std::isupper(static_cast<unsigned char>(method[prefix.size()])) != 0;
        if (has_rest)
        {
            method.remove_prefix(prefix.size());
            break;
        }
    }
    std::string property(method);
    std::transform(property.begin(), property.end(), property.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return property;
}

/// `set` and `setName`, but not `settle`.
bool is_named_as_mutator(std::string_view method)
{
    return std::any_of(
        changing_names.begin(), changing_names.end(), [method](std::string_view name) {
            return method.starts_with(name) &&
                   (method.size() == name.size() ||
                       std::isupper(static_cast<unsigned char>(method[name.size()])) != 0);
        });
}

}  // namespace

/// What code reads of the objects of one class.
struct SurfaceBuilder::ReadState
{
    /// Fields, by name.
    std::set<std::string> fields{};
    /// Properties that its methods are named after.
    std::set<std::string> properties{};

    void merge(ReadState other)
    {
        fields.merge(other.fields);
        properties.merge(other.properties);
    }
};

std::vector<const ClassFile*> SurfaceBuilder::line_of(const ClassFile& file) const
{
    std::vector<const ClassFile*> line{&file};
    const bool is_own = m_hierarchy.is_on_path(file.name);
    while (line.size() < max_line)
    {
        const std::string& super = line.back()->superclass;
        const ClassFile* above =
            m_hierarchy.is_on_path(super) == is_own && super != "java/lang/Object" ?
                m_hierarchy.find(super) :
                nullptr;
        if (above == nullptr)
        {
            break;
        }
        line.push_back(above);
    }
    return line;
}

const ClassFacts& SurfaceBuilder::facts_of(const ClassFile& file)
{
    const auto known = m_facts.find(file.name);
    return known != m_facts.end() ?
               known->second :
               m_facts.emplace(file.name, find_class_facts(file)).first->second;
}

std::vector<const ClassFile*> SurfaceBuilder::products_of(const ClassFile& file) const
{
    std::vector<const ClassFile*> products;
    for (const Method& method : file.methods)
    {
        const std::string result = result_descriptor(method);
        const bool is_product = !method.access.is_static() && count_parameters(method) == 0 &&
                                result.starts_with('L') && result != "L" + file.name + ";";
        const std::string name = is_product ? result.substr(1, result.size() - 2) : std::string();
        const ClassFile* product = m_hierarchy.is_on_path(name) ? m_hierarchy.find(name) : nullptr;
        if (product != nullptr && products.size() < max_products &&
            std::find(products.begin(), products.end(), product) == products.end())
        {
            products.push_back(product);
        }
    }
    return products;
}

SurfaceBuilder::ReadState SurfaceBuilder::read_of(const std::vector<const ClassFile*>& line)
{
    ReadState read;
    // The code under test calls a method by its class, one above, or an interface: names decide.
    std::set<std::string> called;
    for (const MemberKey& key : called_methods())
    {
        called.insert(key.name + key.descriptor);
    }
    for (const ClassFile* file : line)
    {
        const ClassFacts& facts = facts_of(*file);
        for (const Field& field : file->fields)
        {
            if (is_named_field(*file, field))
            {
                read.fields.insert(field.name);
            }
        }
        for (std::size_t i = 0; i < file->methods.size(); ++i)
        {
            const Method& method = file->methods[i];
            if (called.count(method.name + method.descriptor) == 0 || method.is_constructor())
            {
                continue;
            }
            read.properties.insert(property_of(method.name));
            for (const MemberKey& field : facts.methods[i].field_reads)
            {
                read.fields.insert(field.name);
            }
        }
    }
    return read;
}

int SurfaceBuilder::rank_of(const ClassFile& owner, std::size_t method, const ReadState& read)
{
    const ClassFacts& all = facts_of(owner);
    const auto is_read = [&](const MemberKey& field) { return read.fields.count(field.name) != 0; };
    int rank = other;
    const auto look = [&](const MethodFacts& facts) {
        if (std::any_of(facts.field_writes.begin(), facts.field_writes.end(), is_read))
        {
            rank = std::min<int>(rank, writes_what_is_read);
        }
        else if (std::any_of(facts.field_reads.begin(), facts.field_reads.end(), is_read))
        {
            rank = std::min<int>(rank, changes_what_is_read);
        }
    };
    look(all.methods[method]);
    // A method that only passes its arguments on does what the other does.
    for (const MemberKey& called : all.methods[method].calls)
    {
        const Method* other_method = called.owner == owner.name ?
                                         owner.find_method(called.name, called.descriptor) :
                                         nullptr;
        if (other_method != nullptr)
        {
            look(all.methods[static_cast<std::size_t>(other_method - owner.methods.data())]);
        }
    }
    const bool has_name = read.properties.count(property_of(owner.methods[method].name)) != 0;
    return rank == other && has_name ? has_name_of_what_is_read : rank;
}

/// Tells whether a method returns its receiver as the type that a subclass says, as the steps of
/// `class Base<B extends Base<B>>` do.
bool is_inherited_step(const ClassFile& owner, const Method& method)
{
    return returns_class_variable(method) && result_descriptor(method) == "L" + owner.name + ";";
}

bool SurfaceBuilder::is_mutator(
    const ClassFile& owner, const Method& method, const GroundType& changed) const
{
    if (method.access.is_static() || method.is_constructor() || method.access.is_bridge() ||
        method.is_static_initialiser() || !m_hierarchy.is_usable(owner, method))
    {
        return false;
    }
    const std::size_t parameters = count_parameters(method);
    if (!m_hierarchy.is_on_path(owner.name))
    {
        // Other keys and values than texts break the contract of Properties.
        const bool is_of_table = owner.name == "java/util/Properties" && method.name == "put";
        return parameters > 0 && parameters <= max_jdk_parameters && !is_of_table &&
               (is_known_mutator(owner.name, method.name) || is_named_as_mutator(method.name));
    }
    const std::string result = result_descriptor(method);
    return result == "V" || result == erasure(changed) || is_inherited_step(owner, method) ||
           (parameters > 0 && is_named_as_mutator(method.name));
}

std::vector<SurfaceBuilder::Mutator> SurfaceBuilder::mutators_of(
    const ClassFile& file, const GroundType& receiver)
{
    const bool is_own = m_hierarchy.is_on_path(file.name);
    const std::vector<const ClassFile*> line = line_of(file);
    ReadState read = read_of(line);
    // What a builder is told becomes state of what it builds, under the same names.
    for (const ClassFile* product : is_own ? products_of(file) : std::vector<const ClassFile*>{})
    {
        read.merge(read_of(line_of(*product)));
    }
    std::vector<Mutator> mutators;
    std::set<std::string> known;
    std::set<std::string> usual;
    GroundType type = receiver;
    for (std::size_t above = 0; above < line.size(); ++above)
    {
        const ClassFile& owner = *line[above];
        type = above == 0 ? type : m_hierarchy.superclass_of(type, *line[above - 1]);
        for (std::size_t i = 0; i < owner.methods.size(); ++i)
        {
            const Method& method = owner.methods[i];
            if (!known.insert(method.name + method.descriptor).second ||
                !is_mutator(owner, method, receiver) ||
                (above > 0 && !m_hierarchy.is_nameable(owner)))
            {
                continue;
            }
            // Names tell which methods of the JDK's own collections to call; of those inherited one
            // of each name will do.
            const bool is_usual = !is_own && is_known_mutator(owner.name, method.name) &&
                                  count_parameters(method) <= 2 &&
                                  (usual.insert(method.name).second || above == 0);
            const int rank = rank_of(owner, i, read);
            // Inherited methods that set nothing of interest would only take the place of its own.
            if (is_usual || rank < other ||
                (is_own && (above == 0 || is_inherited_step(owner, method))))
            {
                mutators.push_back({&owner, i, type, is_usual ? -1 : rank});
            }
        }
    }
    std::stable_sort(mutators.begin(), mutators.end(),
        [](const Mutator& a, const Mutator& b) { return a.rank < b.rank; });
    const bool has_usual = !mutators.empty() && mutators.front().rank < 0;
    if (has_usual)
    {
        std::erase_if(mutators, [](const Mutator& mutator) { return mutator.rank >= 0; });
    }
    mutators.resize(std::min(mutators.size(), m_options.max_mutators));
    return mutators;
}

void SurfaceBuilder::supply_mutators(const Wanted& wanted, const ClassFile& file)
{
    const GroundType receiver =
        is_under_test(file) ? wanted.type : Hierarchy::with_bounds(file, wanted.type);
    for (const Mutator& mutator : mutators_of(file, receiver))
    {
        add_method(*mutator.owner, mutator.owner->methods[mutator.method], receiver,
            {.is_under_test = false,
                .depth = wanted.depth,
                .inherited_from = mutator.owner == &file ? nullptr : &mutator.type});
    }
}

}  // namespace sbst::jvm::detail
