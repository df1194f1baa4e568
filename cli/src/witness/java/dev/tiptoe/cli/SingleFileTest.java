// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.WalkedHeap;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is one file: the runtime is linked into it, and none of its assemblies has a file
 * of its own.
 */
@Tag("quarter-1")
class SingleFileTest {

  private static final long DEADLINE_SECONDS = 120;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** In an assembly of the program's own, which is not precompiled. */
  private static final String WAITING =
      "Microsoft.CodeAnalysis.Sarif.Multitool.EmitEventLogHelpers::ReadStandardInputAsUtf8()";

  /** In one of the framework's, which is. */
  private static final String READING = "System.ConsolePal::Read(";

  private static final String INPUT = "{\"tool\":{\"driver\":{\"name\":\"x\"}}}";

  @TempDir private Path temporary = Path.of("");

  /** It waits for its standard input, and ends when it has all of it. */
  private static Process start(Path folder) throws IOException {
    String app = TestRuntime.singleFileApp().toString();
    ProcessBuilder builder = new ProcessBuilder(app, "emit-run", output(folder).toString());
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    return builder
        .redirectError(folder.resolve("err").toFile())
        .redirectOutput(folder.resolve("out").toFile())
        .start();
  }

  private static Path output(Path folder) {
    return folder.resolve("run.sarif");
  }

  @Test
  void agent_attachedTwice_namesWhatHasNoFile_walksTheHeapAndLeaves() throws Exception {
    Path folder = temporary.toRealPath();
    Process program = start(folder);
    try {
      requireListed(program);
      Path first = folder.resolve("first");
      try (Attachment attachment = attach(program, first)) {
        await(program, () -> stacksSoFar(first).contains(WAITING));
        WalkedHeap heap = ControlClient.of(program.pid()).heap(Duration.ofSeconds(1), PATIENCE);
        assertTrue(heap.objects() > 0, heap::toString);
        attachment.detach();
        await(program, () -> !hasLibrary(program));
      }
      Path second = folder.resolve("second");
      try (Attachment attachment = attach(program, second)) {
        assertTrue(attachment.isAlive());
        try (Writer input = program.outputWriter(StandardCharsets.UTF_8)) {
          input.write(INPUT);
        }
        assertTrue(program.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
      }
      assertEquals(0, program.exitValue());
      assertTrue(Files.exists(Path.of(output(folder) + ".wip.jsonl")));
      requireNames(first, second);
    } finally {
      program.destroyForcibly();
    }
  }

  /** Its name and its version, and nothing against it. */
  private static void requireListed(Process program) {
    await(program, () -> rowOf(program).filter(row -> row.get(3).isEmpty()).isPresent());
    List<String> row = rowOf(program).orElseThrow();
    assertEquals("8.0.30", row.get(1));
    assertTrue(row.get(4).contains("Sarif.Multitool"), row::toString);
  }

  private static Optional<List<String>> rowOf(Process program) {
    return TiptoeRun.tiptoe("ps", "--tsv").rows().stream()
        .filter(row -> row.get(0).equals(Long.toString(program.pid())))
        .findFirst();
  }

  /** Attaches to it, once its runtime has started, or the agent before has quite left. */
  private static Attachment attach(Process program, Path trace) {
    List<Attachment> attached = new ArrayList<>();
    await(
        program,
        () -> {
          if (Attach.to(request(program, trace)) instanceof Attached success) {
            attached.add(success.attachment());
          }
          return !attached.isEmpty();
        });
    return attached.get(0);
  }

  private static AttachRequest request(Process program, Path trace) {
    return new AttachRequest(
        LinuxProcess.of(program.pid()), trace, Duration.ofMillis(10), true, PATIENCE);
  }

  private static boolean hasLibrary(Process program) throws IOException {
    return LinuxProcess.of(program.pid()).mappedFiles().stream()
        .anyMatch(file -> file.contains("tiptoe-agent"));
  }

  /** The trace is being written, and may end within a record. */
  private static String stacksSoFar(Path trace) {
    return TiptoeRun.tiptoe("stacks", trace.toString(), "--tsv").out();
  }

  private static String stacks(Path trace) {
    return TiptoeRun.tiptoe("stacks", trace.toString(), "--tsv").expect(0).out();
  }

  /** Out of the traces alone. */
  private static void requireNames(Path waited, Path ended) {
    assertTrue(stacks(waited).contains(READING), stacks(waited));
    assertFalse(stacks(waited).contains("!0x06"), stacks(waited));
    String ids = TiptoeRun.tiptoe("ids", ended.toString(), "--tsv").expect(0).expectSilence().out();
    assertTrue(ids.contains("Newtonsoft.Json.Linq.JObject"), "what it did last has no name");
  }

  private static void await(Process program, Child.Condition condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    try {
      while (!condition.holds()) {
        boolean ended = program.waitFor(20, TimeUnit.MILLISECONDS);
        assertTrue(!ended && System.nanoTime() < deadline, "in vain");
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
