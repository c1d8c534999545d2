// SPDX-License-Identifier: Apache-2.0
#include "known_types.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

struct KnownImplementation
{
    std::string_view wanted;
    std::vector<std::string_view> concrete;
};

const std::vector<KnownImplementation>& implementations()
{
    static const std::vector<KnownImplementation> table{
        {"java/lang/Object", {"java/lang/String", "java/lang/Integer", "java/lang/Object"}},
        {"java/lang/CharSequence", {"java/lang/String", "java/lang/StringBuilder"}},
        {"java/lang/Comparable", {"java/lang/String", "java/lang/Integer"}},
        {"java/lang/Number", {"java/lang/Integer", "java/lang/Double", "java/lang/Long"}},
        {"java/io/Serializable", {"java/lang/String", "java/lang/Integer"}},
        {"java/lang/Appendable", {"java/lang/StringBuilder", "java/io/StringWriter"}},
        {"java/lang/Iterable", {"java/util/ArrayList"}},
        {"java/util/Collection", {"java/util/ArrayList", "java/util/LinkedHashSet"}},
        {"java/util/AbstractCollection", {"java/util/ArrayList"}},
        {"java/util/List", {"java/util/ArrayList", "java/util/LinkedList"}},
        {"java/util/AbstractList", {"java/util/ArrayList"}},
        {"java/util/Set", {"java/util/LinkedHashSet"}},
        {"java/util/SortedSet", {"java/util/TreeSet"}},
        {"java/util/NavigableSet", {"java/util/TreeSet"}},
        {"java/util/Queue", {"java/util/ArrayDeque", "java/util/LinkedList"}},
        {"java/util/Deque", {"java/util/ArrayDeque"}},
        {"java/util/Map", {"java/util/LinkedHashMap"}},
        {"java/util/AbstractMap", {"java/util/LinkedHashMap"}},
        {"java/util/SortedMap", {"java/util/TreeMap"}},
        {"java/util/NavigableMap", {"java/util/TreeMap"}},
        {"java/util/Dictionary", {"java/util/Hashtable"}},
        {"java/util/Calendar", {"java/util/GregorianCalendar"}},
        {"java/util/ResourceBundle", {"java/util/PropertyResourceBundle"}},
        {"java/util/TimeZone", {"java/util/SimpleTimeZone"}},
        {"java/text/DateFormat", {"java/text/SimpleDateFormat"}},
        {"java/text/NumberFormat", {"java/text/DecimalFormat"}},
        {"java/text/Format", {"java/text/DecimalFormat"}},
        {"java/io/InputStream", {"java/io/ByteArrayInputStream"}},
        {"java/io/OutputStream", {"java/io/ByteArrayOutputStream"}},
        {"java/io/Reader", {"java/io/StringReader"}},
        {"java/io/Writer", {"java/io/StringWriter"}},
        {"java/io/Closeable", {"java/io/StringReader"}},
        {"java/lang/AutoCloseable", {"java/io/StringReader"}},
        {"java/lang/Readable", {"java/io/StringReader"}},
        {"java/util/concurrent/ConcurrentMap", {"java/util/concurrent/ConcurrentHashMap"}},
        {"java/util/Map$Entry", {"java/util/AbstractMap$SimpleEntry"}},
        {"java/lang/reflect/Type", {"java/lang/Class"}},
        {"java/lang/reflect/AnnotatedElement", {"java/lang/Class"}},
        {"java/lang/reflect/GenericDeclaration", {"java/lang/Class"}},
        {"java/time/temporal/TemporalAccessor", {"java/time/LocalDate"}},
        {"java/time/temporal/Temporal", {"java/time/LocalDate"}},
    };
    return table;
}

constexpr std::array<KnownView, 4> views{{
    {"java/util/Iterator", "java/util/ArrayList", "iterator", "()Ljava/util/Iterator;"},
    {"java/util/ListIterator", "java/util/ArrayList", "listIterator", "()Ljava/util/ListIterator;"},
    {"java/util/stream/Stream", "java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;"},
    {"java/util/Enumeration", "java/util/Vector", "elements", "()Ljava/util/Enumeration;"},
}};

/// Two of these have an annotation of one type with different contents.
constexpr std::array<std::string_view, 3> annotated{
    "java/lang/Runnable", "java/lang/Deprecated", "java/lang/FunctionalInterface"};

constexpr std::array<std::string_view, 9> mutators{
    "add", "append", "offer", "push", "put", "remove", "set", "setTime", "setTimeInMillis"};

constexpr std::array<std::string_view, 20> sized{"java/io/ByteArrayOutputStream",
    "java/io/CharArrayWriter", "java/io/StringWriter", "java/lang/StringBuffer",
    "java/lang/StringBuilder", "java/util/ArrayDeque", "java/util/ArrayList", "java/util/BitSet",
    "java/util/HashMap", "java/util/HashSet", "java/util/Hashtable", "java/util/IdentityHashMap",
    "java/util/LinkedHashMap", "java/util/LinkedHashSet", "java/util/PriorityQueue",
    "java/util/Properties", "java/util/Vector", "java/util/WeakHashMap",
    "java/util/concurrent/ArrayBlockingQueue", "java/util/concurrent/ConcurrentHashMap"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> boxes{{
    {"java/lang/Boolean", "Z"},
    {"java/lang/Byte", "B"},
    {"java/lang/Character", "C"},
    {"java/lang/Double", "D"},
    {"java/lang/Float", "F"},
    {"java/lang/Integer", "I"},
    {"java/lang/Long", "J"},
    {"java/lang/Short", "S"},
}};

}  // namespace

std::span<const std::string_view> known_implementations(std::string_view name)
{
    for (const KnownImplementation& known : implementations())
    {
        if (known.wanted == name)
        {
            return known.concrete;
        }
    }
    return {};
}

std::span<const KnownView> known_views()
{
    return views;
}

std::span<const std::string_view> known_annotated()
{
    return annotated;
}

bool is_removed_later(std::string_view name)
{
    return name.starts_with("java/applet/") || name.starts_with("javax/management/loading/MLet") ||
           name == "javax/management/loading/PrivateMLet" || name == "javax/swing/JApplet" ||
           name == "java/lang/Compiler";
}

bool takes_sizes(std::string_view name)
{
    return std::binary_search(sized.begin(), sized.end(), name);
}

bool makes_nothing_to_ask(std::string_view owner, std::string_view factory)
{
    return owner.starts_with("java/io/") && factory.starts_with("null");
}

bool asks_for_the_time(std::string_view owner, std::string_view factory)
{
    // Clock.tick(Clock, Duration) does what its clock does.
    return owner.starts_with("java/time/") &&
           (factory == "now" || factory.starts_with("system") ||
               (factory.starts_with("tick") && factory != "tick"));
}

bool is_known_mutator(std::string_view owner, std::string_view method)
{
    return owner == "java/util/Properties" ?
               method == "setProperty" || method == "remove" :
               std::binary_search(mutators.begin(), mutators.end(), method);
}

std::string_view boxed_primitive(std::string_view name)
{
    for (const auto& [box, primitive] : boxes)
    {
        if (box == name)
        {
            return primitive;
        }
    }
    return {};
}

}  // namespace sbst::jvm::detail
