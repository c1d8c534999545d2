// SPDX-License-Identifier: Apache-2.0
// A stranger's program that links libsbst. It uses compiled code of each part, and of each library
// behind it, and prints what it got; run_consumer.cmake compares that with expected.txt.
#include <sbst/error.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/executor.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/stats/effect_size.hpp>
#ifdef CONSUMER_HAS_STUDY
#include <sbst/study/study_file.hpp>
#endif

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace
{

/// Calls the precompiled contract at a small address and returns the output's digits.
std::string call_precompile(std::uint8_t number, const char* input)
{
    sbst::evm::Address to;
    to.bytes.back() = number;
    const sbst::evm::Bytes data = sbst::evm::parse_hex(input).value();
    sbst::evm::Executor executor;
    const sbst::evm::Result& result = executor.run({.to = to, .data = data});
    return result.succeeded() ? sbst::evm::to_hex(result.output) : "failed";
}

}  // namespace

int main()
{
    const std::string power = sbst::pow(sbst::U256{3}, sbst::U256{100}).to_decimal();
    std::printf("3^100 = %s\n", power.c_str());

    sbst::Rng first(7);
    sbst::Rng second(7);
    std::printf("same seed, same draw: %s\n", first.word() == second.word() ? "yes" : "no");

    std::printf("sha256(abc) = %s\n", call_precompile(2, "616263").c_str());
    const std::string one = std::string(63, '0') + "1";
    std::printf(
        "3^4 mod 50 = %s\n", call_precompile(5, (one + one + one + "030432").c_str()).c_str());
    const std::vector<double> better{3, 5, 9};
    const std::vector<double> worse{2, 5};
    std::printf("A12 = %.2f\n", sbst::stats::a12(better, worse));
#ifdef CONSUMER_HAS_STUDY
    const auto study = sbst::study::parse_study(
        "name: s\nadapter: none\nbudget: {seconds: 1}\n"
        "subjects: {include: x}\nalgorithms: [{name: a}]\n",
        "s.yaml", "");
    if (study.configurations.size() != 1)
    {
        return 1;
    }
#endif
    try
    {
        throw sbst::ParseError("Token.json", "abi[2]", "unknown type 'uint7'");
    }
    catch (const sbst::Error& error)
    {
        std::printf("%s\n", error.what());
    }
    return 0;
}
