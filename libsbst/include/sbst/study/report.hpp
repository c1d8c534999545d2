// SPDX-License-Identifier: Apache-2.0
// What a study found, for people: one page, tables, pictures. Next: ../stats/rank_sum.hpp.
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
    /// What should be known before the numbers are believed, one sentence each.
    std::vector<std::string> warnings;
};

/// Makes the report; the same results give the same bytes.
/// @throws ConfigError for metrics that nothing is known of, and published numbers that cannot be
///   read.
[[nodiscard]] StudyReport make_study_report(const Results& results);

}  // namespace sbst::study
