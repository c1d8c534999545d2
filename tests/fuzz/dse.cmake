# SPDX-License-Identifier: Apache-2.0
# The fuzz target of the solvers' adapter, added by CMakeLists.txt.
if(SBST_WITH_Z3)
  sbst_add_fuzz_target(smt_lib sbst::core ../dse/agreement.cpp)
  sbst_use_recipes(smt_lib)
  target_link_libraries(fuzz_smt_lib PRIVATE Z3::Z3)
endif()
