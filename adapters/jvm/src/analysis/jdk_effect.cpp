// SPDX-License-Identifier: Apache-2.0
#include "jdk_effect.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace sbst::jvm
{

namespace
{

constexpr Origins receiver = Origins::parameter(0);
constexpr MethodEffect pure_effect{Origins{}, Origins::other()};
constexpr MethodEffect making_effect{};
constexpr MethodEffect receiver_effect{receiver, receiver};

/// Classes whose objects never change: all their methods are pure, except those that write into an
/// array of the caller or call a method of an argument.
constexpr std::array<std::string_view, 14> constant_classes{"java/lang/String", "java/lang/Math",
    "java/lang/StrictMath", "java/lang/Integer", "java/lang/Long", "java/lang/Short",
    "java/lang/Byte", "java/lang/Character", "java/lang/Boolean", "java/lang/Float",
    "java/lang/Double", "java/math/BigInteger", "java/math/BigDecimal", "java/util/UUID"};

/// Those of java.time: final ones, and ZoneId, which programs cannot extend.
constexpr std::array<std::string_view, 16> constant_times{"java/time/LocalDate",
    "java/time/LocalTime", "java/time/LocalDateTime", "java/time/OffsetDateTime",
    "java/time/OffsetTime", "java/time/ZonedDateTime", "java/time/Instant", "java/time/Duration",
    "java/time/Period", "java/time/Year", "java/time/YearMonth", "java/time/MonthDay",
    "java/time/DayOfWeek", "java/time/Month", "java/time/ZoneOffset", "java/time/ZoneId"};

constexpr std::array<std::string_view, 12> box_descriptors{"Ljava/lang/String;",
    "Ljava/lang/Integer;", "Ljava/lang/Long;", "Ljava/lang/Short;", "Ljava/lang/Byte;",
    "Ljava/lang/Character;", "Ljava/lang/Boolean;", "Ljava/lang/Float;", "Ljava/lang/Double;",
    "Ljava/math/BigInteger;", "Ljava/math/BigDecimal;", "[C"};

struct JdkMethod
{
    std::string_view owner;
    std::string_view name;
};

/// Pure methods of other classes. For collections only those that call no method of an element.
constexpr std::array pure_methods{JdkMethod{"java/lang/Object", "<init>"},
    JdkMethod{"java/lang/Object", "getClass"}, JdkMethod{"java/lang/Class", "getName"},
    JdkMethod{"java/lang/Class", "getSimpleName"}, JdkMethod{"java/lang/Class", "isInstance"},
    JdkMethod{"java/lang/Class", "isArray"}, JdkMethod{"java/lang/Class", "isAssignableFrom"},
    JdkMethod{"java/lang/Class", "desiredAssertionStatus"}, JdkMethod{"java/lang/Enum", "<init>"},
    JdkMethod{"java/lang/Enum", "ordinal"}, JdkMethod{"java/lang/Enum", "name"},
    JdkMethod{"java/lang/Enum", "compareTo"}, JdkMethod{"java/lang/Enum", "equals"},
    JdkMethod{"java/lang/Enum", "getDeclaringClass"}, JdkMethod{"java/lang/Record", "<init>"},
    JdkMethod{"java/lang/Number", "<init>"}, JdkMethod{"java/util/Objects", "requireNonNull"},
    JdkMethod{"java/util/Objects", "isNull"}, JdkMethod{"java/util/Objects", "nonNull"},
    JdkMethod{"java/util/Objects", "checkIndex"}, JdkMethod{"java/util/Optional", "isPresent"},
    JdkMethod{"java/util/Optional", "isEmpty"}, JdkMethod{"java/util/Optional", "get"},
    JdkMethod{"java/util/Optional", "empty"}, JdkMethod{"java/util/Optional", "of"},
    JdkMethod{"java/util/Optional", "ofNullable"}, JdkMethod{"java/util/Map$Entry", "getKey"},
    JdkMethod{"java/util/Map$Entry", "getValue"}, JdkMethod{"java/util/Iterator", "hasNext"},
    JdkMethod{"java/util/Collections", "emptyList"}, JdkMethod{"java/util/Collections", "emptySet"},
    JdkMethod{"java/util/Collections", "emptyMap"},
    JdkMethod{"java/util/Collections", "unmodifiableList"},
    JdkMethod{"java/util/Collections", "unmodifiableSet"},
    JdkMethod{"java/util/Collections", "unmodifiableMap"},
    JdkMethod{"java/util/Collections", "unmodifiableCollection"}};

constexpr std::array<std::string_view, 20> collections{"java/util/Collection", "java/util/List",
    "java/util/Set", "java/util/Map", "java/util/Queue", "java/util/Deque", "java/util/SortedMap",
    "java/util/SortedSet", "java/util/AbstractList", "java/util/AbstractCollection",
    "java/util/AbstractMap", "java/util/AbstractSet", "java/util/ArrayList", "java/util/LinkedList",
    "java/util/HashMap", "java/util/HashSet", "java/util/LinkedHashSet", "java/util/TreeMap",
    "java/util/ArrayDeque", "java/util/Vector"};

constexpr std::array<std::string_view, 7> pure_of_collections{
    "size", "isEmpty", "entrySet", "keySet", "values", "<init>", "length"};

/// Lists find an element by its place, and add one, without calling its methods.
constexpr std::array<std::string_view, 5> lists{"java/util/List", "java/util/ArrayList",
    "java/util/LinkedList", "java/util/AbstractList", "java/util/Vector"};

constexpr std::array<std::string_view, 5> builders{"java/lang/StringBuilder",
    "java/lang/StringBuffer", "java/lang/AbstractStringBuilder", "java/lang/CharSequence",
    "java/util/BitSet"};

template <class Names>
bool contains(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_throwable(std::string_view owner)
{
    return owner.starts_with("java/") &&
           (owner.ends_with("Exception") || owner.ends_with("Error") ||
               owner.ends_with("Throwable"));
}

/// What methods of java.time take without calling code of programs; programs write adjusters,
/// queries, fields and units of their own.
constexpr std::array<std::string_view, 7> time_arguments{"java/time/chrono/ChronoLocalDate",
    "java/time/chrono/ChronoLocalDateTime", "java/time/chrono/ChronoZonedDateTime",
    "java/time/format/DateTimeFormatter", "java/time/format/TextStyle",
    "java/time/temporal/ChronoField", "java/time/temporal/ChronoUnit"};

/// Pure, but another one in the next run: nothing is asserted of what has them.
constexpr std::array<std::string_view, 4> changing_answers{
    "now", "random", "randomUUID", "systemDefault"};

bool is_time(std::string_view descriptor)
{
    if (!descriptor.starts_with('L'))
    {
        return false;
    }
    const std::string_view name = descriptor.substr(1, descriptor.size() - 2);
    return contains(constant_times, name) || contains(time_arguments, name);
}

bool takes_plain_types(const MemberRef& method)
{
    const auto types = parse_method_descriptor(method.descriptor);
    return types &&
           std::all_of(types->parameters.begin(), types->parameters.end(),
               [](const std::string& type) { return is_plain_type(type) || is_time(type); });
}

MethodEffect constant_class_effect(const MemberRef& method)
{
    // Their arguments are objects of any class, or arrays that are written.
    const bool asks_nothing = method.name == "equals" || method.name == "compareTo" ||
                              method.name == "getBytes" || method.name == "toCharArray" ||
                              method.name == "split" || takes_plain_types(method);
    const bool writes_argument = method.name == "getChars";
    return asks_nothing && !writes_argument ? pure_effect : unknown_effect;
}

MethodEffect builder_effect(const MemberRef& method)
{
    if (method.name == "length" || method.name == "charAt" || method.name == "toString" ||
        method.name == "substring" || method.name == "indexOf" || method.name == "get" ||
        method.name == "cardinality" || method.name == "isEmpty")
    {
        return pure_effect;
    }
    const bool is_known = method.name == "append" || method.name == "insert" ||
                          method.name == "reverse" || method.name == "setLength" ||
                          method.name == "setCharAt" || method.name == "deleteCharAt" ||
                          method.name == "delete" || method.name == "<init>" ||
                          method.name == "set" || method.name == "clear";
    return is_known && takes_plain_types(method) ? receiver_effect : unknown_effect;
}

MethodEffect collection_effect(const MemberRef& method)
{
    const bool takes_none_or_size =
        method.descriptor == "()V" || method.descriptor == "(I)V" || method.name != "<init>";
    if (contains(pure_of_collections, method.name) && takes_none_or_size)
    {
        return pure_effect;
    }
    if (method.name == "iterator" || method.name == "listIterator")
    {
        return making_effect;
    }
    if (contains(lists, method.owner))
    {
        if (method.name == "get")
        {
            return pure_effect;
        }
        if (method.name == "add" || method.name == "set")
        {
            return {receiver, Origins::other()};
        }
    }
    return unknown_effect;
}

}  // namespace

bool is_plain_type(std::string_view descriptor)
{
    return descriptor.size() == 1 || contains(box_descriptors, descriptor);
}

MethodEffect jdk_effect(const MemberRef& method)
{
    if (method.owner.starts_with('['))
    {
        return method.name == "clone" ? making_effect : unknown_effect;
    }
    if (contains(constant_times, method.owner) || contains(constant_classes, method.owner))
    {
        return contains(changing_answers, method.name) ? unknown_effect :
                                                         constant_class_effect(method);
    }
    if (contains(builders, method.owner))
    {
        return builder_effect(method);
    }
    if (contains(collections, method.owner))
    {
        return collection_effect(method);
    }
    if (is_throwable(method.owner))
    {
        return method.name == "<init>" ? MethodEffect{receiver, Origins{}} :
               method.name == "getMessage" || method.name == "getCause" ? pure_effect :
                                                                          unknown_effect;
    }
    if (method.owner == "java/util/Iterator" && method.name == "next")
    {
        return {receiver, Origins::other()};
    }
    if (method.owner == "java/util/Arrays" &&
        (method.name == "copyOf" || method.name == "copyOfRange"))
    {
        return making_effect;
    }
    if (method.owner == "java/util/Arrays" && method.name == "equals" &&
        method.descriptor.find("Ljava") == std::string::npos)
    {
        return pure_effect;
    }
    const bool is_pure =
        std::any_of(pure_methods.begin(), pure_methods.end(), [&](const JdkMethod& pure) {
            return pure.owner == method.owner && pure.name == method.name;
        });
    return is_pure ? pure_effect : unknown_effect;
}

}  // namespace sbst::jvm
