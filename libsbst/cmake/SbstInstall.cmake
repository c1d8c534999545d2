# SPDX-License-Identifier: Apache-2.0
# Installs headers, libraries, the executable and the CMake package
# `find_package(sbst CONFIG COMPONENTS core evm)`, all of it relocatable.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(sbst_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sbst")
set(sbst_cmake_dir "${CMAKE_CURRENT_LIST_DIR}")
get_property(sbst_components GLOBAL PROPERTY SBST_COMPONENTS)
get_property(sbst_include_dirs GLOBAL PROPERTY SBST_INCLUDE_DIRS)

foreach(component IN LISTS sbst_components)
  install(TARGETS sbst_${component} EXPORT sbst_${component}_targets)
  install(
    EXPORT sbst_${component}_targets
    NAMESPACE sbst::
    FILE sbst_${component}_targets.cmake
    DESTINATION "${sbst_package_dir}")
endforeach()
foreach(dir IN LISTS sbst_include_dirs)
  install(
    DIRECTORY "${dir}/sbst"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING
    PATTERN "*.hpp")
endforeach()

configure_package_config_file(
  "${sbst_cmake_dir}/sbstConfig.cmake.in" "${PROJECT_BINARY_DIR}/sbstConfig.cmake"
  INSTALL_DESTINATION "${sbst_package_dir}"
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may break its users, from then on only a major one.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(sbst_compatibility SameMinorVersion)
else()
  set(sbst_compatibility SameMajorVersion)
endif()
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/sbstConfigVersion.cmake" COMPATIBILITY ${sbst_compatibility})
install(
  FILES "${PROJECT_BINARY_DIR}/sbstConfig.cmake" "${PROJECT_BINARY_DIR}/sbstConfigVersion.cmake"
        "${sbst_cmake_dir}/FindGMP.cmake" "${sbst_cmake_dir}/FindLibZip.cmake"
        "${sbst_cmake_dir}/FindSecp256k1.cmake"
  DESTINATION "${sbst_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET sbst_cli)
  file(RELATIVE_PATH sbst_bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(sbst_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${sbst_bin_to_lib}")
  install(TARGETS sbst_cli)
endif()
if(TARGET sbst_jvm_worker)
  # The jars of others are not ours to install: scripts/install-jars gets them.
  get_property(runtime_jar GLOBAL PROPERTY SBST_JVM_RUNTIME_JAR)
  get_target_property(referee_jar sbst_jvm_referee_jar JAR_FILE)
  install(TARGETS sbst_jvm_worker sbst_jvm_launcher RUNTIME DESTINATION "${SBST_JVM_TOOLS_DIR}")
  install(FILES "${runtime_jar}" "${referee_jar}" DESTINATION "${SBST_JVM_TOOLS_DIR}")
endif()
