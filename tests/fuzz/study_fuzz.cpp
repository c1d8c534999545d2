// SPDX-License-Identifier: Apache-2.0
// Study files: a text is refused by the one documented error, which names the file, or gives a
// study whose configurations are told apart; reading it again gives the same.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/study/study_file.hpp>

#include <set>
#include <string>

using namespace sbst;
using fuzz::require;

namespace
{

bool are_equal(const study::StudySpec& a, const study::StudySpec& b)
{
    if (a.configurations.size() != b.configurations.size() || a.settings != b.settings ||
        a.subjects.include != b.subjects.include)
    {
        return false;
    }
    for (std::size_t i = 0; i < a.configurations.size(); ++i)
    {
        if (a.configurations[i].label != b.configurations[i].label ||
            a.configurations[i].settings != b.configurations[i].settings)
        {
            return false;
        }
    }
    return true;
}

void check(const study::StudySpec& spec)
{
    std::set<std::string> labels;
    for (const study::Configuration& configuration : spec.configurations)
    {
        require(labels.insert(configuration.label).second, "labels are unique");
        require(!configuration.settings.empty(), "a configuration says its algorithm");
    }
    require(!spec.name.empty() && !labels.empty(), "a study has a name and configurations");
    for (const study::Comparison& pair : spec.report.pairs)
    {
        require(labels.contains(pair.first) && labels.contains(pair.second),
            "pairs are of configurations that there are");
    }
    for (const study::Setting& include : spec.subjects.include)
    {
        for (const std::string& exclude : spec.subjects.exclude)
        {
            static_cast<void>(study::matches(exclude, include.value));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    try
    {
        const study::StudySpec spec = study::parse_study(text, "folder/fuzz.yaml", "");
        check(spec);
        require(are_equal(spec, study::parse_study(text, "folder/fuzz.yaml", "")),
            "read again, a study is the same");
    }
    catch (const ConfigError& error)
    {
        require(std::string_view(error.what()).find("folder/fuzz.yaml") != std::string_view::npos,
            "an error names the file");
    }
    return 0;
}
