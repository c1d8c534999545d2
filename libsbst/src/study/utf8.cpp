// SPDX-License-Identifier: Apache-2.0
#include "utf8.hpp"

#include <sbst/report/report_json.hpp>

#include <string>

namespace sbst::study
{
bool is_utf8(std::string_view bytes)
{
    try
    {
        // The library that writes our files decides what it can write.
        static_cast<void>(OrderedJson(std::string(bytes)).dump());
        return true;
    }
    catch (const OrderedJson::type_error&)
    {
        return false;
    }
}
}  // namespace sbst::study
