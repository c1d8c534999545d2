// SPDX-License-Identifier: Apache-2.0
#include "writer_fit.hpp"

#include "../analysis/opcodes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sbst::evm
{

using construction::Relation;

namespace
{

std::optional<ConstructionId> parent_at(const ConstructionNode& node, std::size_t role)
{
    for (const ConstructionParent& parent : node.parents)
    {
        if (parent.role == role)
        {
            return parent.node;
        }
    }
    return std::nullopt;
}

/// Makes one writer.
class Fitter
{
public:
    Fitter(const WantedState& wanted, const OfferedWrite& offer)
      : m_wanted(&wanted), m_offer(&offer)
    {
        m_fitting.writer.callable = offer.callable;
    }

    std::optional<FittingWriter> fit()
    {
        const SlicedState& state = *m_wanted->state;
        const auto written = m_offer->write->value_of(state.field);
        const bool is_constant =
            written && (!written->value || theirs(*written->value).kind == TermKind::constant);
        const U256 constant = !is_constant    ? U256{} :
                              !written->value ? written->constant :
                                                theirs(*written->value).value;
        const bool is_refused =
            is_constant && (!state.takes(constant) || (state.equal && is_zero(constant)));
        if (is_refused || !agree_on_keys())
        {
            return std::nullopt;
        }
        if (!is_constant && !take_value(written ? written->value : std::nullopt))
        {
            return std::nullopt;
        }
        return std::move(m_fitting);
    }

private:
    [[nodiscard]] const Term& theirs(TermId id) const { return (*m_offer->facts)[id]; }
    [[nodiscard]] const Term& ours(TermId id) const { return (*m_wanted->facts)[id]; }

    /// A key of the writer's own is ours from then on, or the other way round.
    bool agree_on_keys()
    {
        const SlicedState& state = *m_wanted->state;
        for (std::size_t i = 0; i < state.keys.size(); ++i)
        {
            const Term& key = theirs(m_offer->write->keys[i]);
            const Term& own = ours(state.keys[i]);
            const bool is_constant = own.kind == TermKind::constant;
            if (is_constant && key.kind == TermKind::constant && own.value != key.value)
            {
                return false;
            }
            const auto parameter = m_offer->inputs->parameter_of(key);
            // A key that is computed is no node.
            const bool is_node = own.kind != TermKind::operation && own.kind != TermKind::choice;
            const auto node = is_node ? key_node(*m_wanted, i) : std::nullopt;
            if (parameter && node)
            {
                m_fitting.writer.shared.push_back({*parameter, *node});
                m_fitting.writer.keys.push_back(*parameter);
            }
            else if (parameter && is_constant)
            {
                const auto value = m_offer->inputs->value_of(*parameter, own.value);
                if (!value)
                {
                    return false;
                }
                m_fitting.writer.fixed.push_back({*parameter, *value});
            }
            else if (node && !parameter && key.kind == TermKind::unknown)
            {
                share_accounts(*node);
            }
        }
        return true;
    }

    /// Nothing is known of the key, as of the elements of an array in a loop: it may be an account
    /// among the arguments.
    void share_accounts(ConstructionId node)
    {
        for (const std::size_t parameter : m_offer->inputs->account_lists())
        {
            m_fitting.writer.shared.push_back({parameter, node});
        }
    }

    /// The inputs that the value is made of, and what it should equal.
    bool take_value(std::optional<TermId> value)
    {
        StateWriter& writer = m_fitting.writer;
        if (!value || theirs(*value).kind == TermKind::unknown)
        {
            take_all_arguments();
            return true;
        }
        for (const std::size_t parameter : m_offer->inputs->parameters_of(*m_offer->facts, *value))
        {
            if (!m_offer->inputs->is_step(parameter))
            {
                writer.values.push_back(parameter);
            }
        }
        const auto added = added_by(*value);
        if (added && is_decrement(*value) && asks_for_more())
        {
            return false;
        }
        m_fitting.counts = added && theirs(*value).opcode == analysis::op_add &&
                           theirs(*added).kind == TermKind::constant &&
                           theirs(*added).value == U256{1};
        if (const auto node = equal_node(*m_wanted))
        {
            if (const auto parameter = direct_parameter(*value))
            {
                writer.shared.push_back({*parameter, *node});
            }
        }
        return true;
    }

    /// Nothing is known of the value: it may be any argument that is no key.
    void take_all_arguments()
    {
        StateWriter& writer = m_fitting.writer;
        for (std::size_t i = 0; i < m_offer->inputs->argument_count(); ++i)
        {
            const bool is_key = std::any_of(writer.shared.begin(), writer.shared.end(),
                [i](const SharedParameter& shared) { return shared.parameter == i; });
            if (!is_key)
            {
                writer.values.push_back(i);
            }
        }
    }

    /// What the value is beside the old one of the place.
    [[nodiscard]] std::optional<TermId> added_by(TermId value) const
    {
        const Term& sum = theirs(value);
        const bool is_sum = sum.kind == TermKind::operation && sum.operands.size() == 2 &&
                            (sum.opcode == analysis::op_add || sum.opcode == analysis::op_sub);
        if (!is_sum)
        {
            return std::nullopt;
        }
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        {
            const Term& old = theirs(sum.operands[i]);
            if (old.kind == TermKind::read && old.location == m_offer->write->location &&
                old.operands == m_offer->write->keys)
            {
                return sum.operands[1 - i];
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_decrement(TermId value) const
    {
        const Term& sum = theirs(value);
        return sum.opcode == analysis::op_sub ||
               std::any_of(sum.operands.begin(), sum.operands.end(), [this](TermId operand) {
                   const Term& term = theirs(operand);
                   return term.kind == TermKind::constant && is_negative(term.value);
               });
    }

    [[nodiscard]] bool asks_for_more() const
    {
        const SlicedState& state = *m_wanted->state;
        return state.equal || !state.takes(U256{});
    }

    /// The parameter that the value is, alone or added to what was there or to the time.
    [[nodiscard]] std::optional<std::size_t> direct_parameter(TermId value) const
    {
        const Term& term = theirs(value);
        if (const auto parameter = m_offer->inputs->parameter_of(term))
        {
            return m_offer->inputs->is_step(*parameter) ? std::nullopt : parameter;
        }
        const bool is_sum = term.kind == TermKind::operation && term.opcode == analysis::op_add;
        if (!is_sum && term.kind != TermKind::choice)
        {
            return std::nullopt;
        }
        for (const TermId operand : term.operands)
        {
            const auto parameter = m_offer->inputs->parameter_of(theirs(operand));
            if (parameter && !m_offer->inputs->is_step(*parameter))
            {
                return parameter;
            }
        }
        return std::nullopt;
    }

    const WantedState* m_wanted;
    const OfferedWrite* m_offer;
    FittingWriter m_fitting;
};

}  // namespace

std::optional<ConstructionId> key_node(const WantedState& wanted, std::size_t key)
{
    return parent_at((*wanted.graph)[wanted.node], first_key_role + key);
}

std::optional<ConstructionId> equal_node(const WantedState& wanted)
{
    return wanted.state->equal ? key_node(wanted, wanted.state->keys.size()) : std::nullopt;
}

std::optional<FittingWriter> fit(const WantedState& wanted, const OfferedWrite& offer)
{
    return Fitter(wanted, offer).fit();
}

}  // namespace sbst::evm
