// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.util.List;
import java.util.Map;

/**
 * What a command tells of one thing, part by part: facts by name, and tables. A form of it, text or
 * JSON, is one implementation.
 *
 * <p>A value is a number (an {@code Integer} or {@code BigInteger} that counts, a {@code Long} that
 * is bits or a place), a {@code Boolean}, a {@code String}, a {@code Token}, a {@code UUID}, a
 * {@code Bytes}, a list of such, or empty.
 *
 * <p>A file may name one long text in each of its rows. So that what is told of it stays a small
 * multiple of its size, a longer cell than {@link #shown} is cut, and ends in {@code …} and its
 * length.
 */
public interface Report extends AutoCloseable {

  /** A part that is made of facts. */
  void facts(String title, Map<String, ?> facts);

  /** A part that is made of rows, each as long as {@code columns}; may be gone through twice. */
  void table(String title, List<String> columns, Iterable<List<?>> rows);

  /** How much is shown of the next cell, which has {@code length} bytes. */
  int shown(int length);

  /** Ends the report. */
  @Override
  void close();
}
