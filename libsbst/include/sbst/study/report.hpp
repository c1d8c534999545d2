// SPDX-License-Identifier: Apache-2.0
// The report of a study for people: one page, tables, pictures. Next: ../stats/rank_sum.hpp.
#pragma once

#include <sbst/study/figure.hpp>
#include <sbst/study/results.hpp>
#include <sbst/study/table.hpp>

#include <string>
#include <vector>

namespace sbst::study
{

struct StudyReport
{
    std::vector<Table> tables;
    std::vector<Figure> figures;
    /// index.html: self-contained, without scripts.
    std::string html;
    /// Warnings to read before the numbers, one sentence each.
    std::vector<std::string> warnings;
};

/// Makes the report; the same results give the same bytes.
/// @throws ConfigError for unknown metrics and for published numbers that cannot be read.
[[nodiscard]] StudyReport make_study_report(const Results& results);

}  // namespace sbst::study
