// SPDX-License-Identifier: Apache-2.0
// Where output may go: regular files are replaced as a whole, everything else is written to.
#include "console/files.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sbst;
using namespace sbst::cli;

namespace
{

namespace fs = std::filesystem;

/// A directory of its own, removed at the end.
class Scratch
{
public:
    Scratch()
    {
        std::string name = (fs::temp_directory_path() / "sbst-output-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
        {
            throw std::runtime_error("no scratch directory");
        }
        m_directory = name;
    }
    ~Scratch()
    {
        std::error_code ignored;
        fs::remove_all(m_directory, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;

    [[nodiscard]] std::string path(const std::string& name) const
    {
        return (m_directory / name).string();
    }
    [[nodiscard]] std::size_t size() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_directory), fs::directory_iterator{}));
    }

private:
    fs::path m_directory;
};

}  // namespace

TEST_CASE("write_file: a pipe is written to and stays a pipe", "[cli][files]")
{
    const Scratch scratch;
    const std::string pipe = scratch.path("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    write_file(pipe, "digraph {}");
    std::array<char, 64> buffer{};
    const ssize_t count = ::read(reader, buffer.data(), buffer.size());
    ::close(reader);
    CHECK(std::string(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))) ==
          "digraph {}");
    CHECK(fs::is_fifo(pipe));
    CHECK(scratch.size() == 1);
}

TEST_CASE("write_file: a file that cannot be written is refused and not changed", "[cli][files]")
{
    const Scratch scratch;
    const std::string name = scratch.path("socket");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(name.size() < sizeof(address.sun_path));
    name.copy(static_cast<char*>(address.sun_path), name.size());
    const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    REQUIRE(::bind(listener, generic, sizeof(address)) == 0);
    CHECK_THROWS_AS(write_file(name, "text"), IoError);
    ::close(listener);
    CHECK(fs::is_socket(name));
    CHECK_THROWS_AS(write_file(fs::path(name).parent_path().string(), "text"), IoError);
}

TEST_CASE("write_file: links stay, and their targets are replaced", "[cli][files]")
{
    const Scratch scratch;
    fs::create_directory(scratch.path("else"));
    const bool is_there = GENERATE(true, false);
    if (is_there)
    {
        write_file(scratch.path("else/real"), "before");
    }
    // A relative link to a relative link: each counts from where it stands.
    fs::create_symlink("real", scratch.path("else/inner"));
    fs::create_symlink("else/inner", scratch.path("outer"));
    write_file(scratch.path("outer"), "after");
    CHECK(fs::is_symlink(scratch.path("outer")));
    CHECK(fs::is_symlink(scratch.path("else/inner")));
    CHECK(fs::is_regular_file(fs::symlink_status(scratch.path("else/real"))));
    CHECK(read_file(scratch.path("else/real")) == "after");
}

TEST_CASE("write_file: a link that leads to itself is refused", "[cli][files]")
{
    const Scratch scratch;
    fs::create_symlink("loop", scratch.path("loop"));
    CHECK_THROWS_AS(write_file(scratch.path("loop"), "text"), IoError);
    CHECK(fs::is_symlink(scratch.path("loop")));
}
