// SPDX-License-Identifier: Apache-2.0
// What is asserted of arrays, texts, streams and collections that calls change.
#include "observed_test.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace sbst::jvm::detail
{

namespace
{

JavaCallable asked(std::string owner, std::string name, std::string descriptor)
{
    const bool is_interface = owner.starts_with("java/util/");
    return {.kind = JavaCallableKind::instance_method,
        .owner = std::move(owner),
        .name = std::move(name),
        .descriptor = std::move(descriptor),
        .is_owner_interface = is_interface};
}

/// The bytes as a text that is the same in all usual encodings; nothing if some byte is no such
/// character.
std::optional<std::u16string> text_of(const JavaResult& bytes)
{
    std::u16string text;
    for (const JavaResult& element : bytes.elements)
    {
        constexpr std::int64_t last_of_ascii = 126;
        const bool is_space = element.bits == '\n' || element.bits == '\r' || element.bits == '\t';
        if (!is_space && (element.bits < ' ' || element.bits > last_of_ascii))
        {
            return std::nullopt;
        }
        text += static_cast<char16_t>(element.bits);
    }
    return text;
}

JavaAssertion of_size(std::size_t step, const JavaResult& collection)
{
    const bool is_map = collection.content == JavaContentKind::map;
    return {.step = step,
        .inspector = asked(is_map ? "java/util/Map" : "java/util/Collection", "size", "()I"),
        .expected = java_int(static_cast<std::int32_t>(collection.bits))};
}

/// Equal to nothing but itself, in an order that depends only on its elements.
bool is_queue(const JavaResult& collection)
{
    return collection.content == JavaContentKind::other &&
           collection.class_name.starts_with("java.util.") &&
           (collection.class_name.ends_with("Deque") || collection.class_name.ends_with("Queue"));
}

}  // namespace

std::optional<JavaAssertion> TestObserver::elements_of(
    std::size_t step, const JavaResult& collection) const
{
    const JavaResult elements{.kind = JavaResultKind::array,
        .is_truncated = collection.is_truncated,
        .class_name = "[Ljava.lang.Object;",
        .elements = collection.elements};
    if (!is_queue(collection) || elements.elements.empty() || !can_be_asserted(elements))
    {
        return std::nullopt;
    }
    return JavaAssertion{.step = step,
        .inspector = asked("java/util/Collection", "toArray", "()[Ljava/lang/Object;"),
        .expected = literal_of(elements)};
}

bool TestObserver::can_be_element(const JavaResult& element) const
{
    return element.kind != JavaResultKind::array && can_be_asserted(element);
}

std::optional<JavaAssertion> TestObserver::size_of(const ObservedRuns& runs, std::size_t step) const
{
    const JavaResult& first = runs.first->results[step];
    const JavaResult& second = runs.second->results[step];
    const bool is_collection =
        first.content != JavaContentKind::none && first.content != JavaContentKind::optional;
    if (first == second)
    {
        if (const auto elements = elements_of(step, first))
        {
            return elements;
        }
    }
    return is_collection && first.content == second.content && first.bits == second.bits ?
               std::optional(of_size(step, first)) :
               std::nullopt;
}

std::optional<JavaAssertion> TestObserver::content_assertion(
    const RunDetail& detail, const ContentDetail& content) const
{
    const JavaResult& value = content.value;
    const bool is_stated = can_be_asserted(value);
    JavaAssertion assertion{.step = content.call, .argument = content.argument};
    if (value.kind == JavaResultKind::object)
    {
        return is_stated ? assertion_of(content.call, value) :
                           elements_of(content.call, value).value_or(of_size(content.call, value));
    }
    if (!is_stated)
    {
        return std::nullopt;
    }
    assertion.expected = literal_of(value);
    if (content.argument)
    {
        return assertion;
    }
    const bool is_stream =
        detail.results.at(content.call).class_name == "java.io.ByteArrayOutputStream";
    const auto text = is_stream ? text_of(value) : std::nullopt;
    if (value.kind == JavaResultKind::string || text)
    {
        assertion.inspector = asked("java/lang/Object", "toString", "()Ljava/lang/String;");
        assertion.expected = text ? java_string(*text) : assertion.expected;
    }
    else if (is_stream)
    {
        assertion.inspector = asked("java/io/ByteArrayOutputStream", "toByteArray", "()[B");
    }
    return assertion;
}

}  // namespace sbst::jvm::detail
