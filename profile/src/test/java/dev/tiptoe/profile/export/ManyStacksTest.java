// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.read.ProfileReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred thousand stacks that share little, in a heap of 56 MiB: half a KiB for each. */
@Tag("witness")
class ManyStacksTest {

  private static final int STACKS = 100_000;
  private static final int DEPTH = 30;

  /** All but the page, which says itself what it takes. */
  private static final Set<ExportFormat> FORMATS =
      EnumSet.complementOf(EnumSet.of(ExportFormat.HTML));

  @TempDir private Path folder = Path.of("");

  /** Runs in a JVM of its own: reads a file, and writes it in all formats to nowhere. */
  public static final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
      Profile profile = ProfileReader.read(Path.of(arguments[0]), Set.of()).profile();
      for (ExportFormat format : FORMATS) {
        format.write(profile, true, OutputStream.nullOutputStream());
        System.out.println(format + " " + profile.rows());
      }
    }
  }

  private Path written() throws IOException {
    Profile.Builder builder =
        new Profile.Builder().name("many").began(Optional.of(Instant.ofEpochSecond(1)));
    SplittableRandom random = new SplittableRandom(1);
    int[] frames = new int[20_000];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = builder.frame(Frame.named("Shop.Class" + i + "::Method" + i, "Shop.dll"));
    }
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (int i = 0; i < STACKS; i++) {
      int stack = StackTree.NONE;
      for (int depth = 0; depth < DEPTH; depth++) {
        stack = builder.stack(stack, frames[random.nextInt(depth < 2 ? 10 : frames.length)]);
      }
      builder.add(i, builder.row(thread, stack), 1, 1_000_000);
    }
    Path file = folder.resolve("many.otlp.pb");
    try (OutputStream out = Files.newOutputStream(file)) {
      ExportFormat.OTLP.write(builder.build(), true, out);
    }
    return file;
  }

  @Test
  void stacksThatShareLittle_inASmallHeap_areExported() throws Exception {
    Path out = folder.resolve("out");
    int status =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx56m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                written().toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    String expected =
        FORMATS.stream().map(format -> format + " " + STACKS + "\n").collect(Collectors.joining());
    assertEquals(expected, Files.readString(out));
    assertEquals(0, status);
  }
}
