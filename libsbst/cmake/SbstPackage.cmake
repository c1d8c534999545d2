# SPDX-License-Identifier: Apache-2.0
# Packages by CPack, configured with the preset `package` (scripts/package does all of it): sbst with
# everything that people run, libsbst-dev with what programs are built with, and libsbstX.Y where the
# libraries are shared.
include_guard(GLOBAL)

set(SBST_PACKAGE_MAINTAINER
    "the libsbst authors <libsbst@example.org>"
    CACHE STRING "Name and address that the packages give")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sbst)
set(CPACK_PACKAGE_VENDOR "the libsbst authors")
set(CPACK_PACKAGE_CONTACT "${SBST_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "search-based test generation")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL sbst libsbst-dev)
if(BUILD_SHARED_LIBS)
  list(APPEND CPACK_COMPONENTS_ALL libsbst)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${SBST_PACKAGE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
# Compresses manual pages, and adds what each package of Debian must have.
set(CPACK_PRE_BUILD_SCRIPTS "${sbst_cmake_dir}/package/finish.cmake")
set(CPACK_SBST_COPYRIGHT "${sbst_cmake_dir}/package/copyright")
foreach(adapter IN LISTS SBST_BUILT_ADAPTERS)
  if(SBST_ADAPTER_${adapter}_COPYRIGHT)
    list(APPEND CPACK_SBST_COPYRIGHT
         "${PROJECT_SOURCE_DIR}/adapters/${adapter}/${SBST_ADAPTER_${adapter}_COPYRIGHT}")
  endif()
endforeach()

# sbst_wrap(VARIABLE TEXT): its words, in lines as long as Debian wants them.
function(sbst_wrap variable text)
  string(REPLACE " " ";" words "${text}")
  set(lines "")
  set(line "")
  foreach(word IN LISTS words)
    string(LENGTH "${line} ${word}" length)
    if(line AND length GREATER 76)
      string(APPEND lines "${line}\n")
      set(line "")
    endif()
    string(APPEND line " ${word}")
    string(STRIP "${line}" line)
  endforeach()
  set(${variable} "${lines}${line}" PARENT_SCOPE)
endfunction()

set(library_package "libsbst${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_DEBIAN_SBST_PACKAGE_NAME sbst)
set(CPACK_DEBIAN_SBST_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_SBST_PACKAGE_SHLIBDEPS ON)
set(turns "")
set(recommended "")
foreach(adapter IN LISTS SBST_BUILT_ADAPTERS)
  list(APPEND turns ${SBST_ADAPTER_${adapter}_TURNS})
  list(APPEND recommended ${SBST_ADAPTER_${adapter}_DEBIAN_RECOMMENDS})
endforeach()
list(POP_BACK turns last)
if(turns)
  list(JOIN turns ", " turns)
  set(last "${turns}, and ${last}")
endif()
set(description "sbst")
if(last)
  set(description "sbst turns ${last}. It")
endif()
sbst_wrap(description "${description} searches for tests that reach every branch, and explains each branch \
that no test reaches.")
set(CPACK_DEBIAN_SBST_DESCRIPTION
    "${description}
It also runs studies that compare search algorithms.")
if(recommended)
  list(JOIN recommended ", " CPACK_DEBIAN_SBST_PACKAGE_RECOMMENDS)
endif()
set(CPACK_DEBIAN_SBST_PACKAGE_SUGGESTS "bash-completion, libsbst-dev")

set(CPACK_DEBIAN_LIBSBST-DEV_PACKAGE_NAME libsbst-dev)
set(CPACK_DEBIAN_LIBSBST-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBSBST-DEV_DESCRIPTION
    "Headers, libraries, the CMake package sbst and the files of pkg-config of
libsbst, with which test generators for other languages are written.")
set(development_packages libeigen3-dev libfmt-dev)
if(SBST_WITH_STUDY)
  list(APPEND development_packages libyaml-cpp-dev libssl-dev)
endif()
foreach(adapter IN LISTS SBST_BUILT_ADAPTERS)
  list(APPEND development_packages ${SBST_ADAPTER_${adapter}_DEBIAN_LIBRARIES})
endforeach()
if(BUILD_SHARED_LIBS)
  list(APPEND development_packages
       "${library_package} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
endif()
list(REMOVE_DUPLICATES development_packages)
list(JOIN development_packages ", " CPACK_DEBIAN_LIBSBST-DEV_PACKAGE_DEPENDS)

set(CPACK_DEBIAN_LIBSBST_PACKAGE_NAME "${library_package}")
set(CPACK_DEBIAN_LIBSBST_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBSBST_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBSBST_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBSBST_DESCRIPTION
    "Shared libraries of libsbst for programs that were built with libsbst-dev.")
if(BUILD_SHARED_LIBS)
  set(CPACK_DEBIAN_SBST_PACKAGE_DEPENDS
      "${library_package} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/libsbst")
  foreach(adapter IN LISTS SBST_BUILT_ADAPTERS)
    list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/adapters/${adapter}")
  endforeach()
endif()
include(CPack)
