// SPDX-License-Identifier: Apache-2.0
// Class files that are readable as such and yet no JVM loads.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// The fixtures' classes once more, to be spoilt.
class SpoiltClasses
{
public:
    SpoiltClasses()
    {
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
        std::filesystem::copy(SBST_CLASSES, m_folder, std::filesystem::copy_options::recursive);
    }

    void spoil(const std::string& file, std::size_t place, char byte) const
    {
        std::fstream stream(m_folder / file, std::ios::binary | std::ios::in | std::ios::out);
        REQUIRE(stream);
        stream.seekp(static_cast<std::streamoff>(place));
        stream.put(byte);
    }

    [[nodiscard]] std::size_t find(const std::string& file, const std::string& bytes) const
    {
        std::ifstream stream(m_folder / file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        REQUIRE(text.find(bytes) != std::string::npos);
        return text.find(bytes);
    }

    [[nodiscard]] JavaProblemOptions options(const std::string& class_name) const
    {
        JavaProblemOptions options = options_of(class_name);
        options.class_path = {m_folder};
        return options;
    }

    /// What the class's problem says in place of starting.
    [[nodiscard]] std::string refusal(const std::string& class_name) const
    {
        try
        {
            const JavaProblem problem(options(class_name));
        }
        catch (const ParseError& error)
        {
            return error.what();
        }
        return "";
    }

private:
    std::filesystem::path m_folder = scratch() / "spoilt";
};

/// The low byte of a class file's major version.
constexpr std::size_t version_place = 7;
constexpr char no_version = '\xff';

std::string unsupported_of(const std::string& name)
{
    return name + ": cannot be loaded: java.lang.ClassFormatError: " + name +
           ": Unsupported class file major version 255";
}

}  // namespace

TEST_CASE("a malformed class under test is refused with its name", "[jvm][problem][jdk]")
{
    const SpoiltClasses classes;
    classes.spoil("proof/Nulls.class", version_place, no_version);
    CHECK(classes.refusal("proof.Nulls") == unsupported_of("proof.Nulls"));
    classes.spoil("proof/Pairs$NoHash.class", version_place, no_version);
    CHECK(classes.refusal("proof.Pairs") == unsupported_of("proof.Pairs$NoHash"));
}

TEST_CASE("the first line of the verifier's message is told", "[jvm][problem][jdk]")
{
    const SpoiltClasses classes;
    const std::string file = "proof/ArrayKinds.class";
    // iconst_1, isub, and a load from an array of long, which becomes one from an array of int.
    classes.spoil(file, classes.find(file, "\x04\x64\x2f") + 2, '\x2e');
    const std::string refusal = classes.refusal("proof.ArrayKinds");
    INFO(refusal);
    CHECK(refusal.starts_with("proof.ArrayKinds: cannot be loaded: java.lang.VerifyError: "));
    CHECK(refusal.find('\n') == std::string::npos);
}

TEST_CASE("a malformed class beside it is no fault of the class under test", "[jvm][problem]")
{
    const SpoiltClasses classes;
    classes.spoil("proof/Elsewhere.class", version_place, no_version);
    JavaProblem problem(classes.options("proof.Beside"));
    CHECK(problem.workers().load_failures().contains("proof/Elsewhere"));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 200};
    const RunResult result = search_suite(problem, spec);
    const auto covered = std::count_if(result.answers.begin(), result.answers.end(),
        [](const auto& answer) { return answer.status == GoalStatus::covered; });
    CHECK(covered > 0);
}
