// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

const ClassFile* find_on_path(const ClassPath& path, const std::string& name)
{
    return path.is_on_path(name) ? path.find(name) : nullptr;
}

/// Classes of the JDK by the beginning of their names.
constexpr std::array<std::string_view, 8> changing_jdk{"java/util/", "java/lang/StringBuilder",
    "java/lang/StringBuffer", "java/lang/ThreadLocal", "java/lang/InheritableThreadLocal",
    "java/text/", "java/io/", "java/nio/"};
constexpr std::array<std::string_view, 19> constant_jdk{"java/util/Locale", "java/util/UUID",
    "java/util/Currency", "java/util/Optional", "java/util/OptionalInt", "java/util/OptionalLong",
    "java/util/OptionalDouble", "java/util/Comparator", "java/util/function/", "java/util/regex/",
    "java/util/concurrent/TimeUnit", "java/util/logging/", "java/util/stream/Collector",
    "java/io/File", "java/io/FileFilter", "java/io/FilenameFilter", "java/nio/charset/",
    "java/nio/file/", "java/text/Normalizer"};

bool matches(std::string_view name, std::string_view pattern)
{
    // A pattern that ends in `/` is a package, any other pattern is a class with its nested ones.
    return name.starts_with(pattern) &&
           (pattern.ends_with('/') || name.size() == pattern.size() || name[pattern.size()] == '$');
}

bool is_changing_jdk(std::string_view name)
{
    const auto is_in = [name](const auto& patterns) {
        return std::any_of(patterns.begin(), patterns.end(),
            [name](std::string_view pattern) { return matches(name, pattern); });
    };
    return is_in(changing_jdk) && !is_in(constant_jdk);
}

class StaticFieldFinder
{
public:
    explicit StaticFieldFinder(const ClassPath& path) : m_path(path) {}

    std::vector<StaticFieldPlan> find(std::span<const std::string> classes)
    {
        std::vector<const ClassFile*> files;
        for (const std::string& name : classes)
        {
            if (const ClassFile* file = find_on_path(m_path, name))
            {
                files.push_back(file);
                note_writes(*file);
            }
        }
        std::vector<StaticFieldPlan> plans;
        for (const ClassFile* file : files)
        {
            for (const Field& field : file->fields)
            {
                if (field.access.is_static() && can_change(*file, field))
                {
                    plans.push_back(
                        {file->name, field.name, field.descriptor, !is_rewritten(*file, field)});
                }
            }
        }
        return plans;
    }

private:
    void note_writes(const ClassFile& file)
    {
        const ClassFacts facts = find_class_facts(file);
        for (std::size_t i = 0; i < file.methods.size(); ++i)
        {
            for (const MemberKey& field : facts.methods[i].field_writes)
            {
                if (!file.methods[i].is_static_initialiser() || field.owner != file.name)
                {
                    m_written.insert({declaring_class(field), field.name});
                }
            }
        }
    }

    /// A subclass may be named as the owner.
    [[nodiscard]] std::string declaring_class(const MemberKey& field) const
    {
        const ClassFile* file = find_on_path(m_path, field.owner);
        for (std::size_t depth = 0; file != nullptr && depth < max_depth; ++depth)
        {
            if (file->find_field(field.name) != nullptr)
            {
                return file->name;
            }
            file = find_on_path(m_path, file->superclass);
        }
        return field.owner;
    }

    /// Tells whether code may write the field after the initialisation of its class.
    [[nodiscard]] bool is_rewritten(const ClassFile& file, const Field& field) const
    {
        return !field.access.is_final() &&
               (!field.access.is_private() || m_written.contains({file.name, field.name}));
    }

    [[nodiscard]] bool can_change(const ClassFile& file, const Field& field)
    {
        if (field.access.is_synthetic() || field.access.is_enum())
        {
            return false;
        }
        if (is_rewritten(file, field))
        {
            return true;
        }
        if (field.descriptor.starts_with('['))
        {
            return true;
        }
        return field.descriptor.starts_with('L') &&
               is_changing_class(field.descriptor.substr(1, field.descriptor.size() - 2));
    }

    bool is_changing_class(const std::string& name)
    {
        const auto [entry, is_new] = m_changing.try_emplace(name, false);
        if (is_new)
        {
            entry->second = is_changing_jdk(name) || has_changing_field(name);
        }
        return entry->second;
    }

    [[nodiscard]] bool has_changing_field(const std::string& name) const
    {
        const ClassFile* file = find_on_path(m_path, name);
        for (std::size_t depth = 0; file != nullptr && depth < max_depth; ++depth)
        {
            if (std::any_of(file->fields.begin(), file->fields.end(), [](const Field& field) {
                    return !field.access.is_static() &&
                           (!field.access.is_final() || field.descriptor.starts_with('['));
                }))
            {
                return true;
            }
            if (is_changing_jdk(file->superclass))
            {
                return true;
            }
            file = find_on_path(m_path, file->superclass);
        }
        return false;
    }

    // Broken files may inherit from themselves.
    static constexpr std::size_t max_depth = 100;

    const ClassPath& m_path;
    /// Declaring class and name of fields that code writes outside initialisers.
    std::set<std::pair<std::string, std::string>> m_written;
    std::map<std::string, bool> m_changing;
};

}  // namespace

std::vector<std::string> named_classes(const ClassFile& file)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < file.pool.size(); ++i)
    {
        if (file.pool.tag(i) != PoolTag::class_ref)
        {
            continue;
        }
        std::string name = file.pool.text(i);
        if (name.starts_with('['))
        {
            name.erase(0, name.find_first_not_of('['));
            if (!name.starts_with('L'))
            {
                continue;
            }
            name = name.substr(1, name.size() - 2);
        }
        names.insert(std::move(name));
    }
    names.erase(file.name);
    return {names.begin(), names.end()};
}

std::vector<std::string> reachable_classes(
    const ClassPath& path, std::span<const std::string> starts, std::size_t max_classes)
{
    std::vector<std::string> result;
    std::set<std::string> seen;
    const auto add = [&](const std::string& name) {
        if (result.size() < max_classes && find_on_path(path, name) != nullptr &&
            seen.insert(name).second)
        {
            result.push_back(name);
        }
    };
    std::for_each(starts.begin(), starts.end(), add);
    for (std::size_t i = 0; i < result.size() && result.size() < max_classes; ++i)
    {
        const std::vector<std::string> names = named_classes(path.at(result[i]));
        std::for_each(names.begin(), names.end(), add);
    }
    return result;
}

std::vector<StaticFieldPlan> find_static_fields(
    const ClassPath& path, std::span<const std::string> classes)
{
    return StaticFieldFinder{path}.find(classes);
}

std::vector<std::string> find_counted_jdk(
    const ClassPath& path, std::span<const std::string> classes)
{
    const auto names_big_numbers = [&path](const std::string& name) {
        const ClassFile* file = find_on_path(path, name);
        const std::vector<std::string> named =
            file == nullptr ? std::vector<std::string>{} : named_classes(*file);
        return std::any_of(named.begin(), named.end(), [](const std::string& one) {
            return one == "java/math/BigInteger" || one == "java/math/BigDecimal";
        });
    };
    if (std::none_of(classes.begin(), classes.end(), names_big_numbers))
    {
        return {};
    }
    return {"java/math/BigInteger", "java/math/MutableBigInteger", "java/math/BigDecimal"};
}

}  // namespace sbst::jvm
