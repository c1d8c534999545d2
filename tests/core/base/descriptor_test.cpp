// SPDX-License-Identifier: Apache-2.0
#include "scratch_folder.hpp"
#include "support/catch.hpp"

#include <sbst/base/descriptor.hpp>
#include <sbst/base/read_text.hpp>

#include <cerrno>
#include <fcntl.h>
#include <utility>

using namespace sbst;
using test_support::ScratchFolder;

namespace
{

bool is_open(int number)
{
    return ::fcntl(number, F_GETFD) >= 0;
}

}  // namespace

TEST_CASE("Descriptor: closed with its last owner", "[core][descriptor]")
{
    Descriptor first = open_file("/dev/null", O_RDONLY);
    REQUIRE(first.is_open());
    const int number = first.get();
    CHECK((::fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
    {
        Descriptor second(std::move(first));
        CHECK(second.get() == number);
        Descriptor third = open_file("/dev/null", O_RDONLY);
        const int replaced = third.get();
        third = std::move(second);
        CHECK(third.get() == number);
        CHECK_FALSE(is_open(replaced));
        CHECK(is_open(number));
    }
    CHECK_FALSE(is_open(number));
    Descriptor none;
    CHECK_FALSE(none.is_open());
    CHECK(none.close());
    CHECK_FALSE(Descriptor(number).close());
}

TEST_CASE("open_file: says why it cannot", "[core][descriptor]")
{
    const ScratchFolder folder;
    CHECK_FALSE(open_file(folder.file("none"), O_RDONLY).is_open());
    CHECK(errno == ENOENT);
}

TEST_CASE("write_all: written bytes come out of the pipe", "[core][descriptor]")
{
    Pipe pipe = make_pipe();
    REQUIRE(pipe.reading.is_open());
    REQUIRE(write_all(pipe.writing.get(), "some text"));
    pipe.writing.reset();
    CHECK(read_descriptor(pipe.reading.get(), true).text == "some text");
    CHECK_FALSE(write_all(pipe.reading.get(), "x"));
    CHECK(errno == EBADF);
}

TEST_CASE("read_text: a file, and why there is none", "[core][descriptor]")
{
    const ScratchFolder folder;
    const std::string name = folder.file("text");
    REQUIRE(write_all(open_file(name, O_WRONLY | O_CREAT).get(), "a\nb"));
    CHECK(read_text(name).text == "a\nb");
    const ReadText none = read_text(folder.file("none"));
    CHECK_FALSE(none.text);
    CHECK(none.error == ENOENT);
    CHECK(none.problem == "No such file or directory");
    CHECK(read_text(folder.file("")).error == EISDIR);
}
