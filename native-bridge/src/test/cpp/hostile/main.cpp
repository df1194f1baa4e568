// SPDX-License-Identifier: Apache-2.0
//
// The hostile side of the tests that attach to an attacker's programs: a process that pretends to be a .NET runtime and
// attacks in one way, or one that replaces files at random. It prints "ready", and ends when its standard input does.
//
//   tiptoe-hostile silent                                      listens and never answers
//   tiptoe-hostile refuses                                     answers, and takes no profiler
//   tiptoe-hostile redirects HOW SOCKET [LIBRARY FOLDER]       leads a client to the socket of another process, see Redirection
//   tiptoe-hostile covers file|folder SOURCE                   mounts a secret over what is made, see Cover
//   tiptoe-hostile lies SEED PATH                              answers anything, see Lies
//   tiptoe-hostile floods SOCKET                              takes all places of the agent that listens there
//   tiptoe-hostile swaps SEED mounts|files FOLDER... -- FILE... -- FOLDER... -- SOCKET...

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "attacks.h"
#include "flood.h"
#include "runtime.h"
#include "swapper.h"

namespace hostile {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void usage() {
  fprintf(stderr, "tiptoe-hostile: see main.cpp\n");
  exit(2);
}

// Up to the next --, which is taken, too.
Words takeList(Words& words) {
  Words list;
  while (!words.empty()) {
    const std::string word = words.front();
    words.erase(words.begin());
    if (word == "--") {
      break;
    }
    list.push_back(word);
  }
  if (list.empty()) {
    usage();
  }
  return list;
}

unsigned number(const std::string& text) { return static_cast<unsigned>(strtoul(text.c_str(), nullptr, 10)); }

int swap(Words words) {
  const unsigned seed = number(words[1]);
  const bool mounts = words[2] == "mounts";
  words.erase(words.begin(), words.begin() + 3);
  const Words folders = takeList(words);
  const Words files = takeList(words);
  const Words others = takeList(words);
  Swapper swapper(seed, folders, {files, others, takeList(words)}, mounts);
  printf("ready\n");
  swapper.run();
  return 0;
}

int serve(PretendedRuntime& runtime, Malice& malice) {
  printf("ready\n");
  runtime.serve(malice);
  return 0;
}

int pretend(const Words& words) {
  PretendedRuntime runtime;
  const std::string& what = words[0];
  if (what == "silent") {
    printf("ready\n");
    runtime.keepSilent();
    return 0;
  }
  if (what == "refuses") {
    Malice none;
    return serve(runtime, none);
  }
  if (what == "redirects" && (words.size() == 3 || words.size() == 5)) {
    const bool plants = words.size() == 5;
    Redirection redirection(runtime, words[1], words[2], plants ? words[3] : "", plants ? words[4] : "");
    return serve(runtime, redirection);
  }
  if (what == "covers" && words.size() == 3) {
    Cover cover(words[1], words[2]);
    return serve(runtime, cover);
  }
  if (what == "lies" && words.size() == 3) {
    Lies lies(number(words[1]), words[2]);
    return serve(runtime, lies);
  }
  usage();
}

}  // namespace
}  // namespace hostile

int main(int count, char** arguments) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  const hostile::Words words(arguments + 1, arguments + count);
  if (words.empty()) {
    hostile::usage();
  }
  if (words[0] == "floods" && words.size() == 2) {
    hostile::flood(words[1]);
    return 0;
  }
  return words[0] == "swaps" && words.size() > 3 ? hostile::swap(words) : hostile::pretend(words);
}
