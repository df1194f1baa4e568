# SPDX-License-Identifier: Apache-2.0
#
# cmake -D COMPILER=… -D AGENT=… -D OF=… -D OUTCOME=canBeNamed|cannotBeNamed -D CALLS=…,… -D FILE=… -P slots.cmake
#
# Names the slots CALLS of the interface OF, in the source FILE. It compiles for the slots the agent may call; for any
# other there must be an error each: those have no name.

string(REPLACE "," ";" calls "${CALLS}")
if(NOT calls)
  message(FATAL_ERROR "no slots are named")
endif()

# Sets `status` and `errors` to the outcome of compiling a source that names those slots.
function(name_slots)
  set(source "")
  foreach(header heap_info metadata_emit metadata_import probe_info profiler_info)
    string(APPEND source "#include \"cor/${header}.h\"\n")
  endforeach()
  foreach(call IN LISTS ARGN)
    string(APPEND source "constexpr auto k${call} = &tiptoe::cor::${OF}::${call};\n")
  endforeach()
  file(WRITE "${FILE}" "${source}")
  execute_process(
    COMMAND ${COMPILER} -std=c++17 -fsyntax-only -I ${AGENT} ${FILE}
    ERROR_VARIABLE errors
    RESULT_VARIABLE status)
  set(errors "${errors}" PARENT_SCOPE)
  set(status "${status}" PARENT_SCOPE)
endfunction()

set(ENV{LC_ALL} C)
if(OUTCOME STREQUAL canBeNamed)
  name_slots(${calls})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${errors}")
  endif()
elseif(OUTCOME STREQUAL cannotBeNamed)
  # A few at a time: compilers give up after many errors.
  while(calls)
    list(SUBLIST calls 0 12 some)
    name_slots(${some})
    if(status EQUAL 0)
      message(FATAL_ERROR "all of ${some} can be named")
    endif()
    foreach(call IN LISTS some)
      if(NOT errors MATCHES "'${call}' is not a member|no member named '${call}'")
        message(SEND_ERROR "${call} can be named: ${errors}")
      endif()
      list(REMOVE_ITEM calls ${call})
    endforeach()
  endwhile()
else()
  message(FATAL_ERROR "no outcome: ${OUTCOME}")
endif()
