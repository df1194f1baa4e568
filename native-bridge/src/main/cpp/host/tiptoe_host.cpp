// SPDX-License-Identifier: Apache-2.0
//
// tiptoe-host RUNTIME_DIR ASSEMBLY.dll [ARG...]
//
// Runs a managed program on the CoreCLR of RUNTIME_DIR, a folder with libcoreclr.so and the framework's DLLs, with
// no SDK, no hostfxr and no *.runtimeconfig.json. Its exit status is the program's. Of its own failures it prints one
// line on stderr, and ends with
//   125  the arguments are wrong or the runtime does not start,
//   126  the file is there but is no assembly (unreadable, or no PE file),
//   127  there is no such assembly.
// When the runtime itself finds an assembly invalid, it aborts as for any unhandled exception.
//
// Only libc is used, so the host starts wherever the runtime does.

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver dlopen,dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym,dlsym@GLIBC_2.2.5");
__asm__(".symver dlerror,dlerror@GLIBC_2.2.5");
#endif

namespace {

enum Status { kHostFailed = 125, kCannotRun = 126, kNotFound = 127 };

[[noreturn]] __attribute__((format(printf, 2, 3))) void fail(Status status, const char* format, ...) {
  va_list args;
  va_start(args, format);
  fputs("tiptoe-host: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(status);
}

// A string on the heap that only grows and lives as long as the process.
class Text {
 public:
  Text() = default;
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  const char* chars() const { return chars_ != nullptr ? chars_ : ""; }

  void append(const char* text, size_t length) {
    if (length_ + length + 1 > capacity_) {
      capacity_ = 2 * (length_ + length + 1);
      chars_ = static_cast<char*>(realloc(chars_, capacity_));
      if (chars_ == nullptr) {
        fail(kHostFailed, "out of memory");
      }
    }
    memcpy(chars_ + length_, text, length);
    length_ += length;
    chars_[length_] = '\0';
  }

  void append(const char* text) { append(text, strlen(text)); }

 private:
  char* chars_ = nullptr;
  size_t length_ = 0;
  size_t capacity_ = 0;
};

int isDll(const struct dirent* entry) {
  const size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".dll") == 0;
}

// Appends the paths of the *.dll in dir, in the order of their names, joined by ':'.
void appendDlls(Text& list, const char* dir) {
  struct dirent** entries = nullptr;
  const int count = scandir(dir, &entries, isDll, alphasort);
  if (count < 0) {
    fail(kHostFailed, "cannot list %s: %m", dir);
  }
  for (int i = 0; i < count; i++) {
    list.append(i == 0 ? "" : ":");
    list.append(dir);
    list.append("/");
    list.append(entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
}

// The runtime would abort on a file that is clearly no assembly.
void requirePe(const char* assembly) {
  FILE* file = fopen(assembly, "rbe");
  if (file == nullptr) {
    fail(kCannotRun, "%s: %m", assembly);
  }
  char magic[2];
  const bool isPe = fread(magic, 1, sizeof magic, file) == sizeof magic && memcmp(magic, "MZ", sizeof magic) == 0;
  fclose(file);
  if (!isPe) {
    fail(kCannotRun, "%s is no managed assembly", assembly);
  }
}

// The functions of libcoreclr.so that a host needs (coreclrhost.h of dotnet/runtime).
struct CoreClr {
  using Initialize = int (*)(const char* exePath, const char* appDomainFriendlyName, int propertyCount,
                             const char** propertyKeys, const char** propertyValues, void** hostHandle,
                             unsigned int* domainId);
  using ExecuteAssembly = int (*)(void* hostHandle, unsigned int domainId, int argc, const char** argv,
                                  const char* managedAssemblyPath, unsigned int* exitCode);
  using Shutdown2 = int (*)(void* hostHandle, unsigned int domainId, int* latchedExitCode);

  Initialize initialize;
  ExecuteAssembly executeAssembly;
  Shutdown2 shutdown2;
};

template <typename Function>
void find(Function& function, void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) {
    fail(kHostFailed, "%s", dlerror());
  }
  static_assert(sizeof function == sizeof symbol, "");
  memcpy(&function, &symbol, sizeof symbol);
}

CoreClr loadCoreClr(const char* runtimeDir) {
  Text path;
  path.append(runtimeDir);
  path.append("/libcoreclr.so");
  void* library = dlopen(path.chars(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail(kHostFailed, "cannot load the runtime: %s", dlerror());
  }
  CoreClr clr;
  find(clr.initialize, library, "coreclr_initialize");
  find(clr.executeAssembly, library, "coreclr_execute_assembly");
  find(clr.shutdown2, library, "coreclr_shutdown_2");
  return clr;
}

// Appends the folder of an absolute path, with its final '/'.
void appendFolder(Text& folder, const char* path) {
  folder.append(path, static_cast<size_t>(strrchr(path, '/') - path) + 1);
}

int run(const char* runtimeDir, const char* assembly, int argc, const char** argv) {
  Text appDir;
  appendFolder(appDir, assembly);

  Text trusted;
  appendDlls(trusted, runtimeDir);

  Text native;
  native.append(runtimeDir);
  native.append("/:");
  native.append(appDir.chars());

  const char* keys[] = {"TRUSTED_PLATFORM_ASSEMBLIES", "APP_PATHS", "NATIVE_DLL_SEARCH_DIRECTORIES",
                        "APP_CONTEXT_BASE_DIRECTORY"};
  const char* values[] = {trusted.chars(), appDir.chars(), native.chars(), appDir.chars()};
  static_assert(sizeof keys == sizeof values, "");

  // without this the runtime needs ICU, which a bare machine does not have
  setenv("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1", /* overwrite */ 0);

  char self[PATH_MAX];
  if (realpath("/proc/self/exe", self) == nullptr) {
    fail(kHostFailed, "cannot find itself: %m");
  }

  const CoreClr clr = loadCoreClr(runtimeDir);
  void* host = nullptr;
  unsigned int domain = 0;
  int hr = clr.initialize(self, "clrhost", sizeof keys / sizeof *keys, keys, values, &host, &domain);
  if (hr < 0) {
    fail(kHostFailed, "the runtime in %s does not start: 0x%08x", runtimeDir, static_cast<unsigned>(hr));
  }

  unsigned int exitCode = 0;
  hr = clr.executeAssembly(host, domain, argc, argv, assembly, &exitCode);
  if (hr < 0) {
    fail(kCannotRun, "%s does not run: 0x%08x", assembly, static_cast<unsigned>(hr));
  }

  int latched = static_cast<int>(exitCode);
  hr = clr.shutdown2(host, domain, &latched);
  if (hr < 0) {
    fail(kHostFailed, "the runtime does not shut down: 0x%08x", static_cast<unsigned>(hr));
  }
  return latched;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fail(kHostFailed, "usage: tiptoe-host RUNTIME_DIR ASSEMBLY.dll [ARG...]");
  }
  char runtimeDir[PATH_MAX];
  if (realpath(argv[1], runtimeDir) == nullptr) {
    fail(kHostFailed, "no runtime folder %s: %m", argv[1]);
  }
  char assembly[PATH_MAX];
  if (realpath(argv[2], assembly) == nullptr) {
    fail(kNotFound, "%s: %m", argv[2]);
  }
  requirePe(assembly);
  return run(runtimeDir, assembly, argc - 3, const_cast<const char**>(argv + 3));
}
