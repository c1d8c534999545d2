// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/exec/temporary_folder.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

using sbst::jvm::TemporaryFolder;
namespace fs = std::filesystem;

/// TMPDIR is a folder of the test's own while this lives.
class OwnTemporary
{
public:
    OwnTemporary() { ::setenv("TMPDIR", m_folder.path().c_str(), 1); }
    ~OwnTemporary()
    {
        if (m_before.empty())
        {
            ::unsetenv("TMPDIR");
        }
        else
        {
            ::setenv("TMPDIR", m_before.c_str(), 1);
        }
    }
    OwnTemporary(const OwnTemporary&) = delete;
    OwnTemporary& operator=(const OwnTemporary&) = delete;
    OwnTemporary(OwnTemporary&&) = delete;
    OwnTemporary& operator=(OwnTemporary&&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_folder.path(); }

private:
    std::string m_before = std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR");
    TemporaryFolder m_folder{{}, "sbst-test"};
};

/// A process makes a folder with a file in it and is killed.
fs::path left_by_a_killed_process(const fs::path& base, const std::string& prefix)
{
    const pid_t child = ::fork();
    if (child == 0)
    {
        try
        {
            const TemporaryFolder folder({}, prefix);
            std::ofstream(folder.path() / "content") << "something";
            ::kill(::getpid(), SIGKILL);
        }
        catch (const std::exception&)
        {
            ::_exit(1);
        }
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    for (const auto& entry : fs::directory_iterator(base))
    {
        if (fs::exists(entry.path() / "content"))
        {
            return entry.path();
        }
    }
    FAIL("the process left nothing");
    return {};
}

void make_all_old(const fs::path& folder)
{
    for (const auto& entry : fs::directory_iterator(folder))
    {
        fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
    }
}

}  // namespace

TEST_CASE("a folder goes away with its owner", "[exec][once]")
{
    const OwnTemporary temporary;
    auto folder = std::make_unique<TemporaryFolder>(fs::path(), "sbst");
    const fs::path path = folder->path();
    std::ofstream(path / "content") << "something";
    folder->empty();
    CHECK_FALSE(fs::exists(path / "content"));
    CHECK(fs::exists(path / ".libsbst-scratch"));
    folder.reset();
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("what a killed process left is removed by the next one, and nothing else", "[exec][once]")
{
    const OwnTemporary temporary;
    const fs::path killed = left_by_a_killed_process(temporary.path(), "sbst");
    const fs::path of_others = temporary.path() / "sbst-study1";
    fs::create_directory(of_others);
    std::ofstream(of_others / "content") << "a user's own";
    make_all_old(of_others);

    const TemporaryFolder alive({}, "sbst");
    CHECK(fs::exists(killed));  // It may still be about to lock it.
    make_all_old(killed);
    make_all_old(alive.path());

    const TemporaryFolder other_prefix({}, "sbst-suite");
    CHECK(fs::exists(killed));
    const TemporaryFolder next({}, "sbst");
    CHECK_FALSE(fs::exists(killed));
    CHECK(fs::exists(alive.path()));
    CHECK(fs::exists(of_others / "content"));
}
