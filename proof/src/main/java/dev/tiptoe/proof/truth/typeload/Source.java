// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.feed.RuntimeFeed;

/** Where claims may come from: a whole recording, or the part of it that others would have. */
enum Source {
  /** All that an agent tells that is there from the start. */
  START_UP("start-up") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  },

  /** No announcement at all: what runs, and what that is made of. */
  SAMPLES("samples only") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return new LaterFeed(map, Long.MAX_VALUE);
    }
  },

  /** From the middle of the run on. This is no attach, only what one would leave untold. */
  LATE("from half time on, simulated") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return new LaterFeed(map, end / 2);
    }
  },

  /** All that an agent tells that came while the program ran. */
  ATTACH("attach") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  },

  /** The same of one that also asked the runtime which types were published before it came. */
  ATTACH_WITH_PROBE("attach with probe") {
    @Override
    RuntimeFeed into(RuntimeFeed map, long end) {
      return map;
    }
  };

  private final String inWords;

  Source(String inWords) {
    this.inWords = inWords;
  }

  /** What it is called in reports. */
  String inWords() {
    return inWords;
  }

  /**
   * What to tell the facts of a whole recording, so that {@code map} hears those of this source.
   *
   * @param end the time of the last fact
   */
  abstract RuntimeFeed into(RuntimeFeed map, long end);
}
