// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/jvm/problem/options.hpp>

namespace sbst::jvm
{

OperatorOptions JavaProblemOptions::default_operators()
{
    OperatorOptions options;
    options.values.wide_integer_prob = 0.05;
    options.values.max_int = 256.0;
    return options;
}

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
    validate(options.worker);
    validate(options.operators);
}

}  // namespace sbst::jvm
