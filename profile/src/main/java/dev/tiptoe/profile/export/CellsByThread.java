// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.Timeline;

/** The cells of a timeline, of each thread by itself in their order. Immutable. */
final class CellsByThread {

  private final int[] cells;

  /** Where the cells of each thread begin, and those of the last one end. */
  private final int[] starts;

  CellsByThread(Profile profile) {
    Timeline timeline = profile.timeline();
    starts = new int[profile.threads().size() + 1];
    for (int cell = 0; cell < timeline.size(); cell++) {
      starts[profile.thread(timeline.row(cell)) + 1]++;
    }
    for (int thread = 1; thread < starts.length; thread++) {
      starts[thread] += starts[thread - 1];
    }
    cells = new int[timeline.size()];
    int[] next = starts.clone();
    for (int cell = 0; cell < cells.length; cell++) {
      cells[next[profile.thread(timeline.row(cell))]++] = cell;
    }
  }

  /** Returns the number of cells of a thread. */
  int size(int thread) {
    return starts[thread + 1] - starts[thread];
  }

  /** Returns a cell of a thread, by its place. */
  int cell(int thread, int place) {
    return cells[starts[thread] + place];
  }
}
