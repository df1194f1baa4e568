// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.format.ProfileFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;

/** The JDK's own reader, and that of JDK Mission Control, find what was written. */
class JfrTest {

  private static final int MANY = 60_000;

  @TempDir private Path folder = Path.of("");

  private Path write(Profile profile) throws IOException {
    Path file = folder.resolve("some.jfr");
    try (OutputStream out = Files.newOutputStream(file)) {
      ProfileFormat.JFR.write(profile, true, out);
    }
    return file;
  }

  /** Returns the number of samples of each thread and stack, root first. */
  static Map<String, Long> expected(Profile profile) {
    Map<String, Long> counts = new TreeMap<>();
    Texts texts = new Texts(profile, true);
    for (int row = 0; row < profile.rows(); row++) {
      StringBuilder stack = new StringBuilder(texts.thread(profile.thread(row)));
      for (Frame frame : profile.framesOf(row)) {
        JfrMethod method = JfrMethod.of(frame, texts);
        stack.append("|" + method.type().replace('/', '.') + "#" + method.name());
        stack.append("#" + method.descriptor() + ":" + frame.source().shownLine());
      }
      counts.merge(stack.toString(), profile.count(row), Long::sum);
    }
    return counts;
  }

  static Map<String, Long> readByJdk(Path file) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        assertEquals("jdk.ExecutionSample", event.getEventType().getName());
        StringBuilder stack = new StringBuilder(event.getThread("sampledThread").getJavaName());
        List<RecordedFrame> frames = new ArrayList<>(event.getStackTrace().getFrames());
        Collections.reverse(frames);
        for (RecordedFrame frame : frames) {
          stack.append("|" + frame.getMethod().getType().getName());
          stack.append("#" + frame.getMethod().getName() + "#" + frame.getMethod().getDescriptor());
          stack.append(":" + frame.getLineNumber());
        }
        counts.merge(stack.toString(), 1L, Long::sum);
      }
    }
    return counts;
  }

  @Test
  void samples_readByTheJdk_areThoseOfTheProfile() throws IOException {
    Profile profile = SomeProfile.make();
    Path file = write(profile);
    assertEquals(expected(profile), readByJdk(file));
    try (RecordingFile recording = new RecordingFile(file)) {
      assertEquals(
          Instant.ofEpochSecond(1_700_000_000).plusNanos(100),
          recording.readEvent().getStartTime());
    }
  }

  @Test
  void samples_readByMissionControl_areThoseOfTheProfile() throws Exception {
    Profile profile = SomeProfile.make();
    Path file = write(profile);
    Map<String, Long> counts = new TreeMap<>();
    long earliest = Long.MAX_VALUE;
    for (IItemIterable items :
        JfrLoaderToolkit.loadEvents(file.toFile()).apply(ItemFilters.type("jdk.ExecutionSample"))) {
      IMemberAccessor<IMCStackTrace, IItem> stacks =
          JfrAttributes.EVENT_STACKTRACE.getAccessor(items.getType());
      var threads = JdkAttributes.EVENT_THREAD_NAME.getAccessor(items.getType());
      var times = JfrAttributes.START_TIME.getAccessor(items.getType());
      for (IItem item : items) {
        StringBuilder stack = new StringBuilder(threads.getMember(item));
        earliest =
            Math.min(
                earliest,
                times
                    .getMember(item)
                    .clampedLongValueIn(org.openjdk.jmc.common.unit.UnitLookup.EPOCH_NS));
        List<IMCFrame> frames = new ArrayList<>(stacks.getMember(item).getFrames());
        Collections.reverse(frames);
        for (IMCFrame frame : frames) {
          stack.append("|" + frame.getMethod().getType().getFullName());
          stack.append("#" + frame.getMethod().getMethodName());
          stack.append("#" + frame.getMethod().getFormalDescriptor());
          stack.append(":" + frame.getFrameLineNumber());
        }
        counts.merge(stack.toString(), 1L, Long::sum);
      }
    }
    assertEquals(expected(profile), counts);
    assertEquals(1_700_000_000_000_000_100L, earliest);
  }

  /** All that is in them is read by {@code JfrWitnessTest}. */
  @Test
  void profile_ofManyStacks_isSeveralChunks() throws IOException {
    Path file = write(ofManyStacks());
    assertTrue(Files.size(file) > JfrWriter.CHUNK, () -> file.toFile().length() + " bytes");
    try (RecordingFile recording = new RecordingFile(file)) {
      for (int i = 0; i < MANY; i++) {
        assertEquals(40, recording.readEvent().getStackTrace().getFrames().size());
      }
      assertFalse(recording.hasMoreEvents());
    }
  }

  static Profile ofManyStacks() {
    Profile.Builder builder = new Profile.Builder().name("large");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int[] frames = new int[100];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = builder.frame(Frame.named("Shop.Cart::M" + i, "Shop.dll"));
    }
    for (int i = 0; i < MANY; i++) {
      int stack = StackTree.NONE;
      for (int depth = 0; depth < 40; depth++) {
        stack = builder.stack(stack, frames[depth < 3 ? i / (depth * 99 + 1) % 100 : depth]);
      }
      builder.add(i, builder.row(thread, stack), 1, 1000);
    }
    return builder.build();
  }

  @Test
  void values_thatAreNoSamples_areSharedAmongEvents() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("bytes");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int frame = builder.frame(Frame.named("Shop.Cart::Buy", "Shop.dll"));
    int stack = builder.stack(StackTree.NONE, frame);
    builder.add(0, builder.row(thread, stack), 900_000_000_000L, 0);
    builder.add(0, builder.row(thread, StackTree.NONE), 100_000_000_000L, 0);
    Profile profile = builder.build();
    Path file = folder.resolve("some.jfr");
    try (OutputStream out = Files.newOutputStream(file)) {
      JfrWriter.write(profile, new Texts(profile, true), out, 1000);
    }
    Map<String, Long> read = readByJdk(file);
    long main = read.getOrDefault("main", 0L);
    assertEquals(List.of(1L, 9L), List.of(main, total(read) - main));
  }

  @Test
  void values_withoutCommonDivisor_areSharedUpToTheLimit() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("bytes");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int frame = builder.frame(Frame.named("Shop.Cart::Buy", "Shop.dll"));
    int stack = builder.stack(StackTree.NONE, frame);
    builder.add(0, builder.row(thread, stack), 900_000_000_001L, 0);
    builder.add(0, builder.row(thread, StackTree.NONE), 100_000_000_000L, 0);
    Path file = folder.resolve("some.jfr");
    Profile profile = builder.build();
    try (OutputStream out = Files.newOutputStream(file)) {
      JfrWriter.write(profile, new Texts(profile, true), out, 1000);
    }
    Map<String, Long> read = readByJdk(file);
    long main = read.getOrDefault("main", 0L);
    assertEquals(List.of(100L, 900L), List.of(main, total(read) - main));
  }

  private static long total(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void profile_empty_isAFileWithoutEvents() throws IOException {
    assertEquals(Map.of(), readByJdk(write(new Profile.Builder().build())));
  }

  @Test
  void names_haveTheFormsOfTheJdk() {
    Texts texts = new Texts(new Profile.Builder().build(), true);
    assertEquals(
        new JfrMethod("Shop/Cart", "Buy", "()V"),
        JfrMethod.of(Frame.named("Shop.Cart::Buy", ""), texts));
    Frame written = Frame.named("Shop.Cart+<>c::<Buy>b__0", "");
    Frame lambda =
        new Frame(
            written.method(),
            "Cart.Buy(int, List<A.B>) → lambda",
            written.module(),
            0,
            Frame.NO_OFFSET,
            written.source(),
            written.kind());
    assertEquals(
        new JfrMethod("Shop/Cart", "Buy → lambda", "(Lint;LList<A/B>;)V"),
        JfrMethod.of(lambda, texts));
    assertEquals(new JfrMethod("", "<native>", "()V"), JfrMethod.of(Frame.NATIVE, texts));
    assertEquals(
        new JfrMethod("main", "main", "()V"), JfrMethod.of(Frame.named("main.main", ""), texts));
  }
}
