// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStop;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which context an assembly is loaded into, by what came before on its thread. */
class LoadContextTrailTest {

  private static final Optional<String> DEFAULT = Optional.of("Default");
  private static final Optional<String> NOT_TOLD = Optional.empty();
  private static final String NAME = "Part, Version=1.0.0.0";

  private final LoadContextTrail trail = new LoadContextTrail();

  private void begin(String path, String context) {
    trail.follow(1, new BindStart(NAME, path, context));
  }

  private void end() {
    trail.follow(1, new BindStop(NAME, false));
  }

  private Optional<String> load() {
    return trail.load(1, NAME);
  }

  @Test
  void byName_whenTheSearchIsOver_isOfTheDefaultContext() {
    begin("", "Default");
    end();
    assertEquals(DEFAULT, load());
    assertEquals(NOT_TOLD, load());
  }

  @Test
  void byPath_whileTheSearchGoesOn_isOfTheContextThatItNames() {
    begin("/part.dll", "\"Plugin\" #1");
    assertEquals(Optional.of("\"Plugin\" #1"), load());
    end();
    assertEquals(NOT_TOLD, load());
  }

  /** The runtime searches for what it has in memory without a path, and loads it meanwhile. */
  @Test
  void fromMemory_twice_isNotReportedEitherTime() {
    for (int time = 0; time < 2; time++) {
      begin("", "\"Plugin\" #" + time);
      assertEquals(NOT_TOLD, load());
      end();
    }
  }

  /** A context that searched by name loads by path; the same is loaded from memory later. */
  @Test
  void fromMemory_afterItWasLoadedByPathWithinASearchByName_isNotReported() {
    begin("", "\"Plugin\" #1");
    begin("/part.dll", "\"Plugin\" #1");
    assertEquals(Optional.of("\"Plugin\" #1"), load());
    end();
    end();
    begin("", "\"Plugin\" #2");
    assertEquals(NOT_TOLD, load());
  }

  /** Another thread was faster to load what this one found. */
  @Test
  void fromMemory_afterItWasFoundAndNotLoaded_isNotReported() {
    begin("", "Default");
    end();
    begin("", "\"Plugin\" #1");
    assertEquals(NOT_TOLD, load());
  }

  @Test
  void searches_deeperThanAreFollowed_leaveTheOthersInOrder() {
    begin("/part.dll", "\"Plugin\" #1");
    for (int depth = 0; depth < 1_000; depth++) {
      begin("", "Default");
    }
    assertEquals(NOT_TOLD, load());
    for (int depth = 0; depth < 1_000; depth++) {
      end();
    }
    assertEquals(Optional.of("\"Plugin\" #1"), load());
  }
}
