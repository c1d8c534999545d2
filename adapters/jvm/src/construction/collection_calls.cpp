// SPDX-License-Identifier: Apache-2.0
#include "collection_calls.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

bool is_of_collections(const MemberRef& method)
{
    return method.owner.starts_with("java/util/");
}

}  // namespace

CollectionRead collection_read(const MemberRef& method)
{
    const auto is_one_of = [&method](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), method.name) != names.end();
    };
    if (!is_of_collections(method))
    {
        return CollectionRead::none;
    }
    const bool asks_truth = method.descriptor == "(Ljava/lang/Object;)Z";
    if (is_one_of({"contains", "containsValue"}) || (method.name == "remove" && asks_truth))
    {
        return CollectionRead::membership;
    }
    if (is_one_of({"get", "getOrDefault", "elementAt", "getFirst", "getLast", "peek", "peekFirst",
            "peekLast", "poll", "pop", "remove", "element", "next", "containsKey",
            "computeIfAbsent"}))
    {
        return CollectionRead::element;
    }
    if (is_one_of({"size", "isEmpty", "hasNext"}))
    {
        return CollectionRead::count;
    }
    const bool is_view = is_one_of(
        {"iterator", "listIterator", "values", "keySet", "entrySet", "getKey", "getValue"});
    return is_view ? CollectionRead::view : CollectionRead::none;
}

bool tells_emptiness(const MemberRef& method)
{
    return is_of_collections(method) && method.name == "isEmpty";
}

bool tells_membership(const MemberRef& method)
{
    return is_of_collections(method) &&
           (method.name == "contains" || method.name == "containsKey" ||
               method.name == "containsValue");
}

bool adds_element(const MemberRef& method)
{
    return is_of_collections(method) &&
           (method.name.starts_with("add") || method.name.starts_with("put") ||
               method.name.starts_with("offer") || method.name == "push" || method.name == "set" ||
               method.name == "merge" || method.name.starts_with("compute"));
}

}  // namespace sbst::jvm::detail
