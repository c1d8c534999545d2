# SPDX-License-Identifier: Apache-2.0
# Finds libsecp256k1 with its recovery module and defines Secp256k1::Secp256k1.
find_path(Secp256k1_INCLUDE_DIR secp256k1_recovery.h)
find_library(Secp256k1_LIBRARY secp256k1)
mark_as_advanced(Secp256k1_INCLUDE_DIR Secp256k1_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Secp256k1
  REQUIRED_VARS Secp256k1_LIBRARY Secp256k1_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "On Debian: libsecp256k1-dev")

if(Secp256k1_FOUND AND NOT TARGET Secp256k1::Secp256k1)
  add_library(Secp256k1::Secp256k1 UNKNOWN IMPORTED)
  set_target_properties(
    Secp256k1::Secp256k1
    PROPERTIES IMPORTED_LOCATION "${Secp256k1_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                        "${Secp256k1_INCLUDE_DIR}")
endif()
