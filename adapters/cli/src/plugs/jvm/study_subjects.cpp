// SPDX-License-Identifier: Apache-2.0
#include "study_subjects.hpp"

#include "../../study/run_record.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace sbst::cli
{

namespace
{

constexpr std::size_t least_branches = 10;

bool is_pattern(const std::string& text)
{
    return text.find_first_of("*?") != std::string::npos;
}

/// Every run reads it again, so it must be a regular file.
void require_files(const study::Setting& include, const std::string& jar)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(jar, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_directory(status))
    {
        throw ConfigError(fmt::format(
            "{}: include: '{}' is not a file; expected a jar or a folder", include.place, jar));
    }
}

bool can_be_made(const jvm::ClassPath& path, const std::string& name)
{
    // A class that cannot be read is no subject.
    const jvm::ClassFile* file = path.find(name);
    return file != nullptr && name.find('$') == std::string::npos && file->access.is_public() &&
           !file->access.is_abstract() && !file->access.is_interface();
}

/// Tells whether a parameter, or what an array of it holds, is of a class of the path.
bool takes_own_object(const jvm::ClassPath& path, const jvm::Method& method)
{
    const auto types = jvm::parse_method_descriptor(method.descriptor);
    return types && std::any_of(types->parameters.begin(), types->parameters.end(),
                        [&path](const std::string& type) {
                            const std::size_t start = type.find_first_not_of('[');
                            return type[start] == 'L' &&
                                   path.is_on_path(type.substr(start + 1, type.size() - start - 2));
                        });
}

/// Branches of the methods of each name that the pattern matches.
std::map<std::string, std::size_t> branches_of_methods(
    const jvm::ClassPath& path, const std::string& internal, const std::string& pattern)
{
    const jvm::ClassGoals goals = jvm::find_class_goals(path, internal);
    std::map<std::string, std::size_t> branches;
    for (const jvm::GoalMethod& one : goals.methods)
    {
        const bool is_asked = study::matches(pattern, one.method->name);
        const bool is_fitting =
            !is_pattern(pattern) ||
            (one.owner->name == internal && one.is_open && !one.method->is_constructor() &&
                takes_own_object(path, *one.method));
        if (is_asked && is_fitting)
        {
            branches.emplace(one.method->name, 0);
        }
    }
    for (std::size_t i = 0; i < goals.goals.size(); ++i)
    {
        const auto method =
            branches.find(goals.methods[goals.goals[i].method.index()].method->name);
        if (method != branches.end() && is_counted_branch(goals.graph[GoalId(i)]))
        {
            ++method->second;
        }
    }
    if (is_pattern(pattern))
    {
        std::erase_if(branches, [](const auto& method) { return method.second == 0; });
    }
    return branches;
}

}  // namespace

JavaPlace split_java_place(const study::Setting& include)
{
    const std::size_t mark = include.value.rfind('!');
    const std::size_t method = mark == std::string::npos ? mark : include.value.find('#', mark + 1);
    const std::string class_name =
        mark == std::string::npos ? "" : include.value.substr(mark + 1, method - mark - 1);
    if (class_name.empty() || method + 1 == include.value.size())
    {
        throw ConfigError(fmt::format(
            "{}: include: found '{}', expected a jar or folder and a class, such as "
            "lib/shop.jar!org.shop.*, or a method of one, such as lib/shop.jar!org.shop.Cart#add",
            include.place, include.value));
    }
    return {include.value.substr(0, mark), class_name,
        method == std::string::npos ? "" : include.value.substr(method + 1)};
}

std::vector<study::Subject> find_java_subjects(
    const study::Setting& include, const std::function<std::string(const std::string&)>& hash_of)
{
    const JavaPlace place = split_java_place(include);
    require_files(include, place.jar);
    const jvm::ClassPath path({place.jar});
    std::vector<study::Subject> subjects;
    const auto add = [&](const std::string& name, std::size_t branches) {
        // Other classes of the jar also influence the result of a run.
        subjects.push_back(
            {name, place.jar + "!" + name, study::sha256(name + "\n" + hash_of(place.jar)),
                {{"branches", static_cast<double>(branches)}}});
    };
    for (const std::string& internal : path.class_names())
    {
        const std::string name = jvm::binary_name(internal);
        if (!study::matches(place.class_name, name) ||
            (is_pattern(place.class_name) && !can_be_made(path, internal)))
        {
            continue;
        }
        if (!place.method.empty())
        {
            for (const auto& [method, branches] : branches_of_methods(path, internal, place.method))
            {
                add(name + "#" + method, branches);
            }
            continue;
        }
        const std::size_t branches = count_branches(jvm::find_class_goals(path, internal).graph);
        if (!is_pattern(place.class_name) || branches >= least_branches)
        {
            add(name, branches);
        }
    }
    if (subjects.empty())
    {
        throw ConfigError(fmt::format("{}: include: '{}' names no {}", include.place, include.value,
            place.method.empty() ? "class" : "method"));
    }
    return subjects;
}

}  // namespace sbst::cli
