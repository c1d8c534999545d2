// SPDX-License-Identifier: Apache-2.0
#include "version.hpp"

namespace sbst::cli
{

std::string_view version()
{
    return SBST_VERSION;
}

std::string_view compiler()
{
    return SBST_COMPILER;
}

}  // namespace sbst::cli
