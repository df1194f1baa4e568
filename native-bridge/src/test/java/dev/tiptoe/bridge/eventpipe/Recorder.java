// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Lets the real runtime run a program and write its events to a file. */
final class Recorder {

  /** Loader, JIT, precompiled code; what was looked for in it; and which types were loaded. */
  static final String ALL = "0xA000008038";

  /** Only the code of methods. */
  static final String METHODS = "0x38";

  private Recorder() {}

  static void record(Path file, String keywords, Path assembly, String... arguments)
      throws IOException {
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    ProcessBuilder program = new ProcessBuilder(runtime.command(assembly, List.of(arguments)));
    program.environment().put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    program.environment().put("DOTNET_EnableEventPipe", "1");
    program.environment().put("DOTNET_EventPipeOutputPath", file.toString());
    // Nothing is lost while the writer keeps up with 256 MB.
    program.environment().put("DOTNET_EventPipeCircularMB", "256");
    program
        .environment()
        .put("DOTNET_EventPipeConfig", "Microsoft-Windows-DotNETRuntime:" + keywords + ":5");
    program
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      assertEquals(0, program.start().waitFor());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
