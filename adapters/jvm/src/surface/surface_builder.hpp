// SPDX-License-Identifier: Apache-2.0
// Fills a catalogue on demand: first the members under test, then producers of their arguments,
// then producers of those arguments. Next: known_types.hpp.
#pragma once

#include "stand_in_plan.hpp"
#include "type_table.hpp"

#include <sbst/jvm/analysis/caught_exceptions.hpp>
#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

class SurfaceBuilder
{
public:
    SurfaceBuilder(
        const ClassPath& path, std::vector<std::string> under_test, SurfaceOptions options);

    /// Adds all members of the class that tests can call.
    void add_under_test(const ClassFile& file);
    /// Adds copies by serialisation of the classes under test, if one of them has hooks for it.
    void add_serial_copies();
    /// Adds proxies, and their classes, if the classes under test ask for proxies.
    void add_proxies();
    /// Adds objects with properties, if the classes under test, or those that they call, read
    /// objects by reflection: some have the annotations that these classes name.
    void add_bean();
    /// Adds settings of the JVM that the classes under test read.
    void add_surroundings();
    /// Adds calls on what the classes under test return: of the methods of their lambdas, which run
    /// only so.
    void add_calls_on_results();
    /// Requests objects of the types that code of the class tests for.
    void want_tested_types(const ClassFile& file);
    /// Adds a class that tests met: what makes its objects, and its methods. False when tests
    /// cannot name it.
    bool add_met(const std::string& name);
    /// Adds a method or constructor, or an access to a field, of a class that is not under test,
    /// and what makes its arguments. Nothing happens where tests cannot use it.
    void add_member_of(const ClassFile& file, const Method& method);
    void add_access_to(const ClassFile& file, const Field& field, bool is_write);
    /// Adds a cast of objects of one type to another one, of a class without type arguments;
    /// nothing for what tests cannot name. The same each time.
    std::optional<CallableId> add_cast(TypeId from, TypeId to);
    /// Adds, for an object type, all that can make objects of it: methods of other classes, and
    /// types below it that are not made so far. Returns whether it added something.
    bool add_producers(TypeId id);
    /// Adds the class objects of these classes, by internal name, as arguments for what takes any
    /// class or any object.
    void add_class_objects(std::span<const std::string> names);
    /// Adds what makes all arguments that were wanted so far.
    void supply_all();

    [[nodiscard]] const TypeTable& table() const { return m_table; }
    [[nodiscard]] const Catalogue& catalogue() const { return m_catalogue; }
    [[nodiscard]] const std::vector<JavaCallable>& callables() const { return m_callables; }

private:
    struct Wanted
    {
        GroundType type;
        std::size_t depth = 0;
    };

    /// The purpose of a new callable.
    struct Purpose
    {
        bool is_under_test = false;
        /// Nesting depth of the calls that make its arguments, counted from the member under test.
        std::size_t depth = 0;
        /// A member under test makes the receiver: no other producers are needed.
        bool is_made = false;
        /// See Callable::is_on_demand.
        bool is_on_demand = false;
        /// The result is wanted: the receiver is made for it.
        bool is_for_result = false;
        /// See JavaCallable::opens_result; a place in a list is mostly the first.
        bool opens_result = false;
        /// The owner as a supertype of the receiver, if it is not the receiver's own class: its
        /// type arguments are the values of the owner's variables.
        const GroundType* inherited_from = nullptr;
        /// The class by which tests call it, if they cannot name the owner.
        const ClassFile* called_by = nullptr;
    };

    /// Type of a parameter; its producers are added later.
    TypeId want(const GroundType& type, std::size_t depth);
    TypeId want_object(const GroundType& type, std::size_t depth);

    void add(Callable callable, JavaCallable java);
    void add_method(const ClassFile& owner, const Method& method, const GroundType& receiver,
        const Purpose& purpose);
    void add_field(const ClassFile& owner, const Field& field, const GroundType& receiver,
        bool is_write, const Purpose& purpose);
    /// For a class that tests cannot name (anonymous, local, private): the members of its
    /// supertypes, such as `next` of an iterator.
    void add_through_supertypes(const ClassFile& file);
    /// Adds a method of an interface for the objects of this type that members under test return.
    void add_call_on(const GroundType& type, const GroundType& declared_in, const std::string& name,
        const std::string& descriptor, bool opens_result);
    void add_overridden(const ClassFile& file, const ClassFile& above, const GroundType& receiver);
    void add_inherited(const ClassFile& file);
    [[nodiscard]] bool is_under_test(const ClassFile& file) const;
    [[nodiscard]] bool is_wanted(const Method& method) const;
    void add_as_object(const GroundType& literal, const GroundType& object);

    void supply(const Wanted& wanted);
    void supply_array(const Wanted& wanted);
    void supply_class_literals(const Wanted& wanted);
    void supply_classes_of_kinds(const Wanted& wanted);
    void supply_enum_literals(const Wanted& wanted);
    /// A class with fields, and objects of it, if the classes under test read fields by reflection.
    void supply_class_with_fields(const Wanted& wanted);
    void add_class_literal(const std::string& descriptor, const GroundType& type);
    void add_class_below(const std::string& descriptor, const GroundType& type);
    void supply_annotations(const Wanted& wanted);
    /// Objects of java.lang.reflect for methods, fields or constructors; false for other types.
    bool supply_members(const Wanted& wanted);
    bool add_member(const Wanted& wanted, const ClassFile& owner, const std::string& name,
        const std::string& descriptor);
    bool supply_special(const Wanted& wanted);
    void supply_concrete(const Wanted& wanted, const ClassFile& file);
    void supply_constants(const Wanted& wanted, const ClassFile& file);
    /// From the nearest one outwards.
    [[nodiscard]] std::vector<const ClassFile*> enclosing_classes(const ClassFile& file) const;
    /// Tells whether the classes under test read the field.
    [[nodiscard]] bool is_named_field(const ClassFile& owner, const Field& field);
    [[nodiscard]] const std::set<MemberKey>& named_fields();
    /// Objects that the code under test compares with, and constants of other classes that it
    /// reads.
    void supply_named(const Wanted& wanted);
    /// Returns false where tests cannot name it, or it is not the same each time.
    bool add_named(const MemberKey& key);
    [[nodiscard]] bool is_offered(const MemberKey& read) const;
    void supply_abstract(const Wanted& wanted, const ClassFile& file);
    /// The types below a wanted one that are made most easily, in the same order; none that cannot
    /// be linked, if there are others.
    [[nodiscard]] std::vector<GroundType> most_easily_made(
        const std::vector<GroundType>& types, const std::string& wanted) const;
    /// Methods of other classes, a builder's `build()`, for a type that its own class does not
    /// make.
    void supply_elsewhere(const Wanted& wanted, const ClassFile& file);
    /// The same for types whose own makers need what tests cannot make; false if that adds nothing.
    bool supply_from_others();
    void supply_functional(const Wanted& wanted);
    /// Adds one stand-in for a wanted type without real objects; false when there is no such type.
    bool supply_stand_in();
    bool add_stand_in(const Wanted& wanted);
    /// Adds a stand-in for a functional interface whose method may have to answer otherwise at
    /// first, or that runs what it is given: a lambda of ours does neither.
    void add_turns(const Wanted& wanted, const FunctionalMethod& method);
    /// How likely the methods of a stand-in throw that may.
    enum class Failing
    {
        seldom,
        often,
        always
    };
    /// @param constructor null for an interface
    void add_stand_in_by(const Wanted& wanted, const StandInPlan& plan, const Method* constructor,
        Failing failing = Failing::seldom);
    void add_answers(
        const Wanted& wanted, const StandInPlan& plan, Failing failing, Callable& callable);
    [[nodiscard]] bool is_exception_below(const std::string& name, std::string_view above) const;
    [[nodiscard]] bool is_checked(const std::string& exception) const;
    /// Nothing for what tests cannot make of texts, primitive values and a cause.
    [[nodiscard]] std::optional<MadeException> made_exception(const std::string& name) const;
    /// The same by one constructor; the smaller number is the better one.
    [[nodiscard]] std::optional<std::pair<int, MadeException>> made_by(
        const ClassFile& file, const Method& constructor) const;
    /// Gives an exception a cause of that class; false if tests cannot make one.
    [[nodiscard]] bool add_cause(MadeException& made, const std::string& cause) const;
    /// What handlers of the classes under test catch around calls.
    [[nodiscard]] const std::map<MemberKey, std::set<std::string>>& caught_exceptions();
    /// Checked exceptions that methods declare and handlers around their calls catch.
    [[nodiscard]] const std::set<std::string>& caught_of_others();
    /// A method that code names, of the owner or above it; null without one.
    [[nodiscard]] const Method* called_method(const MemberKey& key) const;
    /// Lets a method of a stand-in throw an exception; false if it may not.
    bool add_failure(StandInMethod& method, const std::string& exception) const;
    /// The same for what a handler catches, as the method declares it; an unchecked exception needs
    /// no declaration. False if the handler catches any, and nothing that the method declares can
    /// be made.
    bool add_declared(StandInMethod& method, const std::string& caught) const;
    /// The same for what handlers catch around calls of other methods that declare it.
    void add_caught_of_others(StandInMethod& method);
    /// Lets it throw what it may throw with the numbers that the code asks such an exception for.
    void add_codes(StandInMethod& method);
    /// Numbers in methods under test that use a member of the exception, the larger ones first.
    [[nodiscard]] std::vector<std::int16_t> codes_of(const std::string& exception);
    /// Lets methods throw what handlers around their calls catch.
    void choose_failures(StandInPlan& plan);
    /// Adds a stand-in that throws for a type that has real objects: these seldom do. False if no
    /// handler wants it.
    bool add_failing(const Wanted& wanted);
    void add_proxy(const std::string& interface);
    /// A proxy for an interface, declared with that type or with Proxy, which it extends.
    void add_proxy_as(const std::string& interface, const std::string& type);
    /// Proxies for a parameter of type Proxy; false for other types.
    bool supply_proxy(const Wanted& wanted);
    /// Adds the methods that ask for proxies again: they take objects of an interface with proxies
    /// where they take any, as few of all objects are proxies.
    void add_calls_with_proxies(const std::string& interface);
    /// The classes under test, and those that they call, that look for properties by reflection.
    [[nodiscard]] std::vector<const ClassFile*> readers_of_properties();
    /// Types of annotations of the path that these classes name.
    [[nodiscard]] std::vector<const ClassFile*> named_annotations(
        const std::vector<const ClassFile*>& readers) const;
    void add_bean_of(Bean bean);
    /// Methods that the classes under test call or capture.
    [[nodiscard]] const std::set<MemberKey>& called_methods();
    /// The same, with what these call, some levels deep.
    [[nodiscard]] std::set<MemberKey> called_deeply();
    /// The class of the path that declares a method: the owner or one above it; null without one.
    [[nodiscard]] const ClassFile* declaring_class(const MemberKey& method) const;
    /// Those that one of their methods may call several times.
    [[nodiscard]] const std::set<MemberKey>& repeated_methods();
    /// Interfaces of which lambdas of the classes under test are objects.
    [[nodiscard]] const std::set<std::string>& functional_types();
    /// Keeps what may be code of the classes under test, where these call the method.
    void choose_callbacks(StandInPlan& plan);
    /// Gives an answer to methods that the classes under test call, and to some others.
    void choose_answers(StandInPlan& plan);
    /// By TypeId: whether tests can make an object without passing null for one.
    [[nodiscard]] std::vector<bool> made_types() const;
    /// Tells whether a callable is known to make new objects.
    [[nodiscard]] bool is_maker(std::size_t callable) const;
    /// Tells whether a callable asks an object for what only the object's class gives code: a
    /// stand-in returns what it was given.
    [[nodiscard]] bool is_answer(std::size_t callable) const;
    /// By TypeId: whether something makes an object without needing one of the same type.
    [[nodiscard]] std::vector<bool> types_with_makers() const;
    void supply_views(const Wanted& wanted);
    void supply_mutators(const Wanted& wanted, const ClassFile& file);
    struct ReadState;
    /// A method that changes an object.
    struct Mutator
    {
        const ClassFile* owner = nullptr;
        std::size_t method = 0;
        /// The object's type as one of the owner.
        GroundType type;
        int rank = 0;
    };
    /// A class and those above it, nearest first: of the path, or of the JDK without Object.
    [[nodiscard]] std::vector<const ClassFile*> line_of(const ClassFile& file) const;
    /// What the classes under test read of the objects of a class, with those above it.
    [[nodiscard]] ReadState read_of(const std::vector<const ClassFile*>& line);
    /// Classes of the path that methods of the class without parameters return: what a builder
    /// builds.
    [[nodiscard]] std::vector<const ClassFile*> products_of(const ClassFile& file) const;
    /// A smaller number for a method that changes what is read.
    [[nodiscard]] int rank_of(const ClassFile& owner, std::size_t method, const ReadState& read);
    [[nodiscard]] bool is_mutator(
        const ClassFile& owner, const Method& method, const GroundType& changed) const;
    /// The best first, at most SurfaceOptions::max_mutators.
    [[nodiscard]] std::vector<Mutator> mutators_of(
        const ClassFile& file, const GroundType& receiver);
    [[nodiscard]] const ClassFacts& facts_of(const ClassFile& file);
    [[nodiscard]] std::optional<GroundType> subtype_of(
        const std::string& name, const GroundType& wanted) const;
    [[nodiscard]] std::vector<GroundType> parameters_of(
        const Method& method, const GroundType& receiver, Bindings& bindings) const;

    SurfaceOptions m_options;
    Hierarchy m_hierarchy;
    TypeTable m_table;
    Catalogue m_catalogue;
    std::vector<JavaCallable> m_callables;
    std::vector<std::string> m_under_test;
    std::deque<Wanted> m_wanted;
    std::set<std::string> m_supplied;
    std::set<std::string> m_known_calls;
    std::map<std::pair<TypeId, TypeId>, CallableId> m_casts;
    /// Objects that members under test return, in the order in which these were added.
    std::vector<GroundType> m_results;
    /// Types with makers of their own, or of types below them, that were not looked at again.
    std::vector<Wanted> m_made_by_own;
    /// Interfaces and abstract classes, in the order in which they were wanted.
    std::vector<Wanted> m_abstract;
    /// Methods that the classes under test call or capture.
    std::optional<std::set<MemberKey>> m_called;
    std::optional<std::set<MemberKey>> m_repeated;
    std::optional<std::map<MemberKey, std::set<std::string>>> m_caught;
    std::optional<std::set<std::string>> m_caught_of_others;
    /// Number of stand-ins for types that have real objects.
    std::size_t m_failing = 0;
    std::optional<std::set<MemberKey>> m_named_fields;
    /// Those of supply_named(): beside such an object others of the type are wanted.
    std::set<std::size_t> m_named_callables;
    std::optional<std::set<std::string>> m_functional;
    /// By class, those asked for so far.
    std::map<std::string, ClassFacts> m_facts;
};

}  // namespace sbst::jvm::detail
