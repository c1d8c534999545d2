// SPDX-License-Identifier: Apache-2.0
// The sandbox by itself: each of its means, alone, in a process of its own.
#include "../../../adapters/jvm/worker/sandbox.hpp"

#include "../../../adapters/jvm/src/exec/shared_block.hpp"
#include "support/catch.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sbst::jvm;

namespace
{

constexpr int unavailable = 100;

/// Runs `action` in a sandboxed process; gives what it returned, or `unavailable` when the sandbox
/// misses one of the wanted things.
int in_sandbox(SandboxOptions options, unsigned wanted, const std::function<int()>& action)
{
    const pid_t child = fork();
    if (child == 0)
    {
        const unsigned missing = enter_sandbox(options);
        _exit((missing & wanted) != 0 ? unavailable : action());
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
}

bool can_write(const std::filesystem::path& file)
{
    const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    close(descriptor);
    return descriptor >= 0;
}

struct Folders
{
    Folders()
      : outside(
            std::filesystem::temp_directory_path() / ("sbst-sandbox-" + std::to_string(getpid()))),
        scratch(outside / "scratch")
    {
        std::filesystem::create_directories(scratch);
        std::ofstream(outside / "old") << "x";
    }
    ~Folders() { std::filesystem::remove_all(outside); }
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;

    std::filesystem::path outside;
    std::filesystem::path scratch;
};

/// 0 when files are as they should be, else the number of the check.
int check_files(const Folders& folders)
{
    if (!can_write(folders.scratch / "new"))
    {
        return 1;
    }
    if (can_write(folders.outside / "new"))
    {
        return 2;
    }
    if (can_write(folders.outside / "old"))
    {
        return 3;
    }
    if (unlink((folders.outside / "old").c_str()) == 0)
    {
        return 4;
    }
    if (mkdir((folders.outside / "folder").c_str(), S_IRWXU) == 0)
    {
        return 5;
    }
    if (rename((folders.outside / "old").c_str(), (folders.scratch / "old").c_str()) == 0)
    {
        return 6;
    }
    if (truncate((folders.outside / "old").c_str(), 0) == 0)
    {
        return 7;
    }
    if (access((folders.outside / "old").c_str(), R_OK) != 0)
    {
        return 8;
    }
    return can_write("/dev/null") ? 0 : 9;
}

void check(int code)
{
    if (code == unavailable)
    {
        WARN("this system does not have it");
        return;
    }
    CHECK(code == 0);
}

constexpr auto files = static_cast<unsigned>(SandboxNote::files_are_writable);
constexpr auto calls = static_cast<unsigned>(SandboxNote::system_calls_are_free);

}  // namespace

TEST_CASE("sandbox: Landlock keeps files", "[jvm][sandbox]")
{
    const Folders folders;
    check(in_sandbox({.scratch = folders.scratch, .use_mounts = false, .use_filter = false}, files,
        [&] { return check_files(folders); }));
}

TEST_CASE("sandbox: mounts keep files where there is no Landlock", "[jvm][sandbox]")
{
    const Folders folders;
    check(in_sandbox({.scratch = folders.scratch, .use_landlock = false, .use_filter = false},
        files, [&] { return check_files(folders); }));
}

TEST_CASE("sandbox: the filter keeps network, programs and other processes", "[jvm][sandbox]")
{
    const Folders folders;
    const pid_t parent = getpid();
    check(in_sandbox(
        {.scratch = folders.scratch, .use_landlock = false, .use_mounts = false}, calls, [parent] {
            if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0)
            {
                return 1;
            }
            if (kill(parent, 0) == 0 || kill(-1, 0) == 0)
            {
                return 2;
            }
            if (kill(getpid(), 0) != 0)
            {
                return 3;
            }
            if (fork() >= 0)
            {
                return 4;
            }
            execl("/bin/true", "true", nullptr);
            return std::system("true") == 0 ? 5 : 0;
        }));
}

TEST_CASE("sandbox: says what it cannot have", "[jvm][sandbox]")
{
    const Folders folders;
    const int code = in_sandbox({.scratch = folders.scratch,
                                    .use_landlock = false,
                                    .use_mounts = false,
                                    .use_filter = false},
        0, [&] { return can_write(folders.outside / "new") ? 0 : 1; });
    CHECK(code == 0);
    const auto missing = [&](const SandboxOptions& options) {
        const pid_t child = fork();
        if (child == 0)
        {
            _exit(static_cast<int>(enter_sandbox(options)));
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        return static_cast<unsigned>(WEXITSTATUS(status));
    };
    CHECK(missing({.scratch = folders.scratch,
              .use_landlock = false,
              .use_mounts = false,
              .use_filter = false}) == (files | calls));
    CHECK((missing({.scratch = "/no/such/folder", .use_filter = false}) & files) != 0);
}
