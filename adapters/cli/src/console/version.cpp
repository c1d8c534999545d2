// SPDX-License-Identifier: Apache-2.0
#include "version.hpp"

#include <sbst_build_version.hpp>

namespace sbst::cli
{

std::string_view version()
{
    return SBST_BUILD_VERSION;
}

std::string_view release()
{
    return SBST_BUILD_RELEASE;
}

std::string_view build_date()
{
    return SBST_BUILD_DATE;
}

std::string_view commit()
{
    return SBST_BUILD_COMMIT;
}

bool is_dirty()
{
    return SBST_BUILD_IS_DIRTY;
}

std::string_view compiler()
{
    return SBST_COMPILER;
}

}  // namespace sbst::cli
