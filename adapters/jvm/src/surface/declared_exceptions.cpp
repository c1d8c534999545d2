// SPDX-License-Identifier: Apache-2.0
#include "declared_exceptions.hpp"

#include <algorithm>
#include <vector>

namespace sbst::jvm::detail
{

bool declares(const ClassPath& path, const JavaCallable& callable, const std::string& exception)
{
    const std::vector<std::string>& declared = callable.declared_exceptions;
    const ClassFile* file = declared.empty() ? nullptr : path.find(exception);
    while (file != nullptr)
    {
        if (std::find(declared.begin(), declared.end(), file->name) != declared.end())
        {
            return true;
        }
        file = file->superclass.empty() ? nullptr : path.find(file->superclass);
    }
    return false;
}

}  // namespace sbst::jvm::detail
