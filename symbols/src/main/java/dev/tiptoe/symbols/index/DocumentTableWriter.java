// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.List;
import java.util.Optional;

/** Collects source files and writes a {@link DocumentTable}. Mutable, not thread-safe. */
final class DocumentTableWriter {

  private final StringTableWriter paths = new StringTableWriter();
  private final int[] rows;

  /** Creates a writer of so many documents, which have no names yet. */
  DocumentTableWriter(int count) {
    this.rows = new int[count * BitRows.COLUMNS];
  }

  void set(int document, String path, Optional<String> url) {
    rows[document * BitRows.COLUMNS + DocumentTable.PATH] = paths.add(path) + 1;
    rows[document * BitRows.COLUMNS + DocumentTable.URL] =
        url.map(text -> paths.add(text) + 1).orElse(0);
  }

  /** Sets the reason why a document cannot be named. */
  void setReason(int document, String reason) {
    rows[document * BitRows.COLUMNS + DocumentTable.REASON] = paths.add(reason) + 1;
  }

  /** Returns the section of texts and that of rows. */
  List<IndexOutput> sections() {
    IndexOutput texts = paths.write();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = rows[i] == 0 ? 0 : paths.number(rows[i] - 1) + 1;
    }
    return List.of(texts, BitRows.write(rows, rows.length / BitRows.COLUMNS));
  }
}
