// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <set>

namespace sbst::jvm
{

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
