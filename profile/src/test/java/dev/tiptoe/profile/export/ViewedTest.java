// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.HardProfile;
import dev.tiptoe.profile.given.Views;
import dev.tiptoe.testdata.importer.Shown;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is hard to write has the weights of the profile, as a reader of the format's specification
 * sees them: OTLP by the specification's classes, Chrome's trace events by their rules.
 */
class ViewedTest {

  private static byte[] written(Profile profile, ProfileFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write(profile, true, out);
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource
  void otlp_profileThatIsHard_hasItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    ProfilesData data = ProfilesData.parseFrom(written(profile, ProfileFormat.OTLP));
    var profiles = data.getResourceProfiles(0).getScopeProfiles(0).getProfilesList();
    boolean timed = profile.totalNanos() > 0;
    assertEquals(timed ? 2 : 1, profiles.size());
    for (int i = 0; i < profiles.size(); i++) {
      Shown expected = profile.rows() == 0 ? new Shown() : Views.expected(profile, i == 1);
      Shown shown = shown(profiles.get(i).getSamplesList(), data.getDictionary());
      assertEquals(List.of(), shown.differences(expected, 0));
    }
  }

  private static Shown shown(List<Sample> samples, ProfilesDictionary tables) {
    Shown shown = new Shown();
    for (Sample sample : samples) {
      var thread = tables.getAttributeTable(sample.getAttributeIndices(0));
      assertEquals("thread.name", tables.getStringTable(thread.getKeyStrindex()));
      List<String> stack = new ArrayList<>();
      for (int each : tables.getStackTable(sample.getStackIndex()).getLocationIndicesList()) {
        int function = tables.getLocationTable(each).getLines(0).getFunctionIndex();
        stack.add(tables.getStringTable(tables.getFunctionTable(function).getNameStrindex()));
      }
      Collections.reverse(stack);
      long sum = sample.getValuesList().stream().mapToLong(value -> value).sum();
      shown.addStack(thread.getValue().getStringValue(), stack, (double) sum);
    }
    return shown;
  }

  /** Frames nest, and what has begun ends; the times between are the weights. */
  @ParameterizedTest
  @EnumSource
  void chrome_profileThatIsHard_hasItsWeights(HardProfile hard) throws IOException {
    Profile profile = hard.profile();
    JsonObject file =
        JsonParser.parseString(
                new String(written(profile, ProfileFormat.CHROME), StandardCharsets.UTF_8))
            .getAsJsonObject();
    Events events = new Events();
    file.getAsJsonArray("traceEvents").forEach(events::add);
    assertTrue(events.open.values().stream().allMatch(Deque::isEmpty), "a frame has no end");
    if (profile.totalNanos() > 0) {
      // An end is a nanosecond before what begins next; what weighs nothing is shown with two.
      double tolerance = 3.0 * events.ends;
      assertEquals(List.of(), events.shown.differences(Views.expected(profile, true), tolerance));
    } else {
      assertEquals(Views.expected(profile, false).threads().keySet(), events.names());
    }
  }

  /** The state of a viewer that reads events. */
  private static final class Events {
    final Map<Integer, String> threads = new HashMap<>();
    final Map<Integer, Deque<String>> open = new HashMap<>();
    final Map<Integer, Double> last = new HashMap<>();
    final Shown shown = new Shown();
    int ends;

    Set<String> names() {
      return shown.threads().keySet();
    }

    private String name(int thread) {
      return threads.getOrDefault(thread, "without a name");
    }

    void add(JsonElement each) {
      JsonObject event = each.getAsJsonObject();
      String phase = event.get("ph").getAsString();
      int thread = event.get("tid").getAsInt();
      if (phase.equals("M")) {
        if (event.get("name").getAsString().equals("thread_name")) {
          threads.put(thread, event.getAsJsonObject("args").get("name").getAsString());
          shown.addThread(name(thread));
        }
        return;
      }
      Deque<String> stack = open.computeIfAbsent(thread, any -> new ArrayDeque<>());
      double at = event.get("ts").getAsBigDecimal().movePointRight(3).doubleValue();
      double since = at - last.getOrDefault(thread, at);
      assertTrue(since >= 0, "time runs backwards");
      last.put(thread, at);
      if (!stack.isEmpty() && since > 0) {
        for (String function : new HashSet<>(stack)) {
          shown.add(name(thread), function, 0, since);
        }
        shown.add(name(thread), stack.getLast(), since, 0);
      }
      String name = event.get("name").getAsString();
      if (phase.equals("B")) {
        stack.addLast(name);
      } else {
        assertEquals("E", phase);
        assertEquals(stack.removeLast(), name);
        ends++;
      }
    }
  }
}
