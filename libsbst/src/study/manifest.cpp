// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_field.hpp>
#include <sbst/study/manifest.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>

namespace sbst::study
{

namespace
{

constexpr std::uint64_t manifest_schema = 1;

std::string result_name(const std::string& key)
{
    return fmt::format("runs/{}/{}.json", key.substr(0, 2), key);
}

OrderedJson settings_json(const std::vector<Setting>& settings)
{
    OrderedJson json = OrderedJson::array();
    for (const Setting& setting : settings)
    {
        json.push_back(OrderedJson::array({setting.name, setting.value}));
    }
    return json;
}

OrderedJson subjects_json(const Plan& plan)
{
    OrderedJson json = OrderedJson::array();
    for (const Subject& subject : plan.subjects)
    {
        OrderedJson facts = OrderedJson::object();
        for (const auto& [name, value] : subject.facts)
        {
            facts[name] = value;
        }
        json.push_back(
            {{"name", subject.name}, {"hash", subject.hash}, {"facts", std::move(facts)}});
    }
    return json;
}

OrderedJson configurations_json(const Plan& plan)
{
    OrderedJson json = OrderedJson::array();
    for (const Configuration& configuration : plan.spec.configurations)
    {
        json.push_back(
            {{"label", configuration.label}, {"settings", settings_json(configuration.settings)}});
    }
    return json;
}

/// Passes the folder's manifest on, if there is one.
template <class Use>
void read_manifest(const Store& store, Use use)
{
    const auto text = store.read_file(manifest_name);
    if (!text)
    {
        return;
    }
    const std::string file = (store.folder() / manifest_name).string();
    const auto document = parse_json<OrderedJson>(*text, file);
    const OrderedJsonField root(document, file, "");
    if (root.at("schema").count() != manifest_schema)
    {
        root.at("schema").fail("expected 1");
    }
    use(root);
}

}  // namespace

Entry entry_of(const Store& store, const std::string& key)
{
    const auto text = store.read_file(result_name(key));
    if (!text)
    {
        return {};
    }
    return {.digest = read_record(*text, result_name(key)).digest, .file_hash = sha256(*text)};
}

Entries read_entries(const Store& store)
{
    Entries entries;
    read_manifest(store, [&entries](const OrderedJsonField& root) {
        for (const auto& [key, entry] : root.at("cells").members())
        {
            const std::vector<OrderedJsonField> pair = entry.items();
            if (pair.size() != 2)
            {
                entry.fail("expected [digest, hash of the file]");
            }
            entries[key] = {pair[0].text(), pair[1].text()};
        }
    });
    return entries;
}

std::optional<OtherResults> find_other_results(const Plan& plan, const Store& store)
{
    std::optional<OtherResults> others;
    read_manifest(store, [&](const OrderedJsonField& root) {
        if (root.at("plan").text() != plan_hash(plan))
        {
            others = {.has_same_text = root.at("study").text() == plan.spec.text};
        }
    });
    if (!others)
    {
        return others;
    }
    std::unordered_set<std::string_view> planned;
    for (const Cell& cell : plan.cells)
    {
        planned.insert(cell.key);
    }
    for (const std::string& key : store.finished())
    {
        others->runs += planned.contains(key) ? 0U : 1U;
    }
    return others->runs == 0 ? std::nullopt : others;
}

std::size_t write_manifest(const Plan& plan, Store& store, const BuildInfo& build)
{
    Entries entries = read_entries(store);
    // A deleted result will be made again, and is then entered as a new one.
    std::erase_if(entries, [&store](const auto& entry) { return !store.has(entry.first); });
    for (const std::string& key : store.finished())
    {
        if (!entries.contains(key))
        {
            entries[key] = entry_of(store, key);
        }
    }
    const MachineInfo machine = this_machine(build);
    OrderedJson json{{"schema", manifest_schema}, {"name", plan.spec.name},
        {"adapter", plan.spec.adapter}, {"plan", plan_hash(plan)},
        {"planned_cells", plan.cells.size()}, {"version", build.version},
        {"compiler", build.compiler}, {"cpu", machine.cpu}};
    json["configurations"] = configurations_json(plan);
    json["subjects"] = subjects_json(plan);
    json["study"] = plan.spec.text;
    json["cells"] = OrderedJson::object();
    for (const auto& [key, entry] : entries)
    {
        json["cells"][key] = OrderedJson::array({entry.digest, entry.file_hash});
    }
    store.write_file(manifest_name, to_json_text(json));
    return entries.size();
}

}  // namespace sbst::study
