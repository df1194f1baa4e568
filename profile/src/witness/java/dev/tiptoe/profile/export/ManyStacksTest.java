// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFeed;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many stacks in a heap of 56 MiB. */
@Tag("quarter-2")
class ManyStacksTest {

  private static final int STACKS = 100_000;
  private static final int DEPTH = 30;
  private static final int METHODS = 1000;

  /** All but the page, which says itself what it takes. */
  private static final List<ProfileFormat> FORMATS =
      ProfileFormat.written().stream().filter(format -> format != ProfileFormat.HTML).toList();

  @TempDir private Path folder = Path.of("");

  /** Runs in a JVM of its own: reads a file, and writes it in all formats to nowhere. */
  public static final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
      Profile profile = ProfileReader.read(Path.of(arguments[0]), Set.of()).profile();
      for (ProfileFormat format : FORMATS) {
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
      ProfileFormat.OTLP.write(builder.build(), true, out);
    }
    return file;
  }

  /** Half a KiB for each. */
  @Test
  void stacksThatShareLittle_inASmallHeap_areExported() throws Exception {
    String expected =
        FORMATS.stream().map(format -> format + " " + STACKS + "\n").collect(Collectors.joining());
    assertEquals(expected, run(Main.class, written().toString()));
  }

  /** Samples a stack at a time, each of which is out of use then. */
  public static final class Sampling {

    private Sampling() {}

    public static void main(String[] arguments) {
      Session session = new Session();
      for (int id = 1; id <= METHODS; id++) {
        Token token = new Token(0x06000000 + id);
        FunctionShape shape =
            new FunctionShape(new ClassID(0), new ModuleID(0), token, List.of(), "M" + id);
        session.feed().functionSeen(0, new FunctionID(id), shape, FunctionSource.STACK);
      }
      ProfileFeed feed = new ProfileFeed(session, Clock.WALL, Set.of());
      SplittableRandom random = new SplittableRandom(1);
      long[] functions = new long[DEPTH];
      for (int i = 0; i < 4 * STACKS; i++) {
        for (int depth = 0; depth < DEPTH; depth++) {
          functions[depth] = 1L + (depth < 4 ? random.nextInt(METHODS) : depth);
        }
        CallStack stack = CallStack.of(functions, new long[DEPTH], false);
        feed.stackSampled(i, new SampledStack(new ThreadID(1), stack, 0, 1));
      }
      System.out.println(feed.profile().build().rows());
    }
  }

  /** With their stacks, of half a KiB each, they would take 200 MB. */
  @Test
  void samplesOfStacksThatAreOutOfUse_doNotRetainThem() throws Exception {
    assertEquals(4 * STACKS + "\n", run(Sampling.class));
  }

  private String run(Class<?> program, String... arguments) throws Exception {
    Path out = folder.resolve("out");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx56m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    String said = Files.readString(out);
    assertEquals(0, status, said);
    return said;
  }
}
