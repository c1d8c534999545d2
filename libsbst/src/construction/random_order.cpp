// SPDX-License-Identifier: Apache-2.0
#include "random_order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sbst::detail
{

namespace
{

class RandomOrder
{
public:
    RandomOrder(const TemplatePlan& plan, Rng& rng)
      : m_plan(&plan), m_waits_for(plan.nodes.size()), m_is_done(plan.nodes.size())
    {
        for (std::size_t i = 0; i < m_waits_for.size(); ++i)
        {
            m_waits_for[i] = plan.graph.nodes()[i].parents.size();
            if (m_waits_for[i] == 0)
            {
                m_ready.emplace_back(i);
            }
        }
        while (!m_ready.empty())
        {
            take(draw(rng));
        }
    }

    [[nodiscard]] std::vector<ConstructionId> take_nodes() { return std::move(m_order); }

private:
    /// The less, the sooner.
    [[nodiscard]] int patience(ConstructionId id) const
    {
        const std::vector<ConstructionId>& after = m_plan->nodes[id.index()].after;
        const bool is_early = std::any_of(after.begin(), after.end(),
            [this](ConstructionId other) { return !m_is_done[other.index()]; });
        return (is_early ? 2 : 0) + (m_plan->graph[id].kind == SliceKind::call ? 1 : 0);
    }

    [[nodiscard]] std::size_t draw(Rng& rng) const
    {
        int least = patience(m_ready.front());
        for (const ConstructionId id : m_ready)
        {
            least = std::min(least, patience(id));
        }
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < m_ready.size(); ++i)
        {
            if (patience(m_ready[i]) == least)
            {
                places.push_back(i);
            }
        }
        return places[rng.index(places.size())];
    }

    void take(std::size_t place)
    {
        const ConstructionId node = m_ready[place];
        m_ready.erase(m_ready.begin() + static_cast<std::ptrdiff_t>(place));
        m_order.push_back(node);
        m_is_done[node.index()] = true;
        for (const ConstructionId child : m_plan->graph[node].children)
        {
            const auto& parents = m_plan->graph[child].parents;
            m_waits_for[child.index()] -=
                static_cast<std::size_t>(std::count_if(parents.begin(), parents.end(),
                    [node](const ConstructionParent& parent) { return parent.node == node; }));
            if (m_waits_for[child.index()] == 0)
            {
                m_ready.push_back(child);
            }
        }
    }

    const TemplatePlan* m_plan;
    std::vector<std::size_t> m_waits_for;
    std::vector<bool> m_is_done;
    std::vector<ConstructionId> m_ready;
    std::vector<ConstructionId> m_order;
};

}  // namespace

std::vector<ConstructionId> random_order(const TemplatePlan& plan, Rng& rng)
{
    return RandomOrder(plan, rng).take_nodes();
}

}  // namespace sbst::detail
