# SPDX-License-Identifier: Apache-2.0
#
# cmake -D LIBRARY=… -D READELF=… -P reach.cmake
#
# Fails when the library would not load on an old system: when it needs a C++ runtime, or a symbol of a glibc after
# 2.28; when it has more than its two exports; or when it has thread_local variables (see os/threads.h).

set(newest 2.28)
set(needed_allowed "^(libc|libpthread|ld-linux-x86-64|ld-linux-aarch64)\\.so\\.[0-9]+$")
set(exported_allowed "DllCanUnloadNow;DllGetClassObject")

execute_process(
  COMMAND ${READELF} --wide --segments --dynamic --dyn-syms ${LIBRARY}
  OUTPUT_VARIABLE text
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${READELF} does not read ${LIBRARY}")
endif()

string(REGEX MATCHALL "NEEDED[^[]*\\[[^]]*" needed "${text}")
if(NOT needed)
  message(FATAL_ERROR "no NEEDED entry found in ${LIBRARY}")
endif()
foreach(entry IN LISTS needed)
  string(REGEX REPLACE ".*\\[" "" name "${entry}")
  if(NOT name MATCHES "${needed_allowed}")
    message(SEND_ERROR "needs ${name}")
  endif()
endforeach()

string(REGEX MATCHALL "[A-Za-z_0-9]+@+GLIBC_[0-9.]+" symbols "${text}")
if(NOT symbols)
  message(FATAL_ERROR "no versioned symbol found in ${LIBRARY}")
endif()
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE ".*GLIBC_" "" version "${symbol}")
  if(version VERSION_GREATER newest)
    message(SEND_ERROR "needs ${symbol}")
  endif()
endforeach()

string(REGEX MATCHALL "(GLOBAL|WEAK) +DEFAULT +[0-9]+ [A-Za-z_0-9]+" exports "${text}")
list(TRANSFORM exports REPLACE ".* " "")
list(SORT exports)
if(NOT exports STREQUAL exported_allowed)
  message(SEND_ERROR "exports ${exports}, not ${exported_allowed}")
endif()

if(NOT text MATCHES "GNU_STACK")
  message(FATAL_ERROR "no program header found in ${LIBRARY}")
endif()
if(text MATCHES "\n +TLS ")
  message(SEND_ERROR "has thread-local storage")
endif()
