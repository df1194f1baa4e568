// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.file.Path;

/**
 * Receives the reports of a {@link Store} while it works. Called by several threads, one at a time;
 * must not block.
 */
public interface StoreListener {

  /** A listener that ignores everything. */
  StoreListener NONE = new StoreListener() {};

  /**
   * Reports how far the reading of the given folders is; called about once for each 256 files.
   *
   * @param files the number of files that were found so far
   * @param read the number of files among them that had to be read, because they are new or changed
   */
  default void progress(long files, long read) {}

  /**
   * Reports that nothing was found in a given file or folder that a store reads, nor a problem with
   * it; called when it was looked at. It is a note unless this is overridden.
   */
  default void unused(Path place) {
    note(place + ": no module, PDB or package is in it");
  }

  /**
   * Reports that a given file or folder cannot be read, or is a damaged file. It is a note unless
   * this is overridden.
   *
   * @param problem one line that names the place
   */
  default void unreadable(Path place, String problem) {
    note(problem);
  }

  /**
   * Reports a problem or a decision, in one line that names the file or server: a file that cannot
   * be read, a catalog that is made anew, a server that gets no more requests.
   */
  default void note(String text) {}
}
