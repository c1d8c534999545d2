// SPDX-License-Identifier: Apache-2.0
// The commands of the JVM adapter where sbst was built without it: the tables stay the same.
#include "../../options/command.hpp"
#include "commands.hpp"

#include <sbst/error.hpp>

namespace sbst::cli
{

namespace
{

[[noreturn]] void fail_absent()
{
    throw ConfigError("this sbst was built without the JVM adapter (SBST_WITH_JVM)");
}

}  // namespace

ExitCode run_jvm_generate(const Settings& /*settings*/)
{
    fail_absent();
}

ExitCode run_jvm_analyze(const Settings& /*settings*/)
{
    fail_absent();
}

std::unique_ptr<study::Laboratory> make_jvm_laboratory()
{
    fail_absent();
}

}  // namespace sbst::cli
