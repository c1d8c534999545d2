// SPDX-License-Identifier: Apache-2.0
// Configuration files: a text is refused by the one documented error, which names the file, or
// gives values of options that there are; each value is taken or refused likewise.
#include "fuzz.hpp"

#include <sbst/error.hpp>

#include <options/config_file.hpp>
#include <options/configure.hpp>
#include <options/option_table.hpp>
#include <string>

using namespace sbst;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::vector<cli::Option> known = cli::all_options();
    try
    {
        const std::string text(data, data + size);
        cli::Settings settings;
        for (const cli::Assignment& assignment : cli::parse_config(text, "fuzz.yaml", known))
        {
            require(assignment.option->is_configurable, "a file gives what files may give");
            cli::apply(assignment, settings);
        }
    }
    catch (const ConfigError& error)
    {
        require(std::string_view(error.what()).starts_with("fuzz.yaml"), "an error names the file");
    }
    return 0;
}
