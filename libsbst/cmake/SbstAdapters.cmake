# SPDX-License-Identifier: Apache-2.0
# Reads what each adapter says about itself, so that the other files of the build name no language:
# adapters/list.cmake has the names, adapters/NAME/adapter.cmake calls sbst_adapter(NAME ...). The build and, as
# a script, the checks in tests/architecture read it.
include_guard()

# sbst_adapter(NAME KEYWORD VALUES...): sets SBST_ADAPTER_<NAME>_<KEYWORD>. Every keyword is optional:
#   HELP TEXT              what SBST_WITH_<NAME> does
#   DEFAULT ON|OFF         its value unless the user sets it; OFF by default
#   NEEDS PACKAGE...       what sbst::NAME is linked with, each the arguments of a find_package in quotes. The build
#                          finds them, and so does the installed package. A module
#                          FindPACKAGE.cmake stands in adapters/NAME/cmake, and is installed.
#   BUILD_NEEDS PACKAGE... the same for what only the build uses
#   PKG_CONFIG TARGET=MODULE...    the modules of pkg-config for the targets of NEEDS, unless
#                          SbstPkgConfig.cmake has them; no MODULE for headers only
#   TURNS TEXT             the end of "sbst turns ...", for the description of the package
#   DEBIAN_LIBRARIES PACKAGE...    the packages of Debian for NEEDS, on which libsbst-dev depends
#   DEBIAN_RECOMMENDS PACKAGE...   the packages of Debian that sbst uses when it runs
#   COPYRIGHT FILE         paragraphs of Debian's copyright for third-party files that it installs
#   EXAMPLES PATTERN...    the files in examples/ to install
#   SOURCES PATTERN...     sources of its language in this tree, whose English is checked
#   NOT_PROSE FOLDER/...   folders whose English is not checked
#   WORDS WORD...          words of its language, which shared files do not say
#   NO_LANGUAGE            it works for the adapters of languages: no commands, subjects and goals of its own
function(sbst_adapter name)
  set(flags NO_LANGUAGE)
  set(one HELP DEFAULT TURNS COPYRIGHT)
  set(many NEEDS BUILD_NEEDS PKG_CONFIG DEBIAN_LIBRARIES DEBIAN_RECOMMENDS EXAMPLES SOURCES NOT_PROSE WORDS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${one}" "${many}")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sbst_adapter(${name} ...) has no keyword for: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(keyword IN LISTS flags one many)
    set(SBST_ADAPTER_${name}_${keyword} "${arg_${keyword}}" PARENT_SCOPE)
  endforeach()
endfunction()

# sbst_read_adapters(FOLDER): the list SBST_ADAPTERS of FOLDER/list.cmake, and the variables of each adapter.
macro(sbst_read_adapters folder)
  include("${folder}/list.cmake")
  foreach(adapter IN LISTS SBST_ADAPTERS)
    # An adapter that needs nothing has no such file.
    include("${folder}/${adapter}/adapter.cmake" OPTIONAL)
  endforeach()
endmacro()

# sbst_add_adapter_options(): the option SBST_WITH_<NAME> of each adapter, and the list SBST_BUILT_ADAPTERS of
# those that are on.
function(sbst_add_adapter_options)
  set(built "")
  foreach(adapter IN LISTS SBST_ADAPTERS)
    string(TOUPPER "${adapter}" title)
    set(help "${SBST_ADAPTER_${adapter}_HELP}")
    if(NOT help)
      set(help "Build the ${title} adapter")
    endif()
    set(default OFF)
    if(SBST_ADAPTER_${adapter}_DEFAULT)
      set(default ON)
    endif()
    option(SBST_WITH_${title} "${help}" ${default})
    if(SBST_WITH_${title})
      list(APPEND built ${adapter})
    endif()
  endforeach()
  set(SBST_BUILT_ADAPTERS "${built}" PARENT_SCOPE)
endfunction()
