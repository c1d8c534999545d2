// SPDX-License-Identifier: Apache-2.0
// The list of all algorithms: names, choices of the command line, reference, benchmarks and tests
// are made from it. A new algorithm is a file beside this one and its lines here.
#pragma once

#include <sbst/search/algorithms/dynamosa.hpp>
#include <sbst/search/algorithms/guided_random.hpp>
#include <sbst/search/algorithms/mio.hpp>
#include <sbst/search/algorithms/mosa.hpp>
#include <sbst/search/algorithms/random_search.hpp>
#include <sbst/search/algorithms/whole_suite.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sbst
{

/// In the order in which the program shows them.
using AlgorithmList = std::tuple<Dynamosa, Mosa, Mio, WholeSuite, GuidedRandom, RandomSearch>;

inline constexpr std::size_t algorithm_count = std::tuple_size_v<AlgorithmList>;

namespace detail
{

/// Place of an algorithm in the list; the size of the list when it is not listed.
template <class A>
constexpr std::size_t place_of = []<std::size_t... place>(std::index_sequence<place...>) {
    return std::min(
        {(std::is_same_v<A, std::tuple_element_t<place, AlgorithmList>> ? place :
                                                                          algorithm_count)...});
}(std::make_index_sequence<algorithm_count>());

}  // namespace detail

/// An algorithm by its place in the list.
enum class Algorithm : std::size_t
{
    dynamosa = detail::place_of<Dynamosa>,
    mosa = detail::place_of<Mosa>,
    mio = detail::place_of<Mio>,
    whole_suite = detail::place_of<WholeSuite>,
    guided_random = detail::place_of<GuidedRandom>,
    random = detail::place_of<RandomSearch>
};

/// The description of an algorithm.
struct AlgorithmRow
{
    Algorithm algorithm{};
    std::string_view name;
    std::string_view summary;
    std::string_view source;
};

/// One row for each algorithm, in the order of the list.
inline constexpr std::array<AlgorithmRow, algorithm_count> algorithm_rows =
    []<std::size_t... place>(std::index_sequence<place...>) {
        return std::array<AlgorithmRow, algorithm_count>{
            {{Algorithm(place), std::tuple_element_t<place, AlgorithmList>::name,
                std::tuple_element_t<place, AlgorithmList>::summary,
                std::tuple_element_t<place, AlgorithmList>::source}...}};
    }(std::make_index_sequence<algorithm_count>());

/// The same without the descriptions.
inline constexpr std::array<Algorithm, algorithm_count> all_algorithms =
    []<std::size_t... place>(std::index_sequence<place...>) {
        return std::array<Algorithm, algorithm_count>{Algorithm(place)...};
    }(std::make_index_sequence<algorithm_count>());

[[nodiscard]] std::string_view to_string(Algorithm algorithm);
[[nodiscard]] std::optional<Algorithm> parse_algorithm(std::string_view name);

/// Calls `use` with the type of an algorithm: with a Mosa for Algorithm::mosa.
template <std::size_t place = 0, class Use>
decltype(auto) with_algorithm(Algorithm algorithm, Use&& use)
{
    if constexpr (place + 1 < algorithm_count)
    {
        if (algorithm != Algorithm(place))
        {
            return with_algorithm<place + 1>(algorithm, std::forward<Use>(use));
        }
    }
    return use(std::tuple_element_t<place, AlgorithmList>());
}

}  // namespace sbst
