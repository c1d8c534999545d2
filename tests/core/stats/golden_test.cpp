// SPDX-License-Identifier: Apache-2.0
// Our numbers beside R's, which golden/make_golden wrote.
#include "support/catch.hpp"

#include <sbst/stats/correlation.hpp>
#include <sbst/stats/effect_size.hpp>
#include <sbst/stats/friedman.hpp>
#include <sbst/stats/multiple.hpp>
#include <sbst/stats/rank_sum.hpp>
#include <sbst/stats/signed_rank.hpp>

#include <cstddef>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

Values numbers(const std::string& text)
{
    std::istringstream stream{text};
    Values values;
    for (double value = 0.0; stream >> value;)
    {
        values.push_back(value);
    }
    return values;
}

struct Row
{
    std::string function;
    Values x;
    Values y;
    std::string option;
    /// The statistic and its p-value, or all that the function returns.
    Values expected;
};

std::vector<Row> read_rows()
{
    std::ifstream stream{SBST_GOLDEN_CSV};
    std::vector<Row> rows;
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line))
    {
        std::istringstream fields{line};
        std::vector<std::string> texts(6);
        for (std::string& text : texts)
        {
            std::getline(fields, text, ',');
        }
        Values expected = numbers(texts[4]);
        for (const double p : numbers(texts[5]))
        {
            expected.push_back(p);
        }
        rows.push_back({texts[0], numbers(texts[1]), numbers(texts[2]), texts[3], expected});
    }
    return rows;
}

RankTestOptions options_of(const Row& row)
{
    return {.method = row.option == "exact" ? Method::exact : Method::normal,
        .is_continuity_corrected = row.option == "corrected"};
}

Values ours(const Row& row)
{
    if (row.function == "pearson" || row.function == "kendall")
    {
        const Correlation found =
            row.function == "pearson" ? pearson(row.x, row.y) : kendall(row.x, row.y);
        return {found.coefficient, found.p_two_sided};
    }
    if (row.function == "rank_sum" || row.function == "signed_rank")
    {
        const RankTest found = row.function == "rank_sum" ?
                                   rank_sum(row.x, row.y, options_of(row)) :
                                   signed_rank(row.x, row.y, ZeroPolicy::drop, options_of(row));
        return {found.statistic, found.p_two_sided};
    }
    if (row.function == "cohens_d")
    {
        return {cohens_d(row.x, row.y)};
    }
    if (row.function == "holm")
    {
        return holm(row.x);
    }
    if (row.function == "studentized_range")
    {
        return {studentized_range_cdf(row.x.front(), std::stoul(row.option))};
    }
    if (row.function == "friedman")
    {
        const Friedman found = friedman(row.x, std::stoul(row.option));
        return {found.chi_squared, found.p_chi_squared};
    }
    return {};
}

TEST_CASE("statistics: as R has them", "[core][stats][golden]")
{
    const std::vector<Row> rows = read_rows();
    std::map<std::string, std::size_t> counts;
    for (const Row& row : rows)
    {
        ++counts[row.function];
        INFO(row.function << " " << row.option << " row " << counts[row.function]);
        const Values found = ours(row);
        REQUIRE(found.size() == row.expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            CHECK(found[i] == Approx(row.expected[i]).epsilon(1e-9).margin(1e-10));
        }
    }
    // A file that is not there or was cut would agree with everything.
    CHECK(counts["pearson"] == 8);
    CHECK(counts["rank_sum"] == 20);
    CHECK(counts["studentized_range"] == 15);
    CHECK(counts.size() == 8);
}

}  // namespace
