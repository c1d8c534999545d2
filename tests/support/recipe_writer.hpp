// SPDX-License-Identifier: Apache-2.0
// Writes random recipes of expressions. Next: expression_recipe.hpp.
#pragma once

#include "expression_recipe.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace sbst::test_support
{

template <class Item, std::size_t count>
const Item& one_of(const Choose& choose, const std::array<Item, count>& items)
{
    return items[choose(count)];
}

/// Adds operations, and the leaves that they need, to a recipe. Both must outlive it.
class RecipeWriter
{
public:
    RecipeWriter(const Choose& choose, ExpressionRecipe& recipe)
      : m_choose(choose), m_recipe(recipe)
    {}

    void add_operation();

private:
    using Op = symbolic::Op;
    using Sort = symbolic::Sort;

    std::size_t add(ExpressionStep step);
    void add(Op op, Sort sort, std::vector<std::size_t> operands);

    // Operations by kind.
    void add_truth();
    void add_word_operation();
    void add_word_parts();
    void add_rare_word_operation();
    void add_number_operation();
    void add_text_operation();
    void add_text_concat();
    void add_array_operation();
    void add_choice();

    // What rules of simplification look for: operations that belong together.
    void add_relative();
    void add_twin(std::size_t step);
    void add_to_own_operand(std::size_t step);
    void add_same_again(std::size_t step);
    void add_neighbour(std::size_t step);

    std::size_t add_leaf(const Sort& sort);
    /// A step of the sort: one of the last ones, any, or a new leaf.
    std::size_t pick(const Sort& sort);
    /// A width, often that of the last word.
    unsigned pick_width(unsigned greatest = 256);
    Sort pick_array_sort();
    Sort pick_sort();

    const Choose& m_choose;
    ExpressionRecipe& m_recipe;
    std::vector<std::size_t> m_lengths;  // bounds of those of strings, by step
};

}  // namespace sbst::test_support
