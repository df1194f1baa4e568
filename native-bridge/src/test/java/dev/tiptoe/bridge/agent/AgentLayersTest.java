// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The layers of the agent's C++ sources: each includes only what is in itself or below. The folder
 * of a processor, {@code cpu/PROCESSOR}, has the parts of some layers that differ there.
 */
class AgentLayersTest {

  private static final Path AGENT = Path.of("src/main/cpp/agent");

  /** From the bottom up. A layer is a folder, or the files of one name beside the folders. */
  private static final List<String> LAYERS =
      List.of(
          "base",
          "cor",
          "os",
          "unwind",
          "config",
          "faults",
          "clr",
          "trace",
          "identity",
          "sampling",
          "heap",
          "attach",
          "control",
          "agent",
          "exports");

  /** The build's outputs from the trace's schema and the table of witnesses. */
  private static final Set<String> GENERATED = Set.of("trace/layout.h", "attach/witnesses.h");

  /** What a processor may lack. */
  private static final Set<String> OPTIONAL = Set.of("trace/crc32c_instruction.h");

  private static final Pattern INCLUDE =
      Pattern.compile("^\\s*#\\s*include\\s*\"([^\"]+)\"", Pattern.MULTILINE);

  private static final Path PROCESSORS = AGENT.resolve("cpu");

  /** A member of a table of functions; what has no name there cannot be called. */
  private static final Pattern SLOT = Pattern.compile("\\(\\*(\\w+)\\)\\(");

  private static final Set<String> OF_EVERY_OBJECT = Set.of("QueryInterface", "AddRef", "Release");

  private record Include(String from, String to) {

    boolean pointsUp() {
      return level(from) < level(to);
    }
  }

  @Test
  void includes_ofTheAgent_pointToTheirOwnLayerOrDown() throws IOException {
    List<Include> includes = includes();
    assertTrue(includes.size() > LAYERS.size(), "few includes were found: " + includes);
    assertEquals(List.of(), includes.stream().filter(Include::pointsUp).toList());
  }

  @Test
  void includes_ofTheAgent_nameFilesByTheirPathInIt() throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (String processor : processors()) {
      includes().stream()
          .filter(i -> isOfNoOther(i.from(), processor))
          .filter(i -> !OPTIONAL.contains(i.to()) && !GENERATED.contains(i.to()))
          .filter(i -> !Files.exists(AGENT.resolve(i.to())))
          .filter(i -> !Files.exists(PROCESSORS.resolve(processor).resolve(i.to())))
          .forEach(i -> unknown.add(processor + ": " + i));
    }
    assertEquals(Set.of(), unknown);
  }

  /** One name for two files would be whichever comes first on the path of includes. */
  @Test
  void file_ofAProcessor_isNoFileOfAll() throws IOException {
    List<String> twice = new ArrayList<>();
    for (String processor : processors()) {
      Path folder = PROCESSORS.resolve(processor);
      files().stream()
          .filter(file -> file.startsWith(folder))
          .map(file -> folder.relativize(file).toString())
          .filter(name -> Files.exists(AGENT.resolve(name)))
          .forEach(twice::add);
    }
    assertEquals(List.of(), twice);
  }

  private static List<String> processors() throws IOException {
    try (Stream<Path> folders = Files.list(PROCESSORS)) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean isOfNoOther(String file, String processor) {
    return !file.startsWith("cpu/") || file.startsWith("cpu/" + processor + "/");
  }

  /** The list of all calls that the agent can make; a new one must be added here as well. */
  @Test
  void slots_thatHaveAName_areThese() throws IOException {
    Set<String> info =
        Set.of(
            "IsArrayClass",
            "GetThreadInfo",
            "GetCurrentThreadID",
            "GetModuleMetaData",
            "GetAppDomainInfo",
            "GetAssemblyInfo",
            "DoStackSnapshot",
            "GetFunctionInfo2",
            "GetClassLayout",
            "GetClassIDInfo2",
            "GetCodeInfo2",
            "RequestProfilerDetach",
            "EnumModules",
            "GetRuntimeInformation",
            "GetModuleInfo2",
            "EnumThreads",
            "InitializeCurrentThread",
            "GetReJITIDs",
            "EnumJITedFunctions2",
            "GetEventMask2",
            "SetEventMask2",
            "GetFunctionFromIP3",
            "GetDynamicFunctionInfo",
            "GetNativeCodeStartAddresses",
            "GetILToNativeMapping3",
            "GetCodeInfo4",
            "SuspendRuntime",
            "ResumeRuntime");
    Map<String, Set<String>> named =
        Map.of(
            "profiler_info.h",
            info,
            "probe_info.h",
            Set.of("GetFunctionFromToken"),
            "heap_info.h",
            Set.of(
                "GetClassFromObject",
                "ForceGC",
                "GetGenerationBounds",
                "GetObjectSize2",
                "GetNonGCHeapBounds"),
            "metadata_import.h",
            Set.of("GetScopeProps", "GetMethodProps"),
            "metadata_emit.h",
            Set.of("GetSaveSize", "SaveToMemory"),
            "enumerator.h",
            Set.of("Skip", "Reset", "Clone", "GetCount", "Next"));
    Map<String, Set<String>> found = new HashMap<>();
    for (Path header : sources("cor")) {
      Set<String> slots = new HashSet<>();
      SLOT.matcher(Files.readString(header))
          .results()
          .map(slot -> slot.group(1))
          .filter(slot -> !OF_EVERY_OBJECT.contains(slot))
          .forEach(slots::add);
      if (!slots.isEmpty()) {
        found.put(header.getFileName().toString(), slots);
      }
    }
    assertEquals(named, found);
  }

  private static List<Path> sources(String layer) throws IOException {
    try (Stream<Path> files = Files.list(AGENT.resolve(layer))) {
      return files.toList();
    }
  }

  @Test
  void include_ofAHigherLayer_pointsUp() {
    assertTrue(new Include("identity/module_copies.h", "sampling/sampler.h").pointsUp());
    assertTrue(new Include("clr.h", "identity/recorder.h").pointsUp());
    assertTrue(new Include("cpu/x86_64/os/perf_registers.h", "unwind/registers.h").pointsUp());
    assertTrue(new Include("control/requests.h", "agent.h").pointsUp());
  }

  /** One that is started otherwise has its own idea of stop and join. */
  @Test
  void threads_ofTheAgent_areAllStartedAsWorkers() throws IOException {
    Pattern thread = Pattern.compile("\\bos::Thread\\b|\\bThread thread_|\\bpthread_create\\(");
    List<String> starters = new ArrayList<>();
    for (Path file : files()) {
      if (thread.matcher(Files.readString(file)).find()) {
        starters.add(AGENT.relativize(file).toString());
      }
    }
    assertEquals(List.of("os/threads.cpp", "os/worker.h"), starters);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(AGENT)) {
      return files.filter(file -> file.toString().matches(".*\\.(h|cpp)")).sorted().toList();
    }
  }

  private static List<Include> includes() throws IOException {
    List<Include> includes = new ArrayList<>();
    for (Path file : files()) {
      String from = AGENT.relativize(file).toString();
      INCLUDE
          .matcher(Files.readString(file))
          .results()
          .forEach(result -> includes.add(new Include(from, result.group(1))));
    }
    return includes;
  }

  /** Returns the layer of a file, given its path in the agent. */
  private static int level(String file) {
    String layer = file.replaceFirst("^cpu/[^/]+/", "").replaceFirst("[/.].*", "");
    assertTrue(LAYERS.contains(layer), file + " is in no layer");
    return LAYERS.indexOf(layer);
  }
}
