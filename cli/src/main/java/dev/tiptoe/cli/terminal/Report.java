// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.util.List;
import java.util.Map;

/**
 * A command's report about one thing, in parts: named facts, and tables. The implementations write
 * text or JSON.
 *
 * <p>A value is a number (an {@code Integer} or {@code BigInteger} that counts, a {@code Long} that
 * is bits or a place), a {@code Boolean}, a {@code String}, a {@code Token}, a {@code UUID}, a
 * {@code Bytes}, a list of such, or empty.
 *
 * <p>A file may refer to one long text in each of its rows. To keep the report within a small
 * multiple of the file's size, a cell longer than {@link #shown} is cut, and ends in {@code …} and
 * its length.
 */
public interface Report extends AutoCloseable {

  /** Adds a part that consists of facts. */
  void facts(String title, Map<String, ?> facts);

  /**
   * Adds a part that consists of rows, each as long as {@code columns}; may iterate over them
   * twice.
   */
  void table(String title, List<String> columns, Iterable<List<?>> rows);

  /** Returns how much is shown of the next cell, which has {@code length} bytes. */
  int shown(int length);

  /** Ends the report. */
  @Override
  void close();
}
