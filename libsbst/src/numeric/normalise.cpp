// SPDX-License-Identifier: Apache-2.0
#include <sbst/numeric/normalise.hpp>

#include <cassert>
#include <cmath>
#include <numbers>

namespace sbst
{

double nu(double x)
{
    assert(x >= 0.0);
    // x / (x + 1) as a chain of monotone roundings: computed literally it is not even monotone
    // (x + 1 may be rounded up where x is not).
    return x > 0.0 ? 1.0 / (1.0 + (1.0 / x)) : 0.0;
}

double nu(const Distance& distance)
{
    return nu(to_double(distance));
}

double nu_log(double x)
{
    assert(x >= 0.0);
    // log1p keeps the differences of small numbers, which 1 + x would round away.
    return nu(std::log1p(x) / std::numbers::ln2);
}

double nu_log(const Distance& distance)
{
    return nu_log(to_double(distance));
}

}  // namespace sbst
