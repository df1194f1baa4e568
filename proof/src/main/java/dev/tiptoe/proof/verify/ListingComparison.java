// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Compares one {@link Listing} for all rows of its table. */
final class ListingComparison<T extends Row> {

  private static final int MOST_AT_ONCE = Frame.BUFFER_CHARS / 2;

  // The cells of the frame.
  private static final int ENUMERATION = 0;
  private static final int COUNT = 1;

  private final Listing<T> listing;
  private final ComFunction method;
  private final ComFunction closeEnum;
  private final Frame frame = new Frame();
  private final Frame unseen = new Frame();
  private final Findings findings;

  ListingComparison(Listing<T> listing, ComReference theirs, Findings findings) {
    this.listing = listing;
    this.findings = findings;
    method = theirs.function(listing.method());
    closeEnum = theirs.function("CloseEnum");
  }

  /** Compares. */
  void run(Image image) {
    for (T row : image.rows(listing.table(), listing.view())) {
      Object ours = Findings.ours(() -> listing.ours().apply(row));
      String table = TableSchema.ECMA_335.nameOf(listing.table());
      findings.compare(table, row.rid(), listing.method(), ours, theirs(row));
      findings.answer();
    }
  }

  private Object theirs(T row) {
    frame.clear();
    Object[] arguments = arguments(row);
    try {
      List<Token> all = new ArrayList<>();
      do {
        if (Hresult.isFailure(method.ask(arguments))) {
          return Findings.REFUSED;
        }
        for (int i = 0; i < frame.number(COUNT); i++) {
          all.add(new Token(frame.buffered(i)));
        }
      } while (frame.number(COUNT) == MOST_AT_ONCE);
      return all;
    } finally {
      closeEnum.call(frame.pointer(ENUMERATION));
    }
  }

  private Object[] arguments(T row) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(frame.cell(ENUMERATION));
    arguments.add(row.token().value());
    arguments.addAll(listing.inputs());
    for (int array = 1; array < listing.arrays(); array++) {
      arguments.add(unseen.buffer());
    }
    arguments.add(frame.buffer());
    arguments.add(MOST_AT_ONCE);
    arguments.add(frame.cell(COUNT));
    return arguments.toArray();
  }
}
