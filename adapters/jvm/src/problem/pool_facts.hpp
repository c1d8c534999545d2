// SPDX-License-Identifier: Apache-2.0
// Facts for guided random testing: what objects were at run time, which arguments a call writes,
// and the constants of the code around the subject. Next: sbst/guided/facts.hpp.
#pragma once

#include <sbst/guided/mined_constants.hpp>
#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

class PoolFacts
{
public:
    /// Keeps references, which must outlive it.
    /// @param subjects classes under test, by internal name.
    PoolFacts(const ClassPath& path, JavaSurface& surface, std::vector<std::string> subjects);

    /// Fills in the objects of a test that ran. With run-time types, classes that are met for the
    /// first time are added to the surface; so do tests in the order of requests.
    void tell(const TestCase& test, const RunDetail& detail, bool with_types, Trace& trace);
    [[nodiscard]] bool may_write(CallableId callable, std::size_t parameter);
    [[nodiscard]] MinedConstants& constants();
    /// The document of the class that declares it; that of the subject for other callables.
    [[nodiscard]] std::size_t document_of(CallableId callable);

    /// Classes that a run adds because it met them.
    static constexpr std::size_t max_met = 100;
    /// Class objects that are mined.
    static constexpr std::size_t max_class_objects = 64;
    /// Classes whose constants are mined.
    static constexpr std::size_t max_mined = 200;

private:
    [[nodiscard]] TypeId type_at_run_time(TypeId declared, const std::string& class_name);
    [[nodiscard]] std::optional<TypeId> type_of_class(const std::string& class_name);
    [[nodiscard]] bool find_write(const JavaCallable& callable, std::size_t parameter);
    void mine();

    const ClassPath& m_path;
    JavaSurface& m_surface;
    std::vector<std::string> m_subjects;
    /// Made at the first question, because all classes of the path are read.
    std::optional<Purity> m_purity;
    /// By callable and parameter.
    std::vector<std::vector<std::optional<bool>>> m_writes;
    /// By binary name; nothing for a class that tests cannot name.
    std::map<std::string, std::optional<TypeId>> m_types;
    std::size_t m_met = 0;
    std::optional<MinedConstants> m_constants;
    /// By internal name.
    std::map<std::string, std::size_t> m_documents;
};

}  // namespace sbst::jvm::detail
