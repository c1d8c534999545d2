// SPDX-License-Identifier: Apache-2.0
// Options of guided random testing: its six components, each with a switch. Next:
// sequence_sampler.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sbst
{

/// Guided random testing. Source: Ma et al., ASE 2015 (GRT), for the components; the numbers are
/// lost in our text of the paper, those marked R are what Randoop's implementation of it uses.
struct GuidedOptions
{
    /// Constants of the code after folding, by weight: mined_constants.hpp.
    bool constant_mining = true;
    /// Values and objects of the pool are changed before they are used: impurity.hpp.
    bool impurity = true;
    /// Objects are kept by the type that they had when the test ran, and cast when they are used.
    bool elephant_brain = true;
    /// What makes an object of a type is searched on demand, in all visible classes.
    bool detective = true;
    /// Cheap and rarely used sequences are drawn more often: orienteering_weight().
    bool orienteering = true;
    /// Methods with open goals are drawn more often: method_weight().
    bool bloodhound = true;

    /// Probability that a literal is a constant of the callable's own class (R).
    double constant_prob = 0.01;
    /// Probability that another literal is a constant of any class. Ours: in Randoop all constants
    /// stand in the pool of values.
    double global_constant_prob = 0.1;
    /// Deviation of a change of a number, in its own unit or a larger one (R); at least 1.
    double deviation = 30.0;
    /// Probability that a literal starts from one that an earlier call took; ours.
    double earlier_literal_prob = 0.5;
    /// Probability that a literal is changed, and that an object gets another call before it is
    /// used; ours, Randoop always changes.
    double change_prob = 0.5;
    /// Probability of null where an object may be null (R).
    double null_prob = 0.05;
    /// Probability that a needed object is one that the test already has; ours.
    double object_reuse_prob = 0.5;
    /// Probability that a needed object is made anew although the pool has one, and that a test
    /// begins with a new opening; ours: in the paper what makes objects is selected like any
    /// method.
    double fresh_prob = 0.2;
    /// Weight of uncovered goals against failed calls (alpha, R); in [0, 1].
    double uncovered_weight = 0.9;
    /// How fast a method's weight falls while it is drawn (p, R); in (0, 1).
    double decay = 0.99;
    /// Number of executions after which weights of methods are computed anew. The paper: after 50
    /// s.
    std::uint64_t update_every = 500;
    /// Sequences kept for each type; the oldest goes first.
    std::size_t max_sequences = 1000;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const GuidedOptions& options);

}  // namespace sbst
