// SPDX-License-Identifier: Apache-2.0
#include "scratch_folder.hpp"
#include "support/catch.hpp"

#include <sbst/base/read_text.hpp>
#include <sbst/base/whole_file.hpp>
#include <sbst/error.hpp>

using namespace sbst;
using test_support::ScratchFolder;

TEST_CASE("FileDraft: nothing is left of a file that was not finished", "[core][whole_file]")
{
    const ScratchFolder folder;
    {
        const FileDraft draft(folder.file("f"), folder.file("f.draft"));
        draft.write("half");
        CHECK(folder.count() == 1);
    }
    CHECK(folder.count() == 0);
}

TEST_CASE("FileDraft: the new file takes the place of the old one", "[core][whole_file]")
{
    const ScratchFolder folder;
    for (const char* const text : {"old", "new"})
    {
        FileDraft draft(folder.file("f"), folder.file("f.draft"));
        draft.write(text);
        draft.flush();
        draft.close();
        draft.place();
        CHECK(read_text(folder.file("f")).text == text);
        CHECK(folder.count() == 1);
    }
}

TEST_CASE("FileDraft: only the first gets a name that may be taken", "[core][whole_file]")
{
    const ScratchFolder folder;
    const auto write_first = [&folder](const char* text) {
        FileDraft draft(folder.file("f"), folder.file("f.draft"));
        draft.write(text);
        return draft.place_as_first();
    };
    CHECK(write_first("one"));
    CHECK_FALSE(write_first("two"));
    CHECK(read_text(folder.file("f")).text == "one");
    CHECK(folder.count() == 1);
}

TEST_CASE("FileDraft: an error names the file, not its draft", "[core][whole_file]")
{
    const ScratchFolder folder;
    const std::string target = folder.file("none/f");
    CHECK_THROWS_AS(FileDraft(target, target + ".draft"), IoError);
    CHECK_THROWS_WITH(FileDraft(target, target + ".draft"),
        Catch::Equals("cannot write '" + target + "': No such file or directory"));
    FileDraft draft(target, folder.file("f.draft"));
    CHECK_THROWS_AS(draft.place(), IoError);
    CHECK_THROWS_AS(draft.place_as_first(), IoError);
}
