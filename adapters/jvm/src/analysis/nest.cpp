// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

namespace sbst::jvm
{

namespace
{

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_superclasses = 64;

std::string_view package_part(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

/// Tells whether a class has nothing of its own that could be called: Kotlin spreads the functions
/// of one class over superclasses.
bool is_facade(const ClassFile& file)
{
    return !file.access.is_interface() &&
           std::all_of(file.methods.begin(), file.methods.end(), [](const Method& method) {
               return method.access.is_private() || method.access.is_synthetic() ||
                      method.is_static_initialiser();
           });
}

/// The superclasses that only their package knows: where a facade has all it offers from them,
/// nothing else tests them.
std::vector<const ClassFile*> lenders_of(const ClassPath& path, const ClassFile& file)
{
    std::vector<const ClassFile*> lenders;
    const ClassFile* above = &file;
    while (
        is_facade(file) && lenders.size() < max_superclasses && path.is_on_path(above->superclass))
    {
        above = &path.at(above->superclass);
        if (above->source_access().is_public() ||
            package_part(above->name) != package_part(file.name))
        {
            break;
        }
        lenders.push_back(above);
    }
    return lenders;
}

}  // namespace

std::string enclosing_class(const ClassFile& file)
{
    const InnerClass* row = file.inner_class();
    if (row != nullptr && !row->outer.empty())
    {
        return row->outer;
    }
    return file.enclosing_method ? file.enclosing_method->owner : std::string{};
}

std::vector<const ClassFile*> with_nested(const ClassPath& path, const std::string& internal_name)
{
    std::vector<const ClassFile*> classes{&path.at(internal_name)};
    std::set<std::string> seen{classes.front()->name};
    for (const ClassFile* lender : lenders_of(path, *classes.front()))
    {
        if (seen.insert(lender->name).second)
        {
            classes.push_back(lender);
        }
    }
    for (std::size_t i = 0; i < classes.size(); ++i)
    {
        for (const InnerClass& row : classes[i]->inner_classes)
        {
            // There are rows for every nested class that the file names, including foreign ones.
            const bool may_be_ours =
                row.outer.empty() || row.outer == classes[i]->name || seen.contains(row.outer);
            if (!may_be_ours || seen.contains(row.name) || !path.is_on_path(row.name))
            {
                continue;
            }
            const ClassFile& nested = path.at(row.name);
            if (seen.contains(enclosing_class(nested)))
            {
                seen.insert(row.name);
                classes.push_back(&nested);
            }
        }
    }
    std::sort(std::next(classes.begin()), classes.end(),
        [](const ClassFile* a, const ClassFile* b) { return a->name < b->name; });
    return classes;
}

}  // namespace sbst::jvm
