// SPDX-License-Identifier: Apache-2.0
// Tells on stderr how far a study has drawn its subjects. Next: load.hpp.
#pragma once

#include "../options/settings.hpp"

#include <sbst/study/plan.hpp>

#include <chrono>
#include <optional>

namespace sbst::cli
{

/// One changing line on a terminal, elsewhere a line per half minute.
class DrawPrinter
{
public:
    explicit DrawPrinter(const Settings& settings);

    void update(const study::DrawProgress& progress);
    /// Removes the changing line.
    void finish() const;

private:
    bool m_is_silent;
    bool m_is_live;
    std::optional<std::chrono::steady_clock::time_point> m_last;
};

}  // namespace sbst::cli
