// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.otlp;

import dev.tiptoe.profile.wire.WireWriter;

/** Writes a piece of a dictionary: changed locations, and what is added to tables. */
final class OtlpPieceWriter {

  private final OtlpMessage message;
  private final Dictionary.Piece piece;
  private final WireWriter out;
  private long copied;

  /** Where functions and texts are added; -1 when they are not, or not yet. */
  private long functionsAt;

  private long textsAt;

  OtlpPieceWriter(OtlpMessage message, Dictionary.Piece piece, WireWriter out) {
    this.message = message;
    this.piece = piece;
    this.out = out;
    this.copied = piece.start;
    this.functionsAt = addedAt(Dictionary.FUNCTIONS);
    this.textsAt = addedAt(Dictionary.STRINGS);
  }

  private long addedAt(int table) {
    if (message.dictionary().growing(table) != piece) {
      return -1;
    }
    return message.dictionary().count(table) == 0 ? piece.end : piece.last[table];
  }

  /** Writes the piece; returns the index behind its locations. */
  int write(int firstIndex) {
    int next =
        message
            .dictionary()
            .forEach(
                message.in(),
                piece,
                Dictionary.LOCATIONS,
                firstIndex,
                (index, field, end) -> {
                  addUpTo(field);
                  if (message.writeLocation(out, index, copied, field, end)) {
                    copied = end;
                  }
                });
    addUpTo(piece.end);
    copyTo(piece.end);
    return next;
  }

  private void copyTo(long position) {
    out.copy(message.in().bytes(), copied, position);
    copied = position;
  }

  private void addUpTo(long position) {
    boolean textsFirst = textsAt >= 0 && textsAt < functionsAt;
    if (textsFirst) {
      addTexts(position);
    }
    if (functionsAt >= 0 && functionsAt <= position) {
      copyTo(functionsAt);
      functionsAt = -1;
      message
          .functions()
          .write(out, Dictionary.FUNCTIONS, message.dictionary().count(Dictionary.FUNCTIONS) == 0);
    }
    if (!textsFirst) {
      addTexts(position);
    }
  }

  private void addTexts(long position) {
    if (textsAt >= 0 && textsAt <= position) {
      copyTo(textsAt);
      textsAt = -1;
      message
          .functions()
          .writeTexts(out, Dictionary.STRINGS, message.dictionary().count(Dictionary.STRINGS) == 0);
    }
  }
}
