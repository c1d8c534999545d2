// SPDX-License-Identifier: Apache-2.0
// Writes the parts of an installation that are made from the program's tables: manual pages and
// completion scripts. Run by the build: sbst_pages FOLDER; it is not installed.
#include "completion.hpp"
#include "man.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string_view>

namespace
{

namespace fs = std::filesystem;

void write_file(const fs::path& path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream stream;
    stream.exceptions(std::ios::failbit | std::ios::badbit);
    stream.open(path, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
}

void write_pages(const fs::path& folder)
{
    // Pages of removed commands must not be installed.
    fs::remove_all(folder / "man");
    for (const sbst::cli::ManPage& page : sbst::cli::man_pages())
    {
        write_file(folder / "man" / (page.name + ".1"), page.text);
    }
    // Each shell expects its own file name.
    write_file(folder / "bash" / "sbst", sbst::cli::completion_script("bash"));
    write_file(folder / "zsh" / "_sbst", sbst::cli::completion_script("zsh"));
    write_file(folder / "fish" / "sbst.fish", sbst::cli::completion_script("fish"));
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
    {
        fmt::print(stderr, "usage: sbst_pages FOLDER\n");
        return 2;
    }
    try
    {
        write_pages(argv[1]);
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "sbst_pages: {}\n", error.what());
        return 1;
    }
    return 0;
}
