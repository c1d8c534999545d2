// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/archive.hpp>

#include <map>
#include <optional>
#include <string>

using namespace sbst;
using TextArchive = Archive<std::string>;
using Candidate = TextArchive::Candidate;
using Verdict = TextArchive::Verdict;

namespace
{

Verdict offer(
    TextArchive& archive, std::size_t goal, const std::string& test, TestEnd end = TestEnd::normal)
{
    Candidate candidate(test, test.size(), end);
    return archive.cover(GoalId(goal), candidate);
}

bool offer_near(TextArchive& archive, std::size_t goal, const std::string& test, unsigned distance)
{
    Candidate candidate(test, test.size());
    return archive.approach(GoalId(goal), {true, 0, Distance(U256{distance})}, candidate);
}

}  // namespace

TEST_CASE("archive: a strictly shorter test replaces, an equally long one does not",
    "[core][archive][unit]")
{
    TextArchive archive;
    CHECK(offer(archive, 3, "abc") == Verdict::first);
    CHECK(offer(archive, 3, "xyz") == Verdict::rejected);
    CHECK(offer(archive, 3, "long") == Verdict::rejected);
    CHECK(offer(archive, 3, "ab") == Verdict::replaced);
    REQUIRE(archive.find(GoalId(3)) != nullptr);
    CHECK(*archive.find(GoalId(3)) == "ab");
    CHECK(archive.find(GoalId(2)) == nullptr);
    CHECK(archive.find(GoalId(99)) == nullptr);
    CHECK(archive.covered_count() == 1);
}

TEST_CASE("archive: a usable test replaces an unusable shorter one, never the other way round",
    "[core][archive][unit]")
{
    TextArchive archive;
    offer(archive, 0, "a", TestEnd::unusable);
    CHECK(offer(archive, 0, "abcdef") == Verdict::replaced);
    CHECK(offer(archive, 0, "a", TestEnd::unusable) == Verdict::rejected);
}

TEST_CASE(
    "archive: a test that ends normally replaces a shorter one that does not, and both stay "
    "before unusable ones",
    "[core][archive][unit]")
{
    TextArchive archive;
    offer(archive, 0, "a", TestEnd::unusable);
    CHECK(offer(archive, 0, "abcd", TestEnd::broken_off) == Verdict::replaced);
    CHECK(offer(archive, 0, "abc", TestEnd::broken_off) == Verdict::replaced);
    CHECK(offer(archive, 0, "abcdefgh") == Verdict::replaced);
    CHECK(offer(archive, 0, "ab", TestEnd::broken_off) == Verdict::rejected);
    CHECK(offer(archive, 0, "abcdefg") == Verdict::replaced);
}

TEST_CASE("archive: a test that hangs on the hour or on chance gives way to one that does not",
    "[core][archive][unit]")
{
    TextArchive archive;
    offer(archive, 0, "a", TestEnd::broken_off);
    CHECK(offer(archive, 0, "abcd", TestEnd::unrepeatable) == Verdict::replaced);
    CHECK(offer(archive, 0, "ab", TestEnd::broken_off) == Verdict::rejected);
    CHECK_FALSE(archive.has_broken_off());
    CHECK(offer(archive, 0, "abcdef") == Verdict::replaced);
    CHECK(offer(archive, 0, "abc", TestEnd::unrepeatable) == Verdict::rejected);
}

TEST_CASE("archive: a test that serves many goals is stored once", "[core][archive][unit]")
{
    TextArchive archive;
    const std::string test = "abc";
    Candidate candidate(test, test.size());
    for (std::size_t goal = 0; goal < 500; ++goal)
    {
        archive.cover(GoalId(goal), candidate);
    }
    archive.approach(GoalId(500), {true, 1, Distance(U256{4})}, candidate);
    CHECK(archive.stored_count() == 1);
    CHECK(archive.covering_test_count() == 1);
    for (std::size_t goal = 0; goal < 500; ++goal)
    {
        offer(archive, goal, "ab");
    }
    CHECK(archive.covering_test(0) == "ab");
    // The old one still is the nearest to goal 500.
    CHECK(*archive.nearest(GoalId(500))->test == "abc");
}

TEST_CASE("archive: nearest tests follow strictly better fitness and end with coverage",
    "[core][archive][unit]")
{
    TextArchive archive;
    CHECK_FALSE(archive.nearest(GoalId(0)));
    CHECK(offer_near(archive, 0, "far", 9));
    CHECK_FALSE(offer_near(archive, 0, "too", 9));
    CHECK(offer_near(archive, 0, "nearer", 2));
    REQUIRE(archive.nearest(GoalId(0)));
    CHECK(*archive.nearest(GoalId(0))->test == "nearer");
    CHECK(archive.nearest(GoalId(0))->fitness == Fitness{true, 0, Distance(U256{2})});
    CHECK(archive.stored_count() == 1);
    CHECK_FALSE(archive.is_covered(GoalId(0)));

    offer(archive, 0, "covers");
    CHECK_FALSE(archive.nearest(GoalId(0)));
    CHECK_FALSE(offer_near(archive, 0, "late", 1));
    CHECK(archive.stored_count() == 1);
}

TEST_CASE("archive: worst fitness is never the nearest", "[core][archive][unit]")
{
    TextArchive archive;
    const std::string test = "timed out";
    Candidate candidate(test, test.size());
    CHECK_FALSE(archive.approach(GoalId(0), Fitness::worst(), candidate));
    CHECK_FALSE(archive.approach(GoalId(0), Fitness::covered(), candidate));
}

TEST_CASE("archive: a candidate whose slot was reused is stored again", "[core][archive][unit]")
{
    TextArchive archive;
    const std::string early = "early";
    Candidate candidate(early, early.size());
    archive.approach(GoalId(0), {true, 0, Distance(U256{5})}, candidate);
    offer_near(archive, 0, "better", 4);
    offer_near(archive, 1, "other", 4);
    archive.cover(GoalId(7), candidate);
    CHECK(*archive.find(GoalId(7)) == "early");
    CHECK(*archive.nearest(GoalId(0))->test == "better");
    CHECK(*archive.nearest(GoalId(1))->test == "other");
}

TEST_CASE("archive: the suite holds each test once, for shown goals, by first goal",
    "[core][archive][unit]")
{
    GoalGraph graph;
    for (int i = 0; i < 4; ++i)
    {
        Goal goal =
            method_entry_goal(MethodId(static_cast<std::size_t>(i)), "m" + std::to_string(i));
        goal.is_shown = i != 1;
        graph.add(goal);
    }
    TextArchive archive;
    offer(archive, 3, "three");
    offer(archive, 1, "hidden");
    const std::string both = "both";
    Candidate candidate(both, both.size());
    archive.cover(GoalId(0), candidate);
    archive.cover(GoalId(2), candidate);
    CHECK(archive.suite(graph) == std::vector<std::string>{"both", "three"});
}

TEST_CASE(
    "archive: candidates for a suite are its tests and the first ones that covered shown goals",
    "[core][archive][unit]")
{
    GoalGraph graph;
    for (std::size_t i = 0; i < 4; ++i)
    {
        Goal goal = branch_goal(PredicateId(i), true, "goal " + std::to_string(i));
        goal.is_shown = i != 3;
        graph.add(std::move(goal));
    }
    TextArchive archive;
    const std::string many = "many goals";
    Candidate candidate(many, many.size());
    archive.cover(GoalId(0), candidate);
    archive.cover(GoalId(1), candidate);
    offer(archive, 0, "a");
    offer(archive, 1, "b");
    offer(archive, 2, "unusable", TestEnd::unusable);
    offer(archive, 2, "usable and longer");
    offer(archive, 2, "c");
    offer(archive, 3, "hidden, long");
    offer(archive, 3, "h");
    CHECK(archive.suite(graph) == std::vector<std::string>{"a", "b", "c"});
    CHECK(archive.suite_candidates(graph) ==
          std::vector<std::string>{"a", "b", "c", "many goals", "usable and longer"});
}

TEST_CASE("archive: it keeps the same tests as a plain map with the same rules",
    "[core][archive][property]")
{
    for (std::uint64_t seed = 0; seed < 30; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        TextArchive archive;
        std::map<std::size_t, std::string> covering;
        std::map<std::size_t, std::pair<std::uint64_t, std::string>> nearest;
        for (int step = 0; step < 300; ++step)
        {
            const std::string test(1 + rng.index(9), static_cast<char>('a' + rng.below(26)));
            Candidate candidate(test, test.size());
            for (int i = 0; i < 4; ++i)
            {
                const std::size_t goal = rng.index(12);
                if (rng.chance(0.3))
                {
                    archive.cover(GoalId(goal), candidate);
                    const auto found = covering.find(goal);
                    if (found == covering.end() || test.size() < found->second.size())
                    {
                        covering[goal] = test;
                    }
                    nearest.erase(goal);
                }
                else
                {
                    const std::uint64_t distance = 1 + rng.below(50);
                    archive.approach(GoalId(goal), {true, 0, Distance(U256{distance})}, candidate);
                    const auto found = nearest.find(goal);
                    if (!covering.contains(goal) &&
                        (found == nearest.end() || distance < found->second.first))
                    {
                        nearest[goal] = {distance, test};
                    }
                }
            }
        }
        for (std::size_t goal = 0; goal < 12; ++goal)
        {
            REQUIRE(archive.is_covered(GoalId(goal)) == (covering.contains(goal)));
            REQUIRE(archive.nearest(GoalId(goal)).has_value() == (nearest.contains(goal)));
            if (archive.is_covered(GoalId(goal)))
            {
                CHECK(*archive.find(GoalId(goal)) == covering[goal]);
            }
            else if (archive.nearest(GoalId(goal)))
            {
                CHECK(*archive.nearest(GoalId(goal))->test == nearest[goal].second);
            }
        }
        CHECK(archive.stored_count() <= covering.size() + nearest.size());
    }
}

TEST_CASE("archive: as many nearest tests are kept as the policy says, nearest first",
    "[core][archive][unit]")
{
    TextArchive archive({.nearest_per_goal = 3});
    CHECK(archive.nearest_count(GoalId(0)) == 0);
    CHECK(offer_near(archive, 0, "five", 5));
    CHECK(offer_near(archive, 0, "three", 3));
    CHECK(offer_near(archive, 0, "four", 4));
    REQUIRE(archive.nearest_count(GoalId(0)) == 3);
    CHECK(*archive.nearest(GoalId(0))->test == "three");
    CHECK(*archive.nearest(GoalId(0), 0).test == "three");
    CHECK(*archive.nearest(GoalId(0), 1).test == "four");
    CHECK(*archive.nearest(GoalId(0), 2).test == "five");
    // The worst goes; equals of the worst stay out, and so does a test that is there.
    CHECK_FALSE(offer_near(archive, 0, "other five", 5));
    CHECK_FALSE(offer_near(archive, 0, "four", 4));
    CHECK(offer_near(archive, 0, "other four", 4));
    CHECK(offer_near(archive, 0, "two", 2));
    CHECK(*archive.nearest(GoalId(0), 0).test == "two");
    CHECK(*archive.nearest(GoalId(0), 1).test == "three");
    CHECK(*archive.nearest(GoalId(0), 2).test == "four");
    CHECK(archive.stored_count() == 3);
    CHECK(archive.nearest_count(GoalId(1)) == 0);
}

TEST_CASE("archive: a test that is as near and not longer takes the place of the longest such test",
    "[core][archive][unit]")
{
    TextArchive archive({.nearest_per_goal = 2, .replaces_equals = true});
    const auto kept = [&archive] {
        return *archive.nearest(GoalId(0), 0).test + " " + *archive.nearest(GoalId(0), 1).test;
    };
    CHECK(offer_near(archive, 0, "aaa", 3));
    CHECK(offer_near(archive, 0, "bbbb", 3));
    CHECK(kept() == "aaa bbbb");
    CHECK(archive.arrivals(GoalId(0)) == 2);
    // No arrival: the goal came no nearer.
    CHECK_FALSE(offer_near(archive, 0, "ccccc", 3));
    CHECK(kept() == "aaa bbbb");
    CHECK_FALSE(offer_near(archive, 0, "cccc", 3));
    CHECK(kept() == "aaa cccc");
    CHECK_FALSE(offer_near(archive, 0, "dd", 3));
    CHECK(kept() == "aaa dd");
    CHECK_FALSE(offer_near(archive, 0, "dd", 3));
    CHECK(kept() == "aaa dd");
    CHECK_FALSE(offer_near(archive, 0, "eee", 3));
    CHECK(kept() == "eee dd");
    CHECK(archive.arrivals(GoalId(0)) == 2);
    CHECK(archive.stored_count() == 2);
    CHECK(offer_near(archive, 0, "longer but nearer", 1));
    CHECK(archive.arrivals(GoalId(0)) == 3);
    CHECK(archive.arrivals(GoalId(9)) == 0);
    const std::string far = "f";
    Candidate candidate(far, far.size());
    CHECK_FALSE(archive.approach(GoalId(0), Fitness::worst(), candidate));
    CHECK(archive.stored_count() == 2);
}

TEST_CASE("archive: a covered goal frees all its nearest tests", "[core][archive][unit]")
{
    TextArchive archive({.nearest_per_goal = 3});
    const std::string shared = "both";
    Candidate candidate(shared, shared.size());
    CHECK(archive.approach(GoalId(0), {true, 0, Distance(U256{7})}, candidate));
    CHECK(archive.approach(GoalId(1), {true, 0, Distance(U256{7})}, candidate));
    offer_near(archive, 0, "one", 1);
    offer_near(archive, 0, "two", 2);
    CHECK(archive.stored_count() == 3);
    offer(archive, 0, "x");
    CHECK(archive.nearest_count(GoalId(0)) == 0);
    CHECK_FALSE(archive.nearest(GoalId(0)).has_value());
    CHECK_FALSE(offer_near(archive, 0, "late", 1));
    // The covering test, and the test that the other goal still holds.
    CHECK(archive.stored_count() == 2);
    CHECK(*archive.nearest(GoalId(1))->test == "both");
}

TEST_CASE("archive: when the way to a goal changes, its nearest test stays until another comes",
    "[core][archive][growth][unit]")
{
    const auto kept = GENERATE(std::size_t{1}, std::size_t{3});
    TextArchive archive(ArchivePolicy{.nearest_per_goal = kept});
    CHECK(offer_near(archive, 2, "near", 1));
    offer_near(archive, 2, "next", 2);
    offer(archive, 4, "covers");
    archive.forget_nearness(GoalId(2));
    archive.forget_nearness(GoalId(4));
    archive.forget_nearness(GoalId(99));
    CHECK(*archive.nearest(GoalId(2))->test == "near");
    CHECK(archive.nearest(GoalId(2))->fitness == Fitness::worst());
    CHECK(archive.is_covered(GoalId(4)));
    // By the old measure it was farther.
    CHECK(offer_near(archive, 2, "far", 9));
    CHECK(*archive.nearest(GoalId(2))->test == "far");
    CHECK(archive.nearest_count(GoalId(2)) == 1);
    CHECK(archive.stored_count() == 2);
}
