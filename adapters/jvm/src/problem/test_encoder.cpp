// SPDX-License-Identifier: Apache-2.0
#include "test_encoder.hpp"

#include "literals.hpp"

#include <sbst/numeric/u256.hpp>

#include <algorithm>

namespace sbst::jvm::detail
{

std::span<const std::byte> TestEncoder::encode(
    const TestCase& test, std::span<const ObjectCall> calls)
{
    m_writer.begin_test();
    for (const Call& call : test.calls)
    {
        m_writer.begin_call(call.callable.index());
        const Callable& callable = m_surface->catalogue()[call.callable];
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
        {
            add_argument(test, call.arguments[i], callable.parameters[i].type);
        }
    }
    for (const ObjectCall& call : calls)
    {
        m_writer.begin_call(call.callable);
        m_writer.add_result(call.object);
        if (call.argument)
        {
            m_writer.add_result(*call.argument);
        }
        else if (call.has_argument)
        {
            m_writer.add_null();
        }
    }
    return m_writer.end_test();
}

void TestEncoder::add_argument(const TestCase& test, const Argument& argument, TypeId type)
{
    const Argument& there = resolve(test, argument);
    if (const auto* result = std::get_if<ResultRef>(&there))
    {
        m_writer.add_result(result->call);
    }
    else
    {
        add_value(std::get<Value>(there), type);
    }
}

void TestEncoder::add_value(const Value& value, TypeId type)
{
    if (value.is_null())
    {
        m_writer.add_null();
        return;
    }
    const JavaType& java = m_surface->type(type);
    switch (java.kind)
    {
        case JavaTypeKind::boolean:
        case JavaTypeKind::byte:
        case JavaTypeKind::short_integer:
        case JavaTypeKind::character:
        case JavaTypeKind::integer:
        case JavaTypeKind::long_integer:
            m_writer.add_integer(static_cast<std::int64_t>(low64(value.word())));
            break;
        case JavaTypeKind::single_float:
            m_writer.add_float(static_cast<float>(to_java_number(value.number())));
            break;
        case JavaTypeKind::double_float:
            m_writer.add_double(to_java_number(value.number()));
            break;
        case JavaTypeKind::string:
            m_writer.add_string(value.text());
            break;
        case JavaTypeKind::enumeration:
            m_writer.add_enum(
                java.descriptor, m_surface->types()[type].members.at(low64(value.word())));
            break;
        case JavaTypeKind::array:
        {
            m_writer.begin_array(java.descriptor, value.list().size());
            const TypeId element = m_surface->types()[type].elements.front();
            for (const Value& item : value.list())
            {
                add_value(item, element);
            }
            break;
        }
        case JavaTypeKind::nothing:
        case JavaTypeKind::reference:
            m_writer.add_null();
            break;
    }
}

void EncodedTests::begin(const JavaSurface& surface, std::span<const Request<TestCase>> requests,
    const Circumstances& circumstances)
{
    m_surface = &surface;
    m_circumstances = circumstances;
    m_requests = requests;
    m_bytes.resize(std::max(m_bytes.size(), requests.size()));
    m_runs.assign(requests.size(), {});
}

void EncodedTests::encode(std::size_t first, std::size_t last)
{
    TestEncoder encoder(*m_surface);
    for (std::size_t i = first; i < last; ++i)
    {
        const auto test = encoder.encode(*m_requests[i].test);
        m_bytes[i].assign(test.begin(), test.end());
        m_runs[i] = {
            .test = m_bytes[i], .record = m_requests[i].record, .circumstances = m_circumstances};
    }
}

}  // namespace sbst::jvm::detail
