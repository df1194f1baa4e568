// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.util.Locale;

/** What {@code tiptoe index} has done so far. Mutable, not thread-safe. */
final class IndexTotals {

  private int written;
  private int kept;
  private int withLines;
  private long methods;
  private long points;
  private long bytes;

  void add(SymbolIndexWriter.Written index, boolean hasPdb) {
    written += index.isNew() ? 1 : 0;
    kept += index.isNew() ? 0 : 1;
    withLines += hasPdb ? 1 : 0;
    methods += index.methods();
    points += index.points();
    bytes += index.bytes();
  }

  /** Returns the summary. */
  @Override
  public String toString() {
    String summary =
        String.format(
            Locale.ROOT,
            "%d %s indexed, %d with lines: %d methods, %d sequence points, %.1f MB",
            written + kept,
            written + kept == 1 ? "module" : "modules",
            withLines,
            methods,
            points,
            bytes / 1e6);
    return kept == 0
        ? summary
        : summary + "; " + kept + (kept == 1 ? " was" : " were") + " up to date";
  }
}
