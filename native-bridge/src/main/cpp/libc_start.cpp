// SPDX-License-Identifier: Apache-2.0
//
// Lets a binary that was built on a new glibc start on an old one. The start-up code of glibc 2.34 and later refers to
// __libc_start_main@GLIBC_2.34, which is the older function with a check that init is null. The linker's --wrap
// redirects that reference to here, and from here to the version that every glibc has. An older glibc then calls no
// initialisers of this executable, and it has none.

#include <stdlib.h>  // defines the macros that identify the C library

#if defined(__x86_64__) && defined(__GLIBC__)
extern "C" {
using Main = int (*)(int, char**, char**);
int oldLibcStartMain(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtldFini)(),
                     void* stackEnd);
__asm__(".symver oldLibcStartMain,__libc_start_main@GLIBC_2.2.5");

int __wrap___libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                             void (*rtldFini)(), void* stackEnd);
int __wrap___libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                             void (*rtldFini)(), void* stackEnd) {
  return oldLibcStartMain(main, argc, argv, init, fini, rtldFini, stackEnd);
}
}
#endif
