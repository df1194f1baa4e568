// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.WalkedHeap;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tiptoe heap}: makes the agent in a process walk the heap. */
@Command(
    name = "heap",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the agent inside a process walk the heap once, and prints the totals; the figures of"
          + " each class are in the trace. The runtime collects first, and the program is stopped for"
          + " both.",
      "",
      "TSV columns: complete (true, false), objects, bytes, free bytes, bytes left out, classes,"
          + " nanoseconds stopped for the walk, nanoseconds stopped for the collection. Members of"
          + " JSON: complete, objects, bytes, free_bytes, left_out_bytes, classes, walking_nanos,"
          + " collecting_nanos.",
      "",
      "Exit code: 0 when the heap was walked, 1 when only a part of it, 3 when not."
    })
public final class HeapCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of(
          "complete",
          "objects",
          "bytes",
          "free_bytes",
          "left_out_bytes",
          "classes",
          "walking_nanos",
          "collecting_nanos");

  @Mixin private final AskedProcess process = new AskedProcess();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "500ms",
      description =
          "How long the program may be stopped for the walk, which ends there. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration budget = Duration.ofMillis(500);

  @Option(
      names = "--within",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long to wait for the result. Default: ${DEFAULT-VALUE}.")
  private Duration within = Duration.ofSeconds(60);

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public HeapCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  @SuppressWarnings("try") // the progress shows the time while it is open
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    ControlClient agent = process.agent();
    WalkedHeap heap;
    try (Progress ignored =
        terminal.progress("waiting for the agent's walk of the heap", Progress.Unit.TIME, 0)) {
      heap = agent.heap(budget, within);
    }
    if (asRows) {
      format.row(
          terminal,
          COLUMNS,
          heap.isComplete(),
          heap.objects(),
          heap.bytes(),
          heap.freeBytes(),
          heap.leftOutBytes(),
          heap.classes(),
          heap.walking().toNanos(),
          heap.collecting().toNanos());
    } else {
      print(heap);
    }
    return heap.isComplete() ? ExitCode.OK : ExitCode.NO;
  }

  private void print(WalkedHeap heap) {
    terminal.line(
        heap.objects() + " objects of " + heap.classes() + " classes, " + heap.bytes() + " bytes");
    terminal.line(
        "  the program was stopped for "
            + StatusCommand.time(heap.walking().toNanos())
            + ", and before that for the collection "
            + StatusCommand.time(heap.collecting().toNanos()));
    if (!heap.isComplete()) {
      terminal.line("  not all of it: " + heap.leftOutBytes() + " bytes were left out");
    }
  }
}
