// SPDX-License-Identifier: Apache-2.0
// The folder that tests may write to, as it is between two tests. Next: jvm.hpp.
#pragma once

#include <ctime>
#include <set>
#include <string>

namespace sbst::jvm
{

/// The current folder of this process.
class Scratch
{
public:
    /// What is there now stays there: classes may have made it when they were initialised.
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Removes what came since. One system call when nothing did.
    void empty();

private:
    [[nodiscard]] bool may_have_changed();

    int m_folder;
    std::set<std::string> m_kept;
    /// When the folder was last changed, and whether a further change would show in that.
    std::timespec m_seen{};
    bool m_is_settled = false;
};

}  // namespace sbst::jvm
