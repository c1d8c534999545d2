// SPDX-License-Identifier: Apache-2.0
#include "../language/names.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/problem/options.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::jvm
{

OperatorOptions JavaProblemOptions::default_operators()
{
    OperatorOptions options;
    options.values.wide_integer_prob = 0.05;
    options.values.max_int = 256.0;
    options.values.long_array_prob = 1.0 / 8.0;
    return options;
}

namespace
{

void validate_package(const JavaProblemOptions& options)
{
    const std::string& package = *options.package;
    for (std::size_t begin = 0; begin <= package.size();)
    {
        const std::size_t end = std::min(package.find('.', begin), package.size());
        if (!detail::is_identifier(std::string_view(package).substr(begin, end - begin)))
        {
            throw ConfigError(fmt::format(
                "package: found '{}', expected names with dots between, such as org.shop",
                package));
        }
        begin = end + 1;
    }
    if (package == "java" || package.starts_with("java."))
    {
        throw ConfigError(fmt::format(
            "package: found '{}', expected one that programs may add classes to", package));
    }
    if (options.class_name.find_first_of("./") == std::string::npos)
    {
        throw ConfigError(
            fmt::format("package: found '{}', but {} is in the unnamed package, which "
                        "classes of no other package can name",
                package, options.class_name));
    }
}

}  // namespace

void validate(const JavaProblemOptions& options)
{
    if (options.class_path.empty())
    {
        throw ConfigError("class-path: found none, expected jars and folders of classes");
    }
    if (options.class_name.empty())
    {
        throw ConfigError("class: found none, expected the name of the class under test");
    }
    if (options.max_classes == 0)
    {
        throw ConfigError("max-classes: found 0, expected at least 1");
    }
    if (options.package)
    {
        validate_package(options);
    }
    validate(options.worker);
    validate(options.operators);
}

}  // namespace sbst::jvm
