// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.nio.file.Path;

/** The sources of claims: a whole recording, or the part of it that other agents would have. */
enum Source {
  /** Everything that an agent records that is there from the start. */
  START_UP("start-up") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  },

  /** No announcements: only executing methods and the types they are made of. */
  SAMPLES("samples only") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return new LaterFeed(map, Long.MAX_VALUE);
    }
  },

  /** The second half of the run. It simulates an attach without a catch-up. */
  LATE("from half time on, simulated") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return new LaterFeed(map, end / 2);
    }
  },

  /** Everything that an attached agent records. */
  ATTACH("attach") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  },

  /** The same with a probe, which looks up in the runtime which types had been published before. */
  ATTACH_WITH_PROBE("attach with probe") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  },

  /** Everything that the first of two attached agents records, until it is detached. */
  FIRST_ATTACH("first attach of two") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }

    @Override
    Path traceIn(Path folder) {
      return folder.resolve("first-trace");
    }
  },

  /** Everything that the second one records, which comes later and has the probe. */
  SECOND_ATTACH("second attach of two, with probe") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  };

  private final String inWords;

  Source(String inWords) {
    this.inWords = inWords;
  }

  /** Returns its name in reports. */
  String inWords() {
    return inWords;
  }

  /** Returns the path of the trace. */
  Path traceIn(Path folder) {
    return AgentMode.traceIn(folder);
  }

  /** Returns whether it has all facts of its trace. */
  boolean isWhole() {
    return this != SAMPLES && this != LATE;
  }

  /**
   * Returns the feed for a whole recording that passes on to {@code map} the facts of this source.
   *
   * @param end the time of the last fact
   */
  abstract RuntimeFeed into(RuntimeFeed map, long end);
}
