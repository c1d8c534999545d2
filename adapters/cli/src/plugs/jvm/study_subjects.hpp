// SPDX-License-Identifier: Apache-2.0
// Subjects of studies in a jar or a folder: classes, and methods of classes. Next: laboratory.hpp.
#pragma once

#include <sbst/study/laboratory.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sbst::cli
{

/// `JAR!CLASS` or `JAR!CLASS#METHOD`; class and method may be patterns with `*` and `?`.
struct JavaPlace
{
    std::string jar;
    std::string class_name;
    /// All methods of one name; empty for the whole class.
    std::string method{};
};

/// @throws ConfigError naming the place of the setting for a text of another form.
[[nodiscard]] JavaPlace split_java_place(const study::Setting& include);

/// The subjects that an entry names, in the order of the class path. A pattern of classes matches
/// public top-level ones that can be instantiated, and those with at least ten branches where no
/// method is asked for. A pattern of methods matches those that tests may call, take an object of a
/// class of that jar or folder, and have a branch. Facts: `branches`.
/// @param hash_of the hash of a jar or folder.
/// @throws ConfigError when it names nothing, ParseError for a class that cannot be read.
[[nodiscard]] std::vector<study::Subject> find_java_subjects(
    const study::Setting& include, const std::function<std::string(const std::string&)>& hash_of);

}  // namespace sbst::cli
