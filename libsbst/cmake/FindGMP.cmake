# SPDX-License-Identifier: Apache-2.0
# Finds the *shared* GMP and defines GMP::GMP. GMP is under the LGPL: we link it dynamically only, so
# a static libgmp.a is never accepted, whatever the caller's preferences are.
find_path(GMP_INCLUDE_DIR gmp.h)
find_library(GMP_LIBRARY NAMES "${CMAKE_SHARED_LIBRARY_PREFIX}gmp${CMAKE_SHARED_LIBRARY_SUFFIX}")
mark_as_advanced(GMP_INCLUDE_DIR GMP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  GMP
  REQUIRED_VARS GMP_LIBRARY GMP_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "The shared library is needed (on Debian: libgmp-dev)")

if(GMP_FOUND AND NOT GMP_LIBRARY MATCHES "\\${CMAKE_SHARED_LIBRARY_SUFFIX}")
  message(FATAL_ERROR "GMP_LIBRARY is ${GMP_LIBRARY}: libsbst links GMP (LGPL) dynamically only")
endif()
if(GMP_FOUND AND NOT TARGET GMP::GMP)
  add_library(GMP::GMP SHARED IMPORTED)
  set_target_properties(
    GMP::GMP PROPERTIES IMPORTED_LOCATION "${GMP_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                             "${GMP_INCLUDE_DIR}")
endif()
