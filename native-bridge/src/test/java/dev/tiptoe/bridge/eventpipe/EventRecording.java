// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.Recordings;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The programs whose events the real runtime wrote to a file, each once for all tests. */
enum EventRecording {
  /** Two arguments are printed. */
  HELLO(EventRecording.ALL, TestAssembly.HELLO, "0 a"),
  /** One of each construct. */
  CONSTRUCTS(EventRecording.ALL, TestAssembly.CONSTRUCTS, ""),
  /** Threads are busy for a second. */
  DEMO(EventRecording.ALL, TestAssembly.DEMO, "1"),
  /** The metadata of a folder with one program is read. */
  METADATA_DUMP(EventRecording.ALL, TestAssembly.METADATA_DUMP, "") {
    @Override
    List<String> arguments() {
      Path folderOfOne = Objects.requireNonNull(TestAssembly.HELLO.path().getParent());
      return List.of("names", folderOfOne.toString());
    }
  },
  /** Contexts are loaded and unloaded. */
  TORTURE(EventRecording.WITH_IL_MAPS_AND_SEARCHES, TestAssembly.TORTURE, "");

  /** Loader, JIT, precompiled code; what was looked for in it; and which types were loaded. */
  private static final String ALL = "0xA000008038";

  private static final String WITH_IL_MAPS_AND_SEARCHES = "0xA00002803C";

  private final String keywords;
  private final TestAssembly program;

  /** With a space between two. */
  private final String arguments;

  EventRecording(String keywords, TestAssembly program, String arguments) {
    this.keywords = keywords;
    this.program = program;
    this.arguments = arguments;
  }

  List<String> arguments() {
    return arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1));
  }

  /** Returns the file with the events; the first test that asks for it lets the program run. */
  Path file() {
    String name = "events-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    return inside(Recordings.folder(name, folder -> record(inside(folder))));
  }

  private static Path inside(Path folder) {
    return folder.resolve("events.nettrace");
  }

  private void record(Path file) throws IOException {
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    ProcessBuilder process = new ProcessBuilder(runtime.command(program.path(), arguments()));
    process.environment().put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    process.environment().put("DOTNET_EnableEventPipe", "1");
    process.environment().put("DOTNET_EventPipeOutputPath", file.toString());
    // Nothing is lost while the writer keeps up with 256 MB.
    process.environment().put("DOTNET_EventPipeCircularMB", "256");
    process
        .environment()
        .put("DOTNET_EventPipeConfig", "Microsoft-Windows-DotNETRuntime:" + keywords + ":5");
    process
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      assertEquals(0, process.start().waitFor());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
