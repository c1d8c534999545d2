// SPDX-License-Identifier: Apache-2.0
// bench_core: the costs of the core. Usage: bench_core [--quick]
#include "bench.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

int main(int argc, char* argv[])
{
    const std::string_view argument = argc > 1 ? argv[1] : "";
    if (argc > 2 || (argc == 2 && argument != "--quick"))
    {
        fmt::print(stderr, "usage: bench_core [--quick]\n");
        return 2;
    }
    const sbst::bench::Effort effort =
        argument == "--quick" ? sbst::bench::quick_effort : sbst::bench::Effort{};
    sbst::bench::bench_search(effort);
    sbst::bench::bench_scoring(effort);
    sbst::bench::bench_operators(effort);
    sbst::bench::bench_growth(effort);
    return 0;
}
