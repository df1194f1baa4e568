// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.symbols.SourceDocument;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The source files of a module. Thread-safe; keeps those that were requested. */
final class DocumentTable {

  static final int PATH = 0;
  static final int URL = 1;
  static final int REASON = 2;

  private final TextSection paths;
  private final BitRows rows;
  private final @Nullable SourceDocument[] known;

  DocumentTable(IndexBytes bytes, IndexHeader header) {
    this.paths = new TextSection(bytes, header.section(Section.Id.PATHS));
    this.rows = new BitRows(bytes, header.section(Section.Id.DOCUMENTS));
    this.known = new @Nullable SourceDocument[rows.count()];
  }

  int count() {
    return known.length;
  }

  /** Returns a document. */
  SourceDocument get(int number) {
    SourceDocument before = number >= 0 && number < known.length ? known[number] : null;
    if (before != null) {
      return before;
    }
    String path = text(number, PATH).orElse("");
    SourceDocument document = new SourceDocument(path, text(number, URL));
    known[number] = document;
    return document;
  }

  /** Returns the reason why a document cannot be named. */
  Optional<String> reason(int number) {
    return text(number, REASON);
  }

  /** Returns the path of a document; empty for none. */
  String path(int number) {
    return number < 0 || number >= known.length ? "" : get(number).path();
  }

  private Optional<String> text(int number, int column) {
    int text = rows.get(number, column);
    return text == 0 ? Optional.empty() : Optional.of(paths.get(text - 1));
  }
}
