// SPDX-License-Identifier: Apache-2.0
#include "surface_builder.hpp"

#include <sbst/jvm/surface/java_surface.hpp>

#include <algorithm>
#include <utility>

namespace sbst::jvm
{

class JavaSurface::State : public detail::SurfaceBuilder
{
public:
    using SurfaceBuilder::SurfaceBuilder;
};

JavaSurface::JavaSurface(
    const ClassPath& path, const std::vector<std::string>& classes, SurfaceOptions options)
{
    if (options.method)
    {
        const auto has_it = [&path, &options](const std::string& name) {
            const auto& methods = path.at(name).methods;
            return std::any_of(methods.begin(), methods.end(), [&options](const Method& method) {
                return method.name == *options.method && !method.access.is_private();
            });
        };
        if (std::none_of(classes.begin(), classes.end(), has_it))
        {
            options.method.reset();
        }
    }
    m_state = std::make_unique<State>(path, classes, std::move(options));
    for (const std::string& name : classes)
    {
        m_state->add_under_test(path.at(name));
    }
    m_state->add_calls_on_results();
    m_state->add_serial_copies();
    m_state->add_proxies();
    m_state->add_bean();
    m_state->add_surroundings();
    for (const std::string& name : classes)
    {
        m_state->want_tested_types(path.at(name));
    }
    m_state->supply_all();
}

JavaSurface::~JavaSurface() = default;

bool JavaSurface::add_class(const std::string& internal_name)
{
    return m_state->add_met(internal_name);
}

void JavaSurface::add_member(const ClassFile& file, const Method& method)
{
    m_state->add_member_of(file, method);
}

void JavaSurface::add_access(const ClassFile& file, const Field& field, bool is_write)
{
    m_state->add_access_to(file, field, is_write);
}

std::optional<CallableId> JavaSurface::add_cast(TypeId from, TypeId to)
{
    return m_state->add_cast(from, to);
}

bool JavaSurface::add_producers(TypeId type)
{
    return m_state->add_producers(type);
}

void JavaSurface::add_class_objects(std::span<const std::string> names)
{
    m_state->add_class_objects(names);
}

const TypeUniverse& JavaSurface::types() const
{
    return m_state->table().types();
}

const Catalogue& JavaSurface::catalogue() const
{
    return m_state->catalogue();
}

const JavaType& JavaSurface::type(TypeId id) const
{
    return m_state->table().java_types()[id.index()];
}

const JavaCallable& JavaSurface::callable(CallableId id) const
{
    return m_state->callables()[id.index()];
}

const std::vector<JavaCallable>& JavaSurface::callables() const
{
    return m_state->callables();
}

std::optional<TypeId> JavaSurface::find_class(const std::string& internal_name) const
{
    return m_state->table().find_object("L" + internal_name + ";");
}

}  // namespace sbst::jvm
