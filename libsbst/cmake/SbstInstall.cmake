# SPDX-License-Identifier: Apache-2.0
# Installs all of it, relocatable: the executable with what it runs and reads (component `sbst`);
# headers, archives, the CMake package `find_package(sbst CONFIG COMPONENTS core stats)` and the files of
# pkg-config (component `libsbst-dev`); shared libraries where they are built (component `libsbst`).
# An adapter that installs more (programs, data) does it in its own folder. libsbst/docs/packaging.md lists
# the place of each file. SbstPackage.cmake makes packages of the components.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(sbst_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sbst")
set(sbst_cmake_dir "${CMAKE_CURRENT_LIST_DIR}")
get_property(sbst_components GLOBAL PROPERTY SBST_COMPONENTS)
get_property(sbst_include_dirs GLOBAL PROPERTY SBST_INCLUDE_DIRS)

# --- libraries
foreach(component IN LISTS sbst_components)
  install(
    TARGETS sbst_${component}
    EXPORT sbst_${component}_targets
    ARCHIVE COMPONENT libsbst-dev
    LIBRARY COMPONENT libsbst NAMELINK_COMPONENT libsbst-dev)
  install(
    EXPORT sbst_${component}_targets
    NAMESPACE sbst::
    FILE sbst_${component}_targets.cmake
    DESTINATION "${sbst_package_dir}"
    COMPONENT libsbst-dev)
endforeach()
foreach(dir IN LISTS sbst_include_dirs)
  install(
    DIRECTORY "${dir}/sbst"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    COMPONENT libsbst-dev
    FILES_MATCHING
    PATTERN "*.hpp")
endforeach()

# What archives of adapters need, and the modules that find it.
set(sbst_adapter_needs "")
set(sbst_find_modules "${sbst_cmake_dir}/FindGMP.cmake")
foreach(adapter IN LISTS SBST_BUILT_ADAPTERS)
  if(SBST_ADAPTER_${adapter}_NEEDS)
    list(JOIN SBST_ADAPTER_${adapter}_NEEDS "\" \"" needs)
    list(APPEND sbst_adapter_needs "set(_sbst_needs_${adapter} \"${needs}\")")
  endif()
  file(GLOB modules CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/adapters/${adapter}/cmake/Find*.cmake")
  list(APPEND sbst_find_modules ${modules})
endforeach()
list(JOIN sbst_adapter_needs "\n" sbst_adapter_needs)
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
        ${sbst_find_modules}
  DESTINATION "${sbst_package_dir}"
  COMPONENT libsbst-dev)
include(SbstPkgConfig)

# --- documentation: in the folders of the source tree, so that links between pages lead somewhere
set(sbst_doc_files README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md NOTICE)
set(sbst_doc_folders libsbst/docs)
foreach(adapter IN LISTS SBST_ADAPTERS ITEMS cli)
  list(APPEND sbst_doc_folders adapters/${adapter} adapters/${adapter}/docs)
endforeach()
foreach(folder IN LISTS sbst_doc_folders ITEMS examples/*)
  file(
    GLOB pages
    RELATIVE "${PROJECT_SOURCE_DIR}"
    CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/${folder}/*.md" "${PROJECT_SOURCE_DIR}/${folder}/*.svg")
  list(APPEND sbst_doc_files ${pages})
endforeach()
foreach(page IN LISTS sbst_doc_files)
  get_filename_component(folder "${page}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}"
          COMPONENT sbst)
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT licence)
set(sbst_example_patterns PATTERN "*.cpp")
foreach(adapter IN LISTS SBST_ADAPTERS)
  foreach(pattern IN LISTS SBST_ADAPTER_${adapter}_EXAMPLES)
    list(APPEND sbst_example_patterns PATTERN "${pattern}")
  endforeach()
endforeach()
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/examples"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT sbst
  FILES_MATCHING ${sbst_example_patterns}
  PATTERN "node_modules" EXCLUDE)
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/bench/studies/"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples/studies"
  COMPONENT sbst
  FILES_MATCHING
  PATTERN "*.yaml")

# --- the executable
if(TARGET sbst_cli)
  file(RELATIVE_PATH sbst_bin_to_lib "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(sbst_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${sbst_bin_to_lib}")
  install(TARGETS sbst_cli RUNTIME COMPONENT sbst)

  # Debian's zsh reads another folder below /usr than elsewhere.
  set(zsh_dir "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
    set(zsh_dir "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
  endif()
  set(SBST_BASH_COMPLETION_DIR
      "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
      CACHE STRING "Folder of bash's completions, below the prefix")
  set(SBST_ZSH_COMPLETION_DIR "${zsh_dir}" CACHE STRING "Folder of zsh's completions, below the prefix")
  set(SBST_FISH_COMPLETION_DIR
      "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
      CACHE STRING "Folder of fish's completions, below the prefix")
  install(DIRECTORY "${SBST_PAGES_DIR}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT sbst)
  install(FILES "${SBST_PAGES_DIR}/bash/sbst" DESTINATION "${SBST_BASH_COMPLETION_DIR}" COMPONENT sbst)
  install(FILES "${SBST_PAGES_DIR}/zsh/_sbst" DESTINATION "${SBST_ZSH_COMPLETION_DIR}" COMPONENT sbst)
  install(FILES "${SBST_PAGES_DIR}/fish/sbst.fish" DESTINATION "${SBST_FISH_COMPLETION_DIR}"
          COMPONENT sbst)
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(SbstPackage)
endif()
