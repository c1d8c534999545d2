// SPDX-License-Identifier: Apache-2.0
// Refinement by symbolic execution, a hook: takes the nearest test of an open goal, asks which
// condition of its path keeps it from the goal, and has a solver find literals that turn it. Next:
// options.hpp, ../portfolio.hpp.
#pragma once

#include <sbst/dse/portfolio.hpp>
#include <sbst/dse/refinement/options.hpp>
#include <sbst/search/refiner.hpp>

#include <memory>
#include <vector>

namespace sbst::dse
{

/// Makes a refiner that is aimed at goals, for any algorithm.
///
/// A round takes active goals whose nearest test is new since it last worked on them, or for which
/// new tests may write what it reads. It records the path of the calls of that test that decide
/// about the goal, and chooses conditions to turn: those whose other side is the goal, then those
/// on the way to it by the goal graph, then those whose other side nothing covers, then all others
/// from the last one back; each way through the same calls once, and at most twice more while no
/// solver knows the answer. A solver turns the condition and keeps all before it; the test with the
/// model's literals runs, and its path is where the goal's work goes on. Then parts of covering
/// tests that write what it reads are put before it. A round ends when it covers nothing more.
///
/// Every test counts against the budget. Literals that were shared by calls become literals of
/// their own in tests of this hook. Source: Galeotti, Fraser, Arcuri, "Improving search-based test
/// suite generation with dynamic symbolic execution" (ISSRE 2013), III.C for expansion and the
/// negation of single conditions; Godefroid, Levin, Molnar, NDSS 2008, for turning every condition
/// of a path once. Aiming at goals is ours.
/// @throws ConfigError as validate.
[[nodiscard]] RefinerFactory refine_goals(
    const RefinementOptions& options, std::vector<NamedSolver> solvers);

}  // namespace sbst::dse
