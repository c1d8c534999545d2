// SPDX-License-Identifier: Apache-2.0
// Subclasses that cannot be linked, and the choice among many.
#include "jvm/java_home.hpp"
#include "jvm/surface/subject.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// The fixture's classes without one of them.
std::string classes_without_gone()
{
    const std::filesystem::path folder = std::filesystem::path(SBST_SCRATCH) / "linked_without";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::filesystem::copy(std::filesystem::path(SBST_CLASSES) / "linked", folder / "linked");
    std::filesystem::remove(folder / "linked" / "Linked$Gone.class");
    return folder.string();
}

Subject linked(const std::string& folder)
{
    const auto of_build = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    return Subject("linked", {"linked/Linked"}, folder, test_java_home(of_build));
}

/// The last names of the sinks that tests make, in order.
std::vector<std::string> sinks(const Subject& subject)
{
    const std::string prefix = "linked.Linked.";
    std::set<std::string> made;
    for (std::size_t i = 0; i < subject.surface.catalogue().size(); ++i)
    {
        const Callable& callable = subject.surface.catalogue()[CallableId(i)];
        const std::string type = subject.name_of(callable.result);
        if (callable.kind == CallableKind::constructor && type.starts_with(prefix))
        {
            made.insert(type.substr(prefix.size()));
        }
    }
    return {made.begin(), made.end()};
}

}  // namespace

TEST_CASE("the subclasses that need least are made", "[jvm][surface]")
{
    CHECK(sinks(linked(SBST_CLASSES)) ==
          std::vector<std::string>{"Above", "Behind", "Coded", "Easy1", "Easy2", "Easy3"});
}

TEST_CASE("subclasses that cannot be linked are not made", "[jvm][surface]")
{
    CHECK(sinks(linked(classes_without_gone())) ==
          std::vector<std::string>{"Double1", "Double2", "Easy1", "Easy2", "Easy3", "Easy4"});
}
