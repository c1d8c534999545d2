// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst
{

namespace
{

/// A contract-like catalogue: an opening and three functions; no objects.
struct Ledger
{
    Ledger()
    {
        nothing = types.add(Type{});
        amount = types.add(integer_type(256, false, "amount"));
        jump = types.add(integer_type(32, false, "jump"));
        const Parameter time{"time", jump, "time", Value(0), 0.9};
        open = catalogue.add_opening({CallableKind::function, "open", {time}, nothing}, types);
        pay = catalogue.add({CallableKind::function, "pay", {time, {"n", amount}}, nothing}, types);
        claim =
            catalogue.add({CallableKind::function, "claim", {time, {"n", amount}}, amount}, types);
    }

    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
    TypeId nothing, amount, jump;
    CallableId open, pay, claim;
};

/// A node that is made of another one; nothing else makes nodes.
struct Chain
{
    Chain()
    {
        const TypeId nothing = types.add(Type{});
        node = types.add(object_type("Node"));
        root = catalogue.add({CallableKind::constructor, "root", {}, node, false}, types);
        grow = catalogue.add({CallableKind::method, "grow", {{"this", node}}, node, false}, types);
        use = catalogue.add({CallableKind::method, "use", {{"this", node}}, nothing}, types);
    }

    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
    TypeId node;
    CallableId root, grow, use;
};

Call pay(const Ledger& ledger, int n)
{
    return {ledger.pay, {Value(0), Value(n)}};
}

}  // namespace

TEST_CASE("random_test: lengths spread over 1 to the maximum less one", "[core][operators]")
{
    const Ledger ledger;
    OperatorOptions options;
    options.max_length = 6;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool, options);
    Rng rng(4);
    std::vector<int> counts(7, 0);
    for (int i = 0; i < 1000; ++i)
    {
        ++counts[operators.random_test(rng).length()];
    }
    CHECK(counts[0] == 0);
    CHECK(counts[6] == 0);
    for (std::size_t length = 1; length < 6; ++length)
    {
        CHECK(counts[length] > 150);
    }
}

TEST_CASE("random draws and mutation keep usual values usual", "[core][operators]")
{
    const Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    Rng rng(5);
    std::size_t usual = 0;
    std::size_t total = 0;
    for (int i = 0; i < 200; ++i)
    {
        TestCase test = operators.random_test(rng);
        for (int m = 0; m < 5; ++m)
        {
            operators.mutate(test, rng);
        }
        for (const Call& call : test.calls)
        {
            ++total;
            // A reference to an earlier jump is as usual as that jump.
            const auto* value = std::get_if<Value>(&resolve(test, call.arguments[0]));
            usual += value != nullptr && *value == Value(0) ? 1U : 0U;
        }
    }
    const double share = static_cast<double>(usual) / static_cast<double>(total);
    CHECK(share > 0.7);
    CHECK(share < 0.97);
}

TEST_CASE("mutate: a rare value goes back to the usual one", "[core][operators]")
{
    const Ledger ledger;
    OperatorOptions options;
    options.reference_prob = 0.0;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool, options);
    Rng rng(6);
    int back = 0;
    for (int i = 0; i < 1000; ++i)
    {
        TestCase test{{{ledger.open, {Value(17)}}}};
        const Change change = operators.change_argument(test, 0, 0, rng);
        CHECK(change.literals == std::vector<LiteralAddress>{{0, 0, 0}});
        back += test.calls[0].arguments[0] == Argument(Value(0)) ? 1 : 0;
    }
    CHECK(back > 850);
    CHECK(back < 990);
}

TEST_CASE("erase: a reference to an erased argument becomes what stood there", "[core][operators]")
{
    const Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    Rng rng(7);
    TestCase test{{{ledger.open, {Value(0)}}, pay(ledger, 41),
        {ledger.claim, {Value(0), ArgumentRef{1, 1}}}, {ledger.pay, {Value(0), ResultRef{2}}}}};
    const Change change = operators.erase(test, 1, rng);
    CHECK(change.first_call == 1);
    CHECK(change.removed == 1);
    CHECK(test == TestCase{{{ledger.open, {Value(0)}}, {ledger.claim, {Value(0), Value(41)}},
                      {ledger.pay, {Value(0), ResultRef{1}}}}});
    CHECK(operators.erase(test, 0, rng).is_empty());
}

TEST_CASE("erase: users of an object turn to another one, or go with it", "[core][operators]")
{
    const Chain chain;
    SequenceOperators operators(chain.types, chain.catalogue, chain.pool);
    Rng rng(8);
    TestCase turned{{{chain.root, {}}, {chain.root, {}}, {chain.use, {ResultRef{1}}}}};
    CHECK(operators.erase(turned, 1, rng).removed == 1);
    CHECK(turned == TestCase{{{chain.root, {}}, {chain.use, {ResultRef{0}}}}});

    TestCase gone{{{chain.root, {}}, {chain.use, {ResultRef{0}}}, {chain.root, {}},
        {chain.use, {ResultRef{2}}}}};
    CHECK(operators.erase(gone, 0, rng).removed == 2);
    CHECK(gone == TestCase{{{chain.root, {}}, {chain.use, {ResultRef{0}}}}});
    // Everything would have to go: less than the minimum would stay.
    CHECK(operators.erase(gone, 0, rng).is_empty());
    CHECK(gone.length() == 2);
}

TEST_CASE("insert_call: objects are made, down to the depth limit", "[core][operators]")
{
    const Chain chain;
    SequenceOperators operators(chain.types, chain.catalogue, chain.pool);
    Rng rng(9);
    bool nested = false;
    for (int i = 0; i < 50; ++i)
    {
        TestCase test;
        const Change change = operators.insert_call(test, chain.use, 0, rng);
        REQUIRE(find_defect(test, chain.catalogue, chain.types).empty());
        CHECK(change.inserted == test.length());
        CHECK(test.length() >= 2);
        nested = nested || test.length() > 2;
        CHECK(test.calls.back().callable == chain.use);
    }
    CHECK(nested);
}

TEST_CASE("insert_call: a rare callable makes objects seldom, or where nothing else does",
    "[core][operators]")
{
    TypeUniverse types;
    const TypeId nothing = types.add(Type{});
    const TypeId reader = types.add(object_type("Reader"));
    const auto rare_ones = [&](bool has_others) {
        Catalogue catalogue;
        const auto add = [&](const char* name, bool is_rare) {
            Callable callable{.kind = CallableKind::constructor, .name = name, .result = reader};
            callable.is_rare = is_rare;
            return catalogue.add(std::move(callable), types);
        };
        const CallableId rare = add("Failing", true);
        if (has_others)
        {
            add("Other", false);
        }
        const CallableId read =
            catalogue.add({CallableKind::function, "read", {{"reader", reader}}, nothing}, types);
        const ConstantPool pool;
        OperatorOptions options;
        options.null_prob = 0.0;
        SequenceOperators operators(types, catalogue, pool, options);
        Rng rng(7);
        std::size_t count = 0;
        for (int i = 0; i < 1'000; ++i)
        {
            TestCase test;
            REQUIRE_FALSE(operators.insert_call(test, read, 0, rng).is_empty());
            count += test.calls.front().callable == rare ? 1U : 0U;
        }
        return count;
    };
    // Half of the draws, and a tenth of these: 50 of 1,000, with a deviation of 7.
    const std::size_t beside_others = rare_ones(true);
    CHECK(beside_others > 20);
    CHECK(beside_others < 80);
    CHECK(rare_ones(false) == 1'000);
}

TEST_CASE("drop_unused: a chain of unused producers goes, a used one stays", "[core][operators]")
{
    const Chain chain;
    SequenceOperators operators(chain.types, chain.catalogue, chain.pool);
    Rng rng(10);
    TestCase test{{{chain.root, {}}, {chain.root, {}}, {chain.use, {ResultRef{1}}}}};
    const Change change = operators.drop_unused(test, rng);
    CHECK(change.removed == 1);
    CHECK(change.first_call == 0);
    CHECK(test == TestCase{{{chain.root, {}}, {chain.use, {ResultRef{0}}}}});
    CHECK(operators.drop_unused(test, rng).is_empty());
}

TEST_CASE("crossover: both tests are cut at the same share and swap tails", "[core][operators]")
{
    const Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    const auto make = [&](std::size_t length, int first) {
        TestCase test{{{ledger.open, {Value(first)}}}};
        for (std::size_t s = 1; s < length; ++s)
        {
            test.calls.push_back(pay(ledger, first + static_cast<int>(s)));
        }
        return test;
    };
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
    {
        Rng rng(seed);
        const double share = Rng(seed).real();
        const auto cut = [&](std::size_t n) {
            return static_cast<std::size_t>(static_cast<double>(n - 1) * share) + 1;
        };
        TestCase a = make(10, 0);
        TestCase b = make(20, 100);
        const TestCase parent_a = a;
        const TestCase parent_b = b;
        const ChangePair changes = operators.crossover(a, b, rng);
        CHECK(a.length() == cut(10) + 20 - cut(20));
        CHECK(b.length() == cut(20) + 10 - cut(10));
        CHECK(changes.first.first_call == cut(10));
        CHECK(changes.first.inserted == 20 - cut(20));
        CHECK(changes.first.removed == 10 - cut(10));
        CHECK(a.calls.back() == parent_b.calls.back());
        CHECK(a.calls.front() == parent_a.calls.front());
    }
}

TEST_CASE("crossover: the published cuts for 10 and 20 calls", "[core][operators][golden]")
{
    CHECK(relative_cut(10, 0.25) == 3);
    CHECK(relative_cut(20, 0.25) == 5);
    CHECK(relative_cut(10, 0.5) == 5);
    CHECK(relative_cut(20, 0.5) == 10);
    CHECK(relative_cut(10, 0.7) == 7);
    CHECK(relative_cut(20, 0.7) == 14);
    CHECK(relative_cut(10, 0.999) == 9);
    CHECK(relative_cut(20, 0.999) == 19);
}

TEST_CASE("crossover: tests of one call stay as they are", "[core][operators]")
{
    const Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    Rng rng(11);
    TestCase a{{{ledger.open, {Value(1)}}}};
    TestCase b{{{ledger.open, {Value(2)}}, pay(ledger, 3)}};
    const TestCase parent_b = b;
    const ChangePair changes = operators.crossover(a, b, rng);
    CHECK(changes.first.is_empty());
    CHECK(changes.second.is_empty());
    CHECK(b == parent_b);
}

TEST_CASE("mutate: references to earlier values appear and go again", "[core][operators]")
{
    const Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    Rng rng(12);
    std::size_t references = 0;
    std::size_t results = 0;
    std::size_t total = 0;
    TestCase test = operators.random_test(rng);
    for (int i = 0; i < 2000; ++i)
    {
        operators.mutate(test, rng);
        for (const Call& call : test.calls)
        {
            for (const Argument& argument : call.arguments)
            {
                ++total;
                references += std::holds_alternative<ArgumentRef>(argument) ? 1U : 0U;
                results += std::holds_alternative<ResultRef>(argument) ? 1U : 0U;
            }
        }
    }
    CHECK(references > 0);
    CHECK(results > 0);
    CHECK(references + results < total / 4);
}

TEST_CASE("operators: see a catalogue that grows", "[core][operators]")
{
    Ledger ledger;
    SequenceOperators operators(ledger.types, ledger.catalogue, ledger.pool);
    Rng rng(13);
    static_cast<void>(operators.random_test(rng));
    const CallableId late =
        ledger.catalogue.add({CallableKind::function, "late", {}, ledger.nothing}, ledger.types);
    bool is_called = false;
    for (int i = 0; i < 20 && !is_called; ++i)
    {
        for (const Call& call : operators.random_test(rng).calls)
        {
            is_called = is_called || call.callable == late;
        }
    }
    CHECK(is_called);
}

TEST_CASE(
    "mutate: what sets the surroundings comes first, and only now and then", "[core][operators]")
{
    TypeUniverse types;
    const TypeId none = types.add(Type{});
    const TypeId number = types.add(integer_type(8, true));
    Catalogue catalogue;
    catalogue.add({.name = "work", .parameters = {{"x", number}}, .result = none}, types);
    catalogue.add({.name = "set",
                      .parameters = {{"x", number}},
                      .result = none,
                      .is_under_test = false,
                      .sets_surroundings = true},
        types);
    ConstantPool pool;
    OperatorOptions options;
    options.surroundings_prob = GENERATE(0.0, 0.2);
    options.change_prob = 0.0;
    options.delete_prob = 0.0;
    options.insertion_base = 0.0;
    SequenceOperators operators(types, catalogue, pool, options);
    Rng rng(1);
    std::size_t settings = 0;
    for (int i = 0; i < 3000; ++i)
    {
        const Call work{CallableId{0}, {Value(1)}};
        TestCase test{{work, work}};
        const std::size_t inserted = operators.mutate(test, rng).inserted;
        CHECK(test.length() == 2 + inserted);
        const auto is_setting = [](const Call& call) { return call.callable == CallableId{1}; };
        const bool is_first = is_setting(test.calls.front());
        CHECK(
            std::count_if(test.calls.begin(), test.calls.end(), is_setting) == (is_first ? 1 : 0));
        settings += is_first ? 1U : 0U;
    }
    CHECK((settings > 100) == (options.surroundings_prob > 0.0));
}

TEST_CASE("mutate: a test that cannot change is reported as unchanged", "[core][operators]")
{
    TypeUniverse types;
    Catalogue catalogue;
    const ConstantPool pool;
    catalogue.add_opening({CallableKind::function, "open", {}, types.add(Type{})}, types);
    SequenceOperators operators(types, catalogue, pool);
    Rng rng(14);
    TestCase test = operators.random_test(rng);
    const TestCase before = test;
    CHECK(test.length() == 1);
    CHECK(operators.mutate(test, rng).is_empty());
    CHECK(test == before);
}

}  // namespace sbst
