// SPDX-License-Identifier: Apache-2.0
// The folder to which tests may write, kept clean between two tests. Next: jvm.hpp.
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
    /// Existing files are kept: initialisers of classes may have made them.
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Removes newer files. Costs one system call when there are none.
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
