# SPDX-License-Identifier: Apache-2.0
# Refinement by symbolic execution, for the build, the packages and the checks of the tree.
# libsbst/cmake/SbstAdapters.cmake explains each keyword. It is no language: other adapters tell paths, it solves them.
set(needs "")
set(pkg_config "")
set(libraries "")
if(SBST_WITH_Z3)
  set(needs Z3)
  set(pkg_config Z3::Z3=z3)
  set(libraries libz3-dev)
endif()
sbst_adapter(
  dse
  HELP "Build refinement by symbolic execution and its solvers"
  DEFAULT ON
  NO_LANGUAGE
  NEEDS ${needs}
  PKG_CONFIG ${pkg_config}
  DEBIAN_LIBRARIES ${libraries})
