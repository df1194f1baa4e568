// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.given.HardProfile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;

/**
 * What is hard to write, read by the JDK, by JDK Mission Control and by async-profiler's converter,
 * which knows the fields of the JDK's types by their order.
 */
class JfrReadersTest {

  private static final long MOST_EVENTS = 6000;

  /** Of the converter, whose writer of stacks is recursive. */
  private static final long STACK = 1 << 26;

  @TempDir private Path folder = Path.of("");

  /** How a reader shows a stack. */
  private interface Shown {
    String thread(Profile profile, Texts texts, int thread);

    String frame(JfrMethod method, Frame frame);
  }

  private static final class AsRead implements Shown {
    @Override
    public String thread(Profile profile, Texts texts, int thread) {
      return encoded(texts.thread(thread));
    }

    @Override
    public String frame(JfrMethod method, Frame frame) {
      return asRead(
          method.type().replace('/', '.'),
          method.name(),
          method.descriptor(),
          frame.source().shownLine());
    }
  }

  private static final class AsConverted implements Shown {
    @Override
    public String thread(Profile profile, Texts texts, int thread) {
      return "[" + texts.thread(thread) + " tid=" + (thread + 1) + "]";
    }

    @Override
    public String frame(JfrMethod method, Frame frame) {
      return (method.type().isEmpty() ? "" : method.type() + ".")
          + method.name()
          + (frame.kind() == FrameKind.NATIVE ? "" : "_[j]");
    }
  }

  private static String encoded(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static String asRead(String type, String name, String descriptor, Object line) {
    return encoded(type + "#" + name + "#" + descriptor + ":" + line);
  }

  private Path write(Profile profile) throws IOException {
    Path file = folder.resolve("some.jfr");
    try (OutputStream out = Files.newOutputStream(file)) {
      JfrWriter.write(profile, new Texts(profile, true), out, MOST_EVENTS);
    }
    return file;
  }

  private static Map<String, Long> expected(Profile profile, Shown shown) {
    Map<String, Long> numbers = new TreeMap<>();
    Texts texts = new Texts(profile, true);
    Weights weights = new Weights(profile);
    for (int row = 0; row < profile.rows(); row++) {
      List<String> stack = new ArrayList<>();
      stack.add(shown.thread(profile, texts, profile.thread(row)));
      for (Frame frame : profile.framesOf(row)) {
        stack.add(shown.frame(JfrMethod.of(frame, texts), frame));
      }
      numbers.merge(encoded(String.join(";", stack)), weights.numberOfRow(row), Long::sum);
    }
    return numbers;
  }

  /** The events are exactly the samples; or else shares of the values, each rounded. */
  private static void check(Profile profile, Map<String, Long> expected, Map<String, Long> events) {
    if (new Weights(profile).haveNumbers() && total(expected) <= MOST_EVENTS) {
      assertEquals(expected, events);
      return;
    }
    Set<String> stacks = new HashSet<>(expected.keySet());
    stacks.addAll(events.keySet());
    double perEvent = total(expected) / (double) total(events);
    for (String stack : stacks) {
      double share = expected.getOrDefault(stack, 0L) / perEvent;
      assertEquals(share, events.getOrDefault(stack, 0L), 1, stack);
    }
  }

  private static long total(Map<String, Long> numbers) {
    return numbers.values().stream().mapToLong(Long::longValue).sum();
  }

  @ParameterizedTest
  @EnumSource
  void jdk_profileThatIsHard_showsItsSamples(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    Map<String, Long> events = new TreeMap<>();
    try (RecordingFile recording = new RecordingFile(write(profile))) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        List<String> stack = new ArrayList<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
          stack.add(
              asRead(
                  frame.getMethod().getType().getName(),
                  frame.getMethod().getName(),
                  frame.getMethod().getDescriptor(),
                  frame.getLineNumber()));
        }
        stack.add(event.getThread("sampledThread").getJavaName());
        Collections.reverse(stack);
        events.merge(String.join(";", stack), 1L, Long::sum);
      }
    }
    check(profile, expected(profile, new AsRead()), events);
  }

  @ParameterizedTest
  @EnumSource
  void missionControl_profileThatIsHard_showsItsSamples(HardProfile hard) throws Exception {
    Profile profile = hard.profile();
    Map<String, Long> events = new TreeMap<>();
    for (IItemIterable items :
        JfrLoaderToolkit.loadEvents(write(profile).toFile())
            .apply(ItemFilters.type("jdk.ExecutionSample"))) {
      var stacks = JfrAttributes.EVENT_STACKTRACE.getAccessor(items.getType());
      var threads = JdkAttributes.EVENT_THREAD_NAME.getAccessor(items.getType());
      for (IItem item : items) {
        List<String> stack = new ArrayList<>();
        for (IMCFrame frame : stacks.getMember(item).getFrames()) {
          stack.add(
              asRead(
                  frame.getMethod().getType().getFullName(),
                  frame.getMethod().getMethodName(),
                  frame.getMethod().getFormalDescriptor(),
                  frame.getFrameLineNumber()));
        }
        stack.add(threads.getMember(item));
        Collections.reverse(stack);
        events.merge(String.join(";", stack), 1L, Long::sum);
      }
    }
    check(profile, expected(profile, new AsRead()), events);
  }

  @ParameterizedTest
  @EnumSource
  void jfrConverter_profileThatIsHard_showsItsSamples(HardProfile hard) throws Exception {
    Profile profile = hard.profile();
    Map<String, Long> events = new TreeMap<>();
    String text = converted(write(profile));
    Map<String, Long> expected = expected(profile, new AsConverted());
    // Names may have what ends lines; each number is behind its stack.
    for (Map.Entry<String, Long> each : expected.entrySet()) {
      int at = ("\n" + text).indexOf("\n" + each.getKey() + " ");
      if (at >= 0) {
        int from = at + each.getKey().length() + 1;
        events.put(each.getKey(), Long.parseLong(text.substring(from, text.indexOf('\n', from))));
      }
    }
    check(profile, expected, events);
    int length =
        events.entrySet().stream()
            .mapToInt(it -> (it.getKey() + " " + it.getValue() + "\n").length())
            .sum();
    assertEquals(length, text.length(), "it shows other stacks, too");
  }

  private String converted(Path file) throws ExecutionException, InterruptedException {
    Path out = folder.resolve("some.collapsed");
    FutureTask<String> task =
        new FutureTask<>(
            () -> {
              Arguments arguments =
                  new Arguments("--threads", "-o", "collapsed", file.toString(), out.toString());
              try {
                JfrToFlame.convert(file.toString(), out.toString(), arguments);
                return Files.readString(out);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    new Thread(null, task, "converter", STACK).start();
    return task.get();
  }
}
