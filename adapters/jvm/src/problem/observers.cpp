// SPDX-License-Identifier: Apache-2.0
#include "observers.hpp"

#include "../analysis/serial_numbers.hpp"
#include "../surface/hierarchy.hpp"

#include <sbst/jvm/analysis/purity.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// Tells whether the method that the class itself declares is a getter of a serial number.
bool is_serial_getter(const Hierarchy& hierarchy, const JavaCallable& java)
{
    const ClassFile* file = hierarchy.is_on_path(java.owner) ? hierarchy.find(java.owner) : nullptr;
    const Method* method =
        file == nullptr ? nullptr : file->find_method(java.name, java.descriptor);
    return method != nullptr && returns_serial_number(*file, *method);
}

bool may_observe(const JavaSurface& surface, std::size_t index, Purity& purity)
{
    const JavaCallable& java = surface.callables()[index];
    const Callable& callable = surface.catalogue()[CallableId(index)];
    const JavaTypeKind result = surface.type(callable.result).kind;
    return java.kind == JavaCallableKind::instance_method && callable.parameters.size() == 1 &&
           result != JavaTypeKind::nothing && result != JavaTypeKind::reference &&
           java.name != "hashCode" && purity.is_pure(java.owner, java.name, java.descriptor);
}

/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_observed_superclasses = 64;

void add_methods(
    const Hierarchy& hierarchy, const JavaSurface& surface, Purity& purity, Observers& observers)
{
    std::set<std::string> seen;
    for (std::size_t i = 0; i < surface.callables().size(); ++i)
    {
        if (!may_observe(surface, i, purity))
        {
            continue;
        }
        const JavaCallable& java = surface.callables()[i];
        const bool is_serial = is_serial_getter(hierarchy, java);
        const TypeId receiver = surface.catalogue()[CallableId(i)].parameters.front().type;
        for (std::size_t t = 0; t < surface.types().size(); ++t)
        {
            const TypeId type(t);
            if (!surface.types().is_assignable(type, receiver))
            {
                continue;
            }
            const std::string& descriptor = surface.type(type).descriptor;
            const std::string name = descriptor.substr(1, descriptor.size() - 2);
            // An overriding method has the same name; the receiver's own class decides at run time.
            // One that is not asked still hides those above.
            if (seen.insert(name + "." + java.name).second && !is_serial)
            {
                observers.by_class[name].push_back(static_cast<std::uint32_t>(i));
            }
        }
    }
}

/// Internal names of the classes of the surface's types.
std::set<std::string> class_names(const JavaSurface& surface)
{
    std::set<std::string> names;
    for (std::size_t t = 0; t < surface.types().size(); ++t)
    {
        const std::string& descriptor = surface.type(TypeId(t)).descriptor;
        if (descriptor.starts_with('L'))
        {
            names.insert(descriptor.substr(1, descriptor.size() - 2));
        }
    }
    return names;
}

/// The fields that `object.name` can mean for objects of a class, its own first.
std::vector<JavaCallable> readable_fields(const Hierarchy& hierarchy, const std::string& name)
{
    std::vector<JavaCallable> found;
    std::set<std::string> seen;
    bool is_in_package = true;
    const ClassFile* file = hierarchy.find(name);
    for (std::size_t i = 0; i < max_observed_superclasses && file != nullptr; ++i)
    {
        if (!hierarchy.is_on_path(file->name))
        {
            break;
        }
        // Members that are not public are only inherited within the package.
        is_in_package = is_in_package && hierarchy.is_same_package(file->name);
        for (const Field& field : file->fields)
        {
            // A field that cannot be read still hides those above.
            const bool is_nearest = seen.insert(field.name).second;
            const bool is_readable =
                hierarchy.is_usable(*file, field) && (field.access.is_public() || is_in_package);
            // What is transient and not public is mostly a cache, which other tests may fill in
            // objects that all share.
            const bool is_cache = field.access.is_transient() && !field.access.is_public();
            if (is_nearest && is_readable && !is_cache && !field.access.is_static() &&
                !is_serial_number(*file, field.name))
            {
                found.push_back({.kind = JavaCallableKind::field_read,
                    .owner = name,
                    .name = field.name,
                    .descriptor = field.descriptor});
            }
        }
        file = hierarchy.find(file->superclass);
    }
    return found;
}

void add_fields(const Hierarchy& hierarchy, const JavaSurface& surface, Observers& observers)
{
    for (const std::string& name : class_names(surface))
    {
        const ClassFile* file = hierarchy.is_on_path(name) ? hierarchy.find(name) : nullptr;
        if (file == nullptr || !hierarchy.is_nameable(*file))
        {
            continue;
        }
        for (JavaCallable& field : readable_fields(hierarchy, name))
        {
            const std::size_t number = surface.callables().size() + observers.more.size();
            observers.by_class[name].push_back(static_cast<std::uint32_t>(number));
            observers.more.push_back(std::move(field));
        }
    }
}

/// Methods asked of a class that the surface has no method of.
constexpr std::size_t max_asked = 8;

bool is_literal(const std::string& descriptor)
{
    return descriptor == "Ljava/lang/String;" || (descriptor.size() == 1 && descriptor != "V");
}

/// Pure methods that `object.name()` can call for objects of a class and that return a literal.
std::vector<JavaCallable> askable_methods(
    const Hierarchy& hierarchy, const std::string& name, Purity& purity)
{
    std::vector<JavaCallable> found;
    std::set<std::string> serial;
    const ClassFile* file = hierarchy.find(name);
    for (std::size_t i = 0; i < max_observed_superclasses && file != nullptr; ++i)
    {
        if (!hierarchy.is_on_path(file->name))
        {
            break;
        }
        for (const Method& method : file->methods)
        {
            if (returns_serial_number(*file, method))
            {
                serial.insert(method.name);
            }
            // A method hides those above of its name, asked or not.
            const bool is_seen =
                serial.contains(method.name) ||
                std::any_of(found.begin(), found.end(),
                    [&method](const JavaCallable& one) { return one.name == method.name; });
            const bool is_asking = method.descriptor.starts_with("()") && !is_seen &&
                                   !method.access.is_static() && method.access.is_public() &&
                                   method.name != "hashCode" &&
                                   is_literal(result_descriptor(method));
            if (is_asking && found.size() < max_asked && hierarchy.is_usable(*file, method) &&
                purity.is_pure(file->name, method.name, method.descriptor))
            {
                found.push_back({.kind = JavaCallableKind::instance_method,
                    .owner = name,
                    .name = method.name,
                    .descriptor = method.descriptor});
            }
        }
        file = hierarchy.find(file->superclass);
    }
    return found;
}

/// Objects that tests only get, of classes that no callable of the surface is of.
void add_unasked(
    const Hierarchy& hierarchy, const JavaSurface& surface, Purity& purity, Observers& observers)
{
    for (const std::string& name : class_names(surface))
    {
        const ClassFile* file = hierarchy.is_on_path(name) ? hierarchy.find(name) : nullptr;
        if (file == nullptr || !hierarchy.is_nameable(*file) || observers.by_class.contains(name))
        {
            continue;
        }
        for (JavaCallable& asked : askable_methods(hierarchy, name, purity))
        {
            const std::size_t number = surface.callables().size() + observers.more.size();
            observers.by_class[name].push_back(static_cast<std::uint32_t>(number));
            observers.more.push_back(std::move(asked));
        }
        const auto added = observers.by_class.find(name);
        if (added == observers.by_class.end())
        {
            continue;
        }
        const std::vector<std::uint32_t> asked = added->second;
        for (const ClassFile* below : hierarchy.files_below(name))
        {
            observers.by_class.emplace(below->name, asked);
        }
    }
}

/// Classes of the JDK whose objects are values, with the class that declares what tells them: the
/// class itself, or one that tests can name.
struct ValueClass
{
    const char* name;
    const char* owner;
    const char* method = "toString";
    const char* descriptor = "()Ljava/lang/String;";
};

constexpr std::array<ValueClass, 50> value_classes{{
    {"java/io/File", "java/io/File"},
    {"java/lang/Class", "java/lang/Class", "getName"},
    {"java/lang/reflect/Constructor", "java/lang/reflect/Constructor"},
    {"java/lang/reflect/Field", "java/lang/reflect/Field"},
    {"java/lang/reflect/Method", "java/lang/reflect/Method"},
    {"java/math/BigDecimal", "java/math/BigDecimal"},
    {"java/math/BigInteger", "java/math/BigInteger"},
    {"java/net/Inet4Address", "java/net/InetAddress", "getHostAddress"},
    {"java/net/URI", "java/net/URI"},
    {"java/net/URL", "java/net/URL"},
    {"java/nio/HeapByteBuffer", "java/nio/Buffer", "remaining", "()I"},
    {"java/nio/HeapCharBuffer", "java/nio/CharBuffer"},
    {"java/sql/Date", "java/util/Date", "getTime", "()J"},
    {"java/sql/Timestamp", "java/util/Date", "getTime", "()J"},
    {"java/text/DecimalFormat", "java/text/DecimalFormat", "toPattern"},
    {"java/text/SimpleDateFormat", "java/text/SimpleDateFormat", "toPattern"},
    {"java/time/Duration", "java/time/Duration"},
    {"java/time/Instant", "java/time/Instant"},
    {"java/time/LocalDate", "java/time/LocalDate"},
    {"java/time/LocalDateTime", "java/time/LocalDateTime"},
    {"java/time/LocalTime", "java/time/LocalTime"},
    {"java/time/OffsetDateTime", "java/time/OffsetDateTime"},
    {"java/time/Period", "java/time/Period"},
    {"java/time/Year", "java/time/Year"},
    {"java/time/YearMonth", "java/time/YearMonth"},
    {"java/time/ZoneOffset", "java/time/ZoneOffset"},
    {"java/time/ZoneRegion", "java/time/ZoneId"},
    {"java/time/ZonedDateTime", "java/time/ZonedDateTime"},
    {"java/util/ArrayList$Itr", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/BitSet", "java/util/BitSet"},
    {"java/util/Collections$EmptyIterator", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/Currency", "java/util/Currency"},
    {"java/util/Date", "java/util/Date", "getTime", "()J"},
    {"java/util/GregorianCalendar", "java/util/Calendar", "getTimeInMillis", "()J"},
    {"java/util/HashMap$EntryIterator", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/HashMap$KeyIterator", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/HashMap$ValueIterator", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/LinkedList$ListItr", "java/util/Iterator", "hasNext", "()Z"},
    {"java/util/Locale", "java/util/Locale"},
    {"java/util/Optional", "java/util/Optional", "isPresent", "()Z"},
    {"java/util/OptionalInt", "java/util/OptionalInt"},
    {"java/util/StringJoiner", "java/util/StringJoiner"},
    {"java/util/UUID", "java/util/UUID"},
    {"java/util/concurrent/atomic/AtomicBoolean", "java/util/concurrent/atomic/AtomicBoolean"},
    {"java/util/concurrent/atomic/AtomicInteger", "java/util/concurrent/atomic/AtomicInteger"},
    {"java/util/concurrent/atomic/AtomicLong", "java/util/concurrent/atomic/AtomicLong"},
    {"java/util/regex/Pattern", "java/util/regex/Pattern"},
    {"sun/nio/cs/ISO_8859_1", "java/nio/charset/Charset", "name"},
    {"sun/nio/cs/US_ASCII", "java/nio/charset/Charset", "name"},
    {"sun/nio/cs/UTF_8", "java/nio/charset/Charset", "name"},
}};

bool is_throwable(const ClassPath& path, const std::string& name)
{
    std::string above = name;
    for (std::size_t i = 0; i < max_observed_superclasses && above != "java/lang/Throwable"; ++i)
    {
        const ClassFile* file = path.find(above);
        above = file == nullptr ? std::string() : file->superclass;
    }
    return above == "java/lang/Throwable";
}

/// What objects of the JDK are that no callable of the surface asks, and messages of exceptions.
void add_values(const ClassPath& path, const JavaSurface& surface, Observers& observers)
{
    const auto add = [&](const std::string& name, JavaCallable asked) {
        const std::size_t number = surface.callables().size() + observers.more.size();
        observers.by_class[name].push_back(static_cast<std::uint32_t>(number));
        observers.more.push_back(std::move(asked));
    };
    for (const ValueClass& value : value_classes)
    {
        if (observers.by_class.count(value.name) == 0)
        {
            const ClassFile* const owner = path.find(value.owner);
            add(value.name,
                {.kind = JavaCallableKind::instance_method,
                    .owner = value.owner,
                    .name = value.method,
                    .descriptor = value.descriptor,
                    .is_owner_interface = owner != nullptr && owner->access.is_interface()});
        }
    }
    std::set<std::string> seen;
    for (std::size_t t = 0; t < surface.types().size(); ++t)
    {
        const std::string& descriptor = surface.type(TypeId(t)).descriptor;
        const std::string name =
            descriptor.starts_with('L') ? descriptor.substr(1, descriptor.size() - 2) : "";
        if (path.is_on_path(name) && seen.insert(name).second && is_throwable(path, name))
        {
            add(name, {.kind = JavaCallableKind::instance_method,
                          .owner = "java/lang/Throwable",
                          .name = "getMessage",
                          .descriptor = "()Ljava/lang/String;"});
        }
    }
}

/// A stand-in is asked what an object of its type is asked, except for its own answers.
void add_stand_ins(const JavaSurface& surface, const std::string& package, Observers& observers)
{
    const std::string prefix = package.empty() ? "" : package + "/";
    std::size_t number = 0;
    for (const JavaCallable& made : surface.callables())
    {
        if (made.kind != JavaCallableKind::stand_in)
        {
            continue;
        }
        const auto of_type = observers.by_class.find(made.owner);
        const std::string name = prefix + "sbst$StandIn" + std::to_string(number++);
        if (of_type == observers.by_class.end())
        {
            continue;
        }
        std::vector<std::uint32_t> asked = of_type->second;
        std::erase_if(asked, [&](std::uint32_t observer) {
            const auto& methods = made.stand_in.methods;
            return observer < surface.callables().size() &&
                   std::any_of(methods.begin(), methods.end(), [&](const StandInMethod& method) {
                       return method.name == surface.callables()[observer].name;
                   });
        });
        // The worker numbers the classes of stand-ins in the order of the callables.
        observers.by_class[name] = std::move(asked);
    }
}

}  // namespace

Observers find_observers(
    const ClassPath& path, const JavaSurface& surface, const std::string& package)
{
    Observers observers;
    Purity purity(path);
    const Hierarchy hierarchy(path, package);
    add_methods(hierarchy, surface, purity, observers);
    add_fields(hierarchy, surface, observers);
    add_unasked(hierarchy, surface, purity, observers);
    add_values(path, surface, observers);
    add_stand_ins(surface, package, observers);
    return observers;
}

}  // namespace sbst::jvm::detail
