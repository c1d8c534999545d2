// SPDX-License-Identifier: Apache-2.0
#include "linkage.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <set>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

/// More types above a class are not looked at: broken class files may extend each other.
constexpr std::size_t max_supertypes = 256;

bool is_missing(const ClassPath& path, const std::string& name)
{
    return !name.starts_with("java/") && !path.is_on_path(name) && path.find(name) == nullptr;
}

/// Tells whether a class that a descriptor names is missing.
bool names_missing(const ClassPath& path, std::string_view descriptor)
{
    for (std::size_t at = descriptor.find('L'); at != std::string_view::npos;
         at = descriptor.find('L', at))
    {
        const std::size_t end = std::min(descriptor.find(';', at), descriptor.size());
        if (is_missing(path, std::string(descriptor.substr(at + 1, end - at - 1))))
        {
            return true;
        }
        at = end;
    }
    return false;
}

bool misses_supertype(const ClassPath& path, const ClassFile& file)
{
    std::deque<std::string> waiting{file.name};
    std::set<std::string> seen;
    while (!waiting.empty() && seen.size() < max_supertypes)
    {
        const std::string name = std::move(waiting.front());
        waiting.pop_front();
        if (name.empty() || !seen.insert(name).second)
        {
            continue;
        }
        if (is_missing(path, name))
        {
            return true;
        }
        if (const ClassFile* above = path.is_on_path(name) ? path.find(name) : nullptr)
        {
            waiting.push_back(above->superclass);
            waiting.insert(waiting.end(), above->interfaces.begin(), above->interfaces.end());
        }
    }
    return false;
}

bool misses_member_type(const ClassPath& path, const ClassFile& file)
{
    const auto names = [&path](const auto& member) {
        return !member.access.is_synthetic() && names_missing(path, member.descriptor);
    };
    return std::any_of(file.fields.begin(), file.fields.end(), names) ||
           std::any_of(file.methods.begin(), file.methods.end(), names);
}

bool misses_named_class(const ClassPath& path, const ClassFile& file)
{
    for (std::size_t i = 0; i < file.pool.size(); ++i)
    {
        if (file.pool.tag(i) != PoolTag::class_ref)
        {
            continue;
        }
        const std::string& name = file.pool.text(i);
        if (name.starts_with('[') ? names_missing(path, name) : is_missing(path, name))
        {
            return true;
        }
    }
    return false;
}

}  // namespace

Linkage linkage_of(const ClassPath& path, const ClassFile& file)
{
    if (path.jdk() == nullptr || !path.is_on_path(file.name))
    {
        return Linkage::sound;
    }
    if (misses_supertype(path, file) || misses_member_type(path, file))
    {
        return Linkage::broken;
    }
    return misses_named_class(path, file) ? Linkage::doubtful : Linkage::sound;
}

}  // namespace sbst::jvm::detail
