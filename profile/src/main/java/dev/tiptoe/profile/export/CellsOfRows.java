// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.Timeline;

/**
 * The cells of a profile's timeline by their rows, in the order of the timeline. Immutable. Retains
 * 4 bytes for each cell and each row.
 */
final class CellsOfRows {

  /** Where the cells of a row begin; those of the next one follow. */
  private final int[] starts;

  private final int[] cells;

  CellsOfRows(Profile profile) {
    Timeline timeline = profile.timeline();
    starts = new int[profile.rows() + 1];
    cells = new int[timeline.size()];
    for (int cell = 0; cell < cells.length; cell++) {
      starts[timeline.row(cell)]++;
    }
    int sum = 0;
    for (int row = 0; row < starts.length; row++) {
      sum += starts[row];
      starts[row] = sum;
    }
    for (int cell = cells.length - 1; cell >= 0; cell--) {
      cells[--starts[timeline.row(cell)]] = cell;
    }
  }

  /** Returns the place of a row's first cell. */
  int start(int row) {
    return starts[row];
  }

  /** Returns the place behind a row's last cell. */
  int end(int row) {
    return starts[row + 1];
  }

  /** Returns the cell at a place. */
  int cell(int place) {
    return cells[place];
  }
}
