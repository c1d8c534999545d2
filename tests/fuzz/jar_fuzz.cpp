// SPDX-License-Identifier: Apache-2.0
// Class paths: bytes are a jar whose entries are read or refused one by one, or not a jar.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/analysis/program_facts.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;

namespace
{

constexpr std::size_t max_entry_size = std::size_t{1} << 20U;

/// A file in memory that has a path.
class MemoryFile
{
public:
    MemoryFile(const std::uint8_t* data, std::size_t size) : m_file(memfd_create("fuzz.jar", 0))
    {
        require(m_file >= 0, "a file in memory can be made");
        require(write(m_file, data, size) == static_cast<ssize_t>(size), "it takes the input");
    }
    ~MemoryFile() { close(m_file); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_file); }

private:
    int m_file;
};

std::optional<ClassPath> open(const std::string& path)
{
    ClassPathOptions options;
    options.max_entry_size = max_entry_size;
    try
    {
        return ClassPath{{path}, options};
    }
    catch (const ParseError& error)
    {
        require(error.file.starts_with(path), "a ParseError names the jar");
        return std::nullopt;
    }
}

void check(const ClassPath& path, const std::string& name)
{
    require(path.is_on_path(name), "a class that is listed is there");
    try
    {
        require(path.at(name).name == name, "a class has the name under which it is found");
    }
    catch (const ParseError&)
    {
        return;
    }
    const std::vector<std::string> start{name};
    const auto reachable = reachable_classes(path, start, 10);
    require(!reachable.empty() && reachable.front() == name, "a class reaches itself");
    static_cast<void>(find_static_fields(path, reachable));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const MemoryFile file{data, size};
    const auto path = open(file.path());
    if (!path)
    {
        return 0;
    }
    const std::vector<std::string> names = path->class_names();
    require(std::is_sorted(names.begin(), names.end()), "names ascend");
    for (const std::string& name : names)
    {
        check(*path, name);
        try
        {
            const auto bytes = path->resource(name + ".class");
            require(bytes && bytes->size() <= max_entry_size, "entries keep to their bound");
        }
        catch (const ParseError&)
        {
            // Only this entry is bad.
        }
    }
    return 0;
}
