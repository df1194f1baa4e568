// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.message.OtlpDictionary;
import dev.tiptoe.profile.wire.WireWriter;

/** Writes a piece of a dictionary: changed locations, and what is added to tables. */
final class OtlpPieceWriter {

  private final OtlpMessage message;
  private final OtlpDictionary.Piece piece;
  private final WireWriter out;
  private long copied;

  /** Where functions and texts are added; -1 when they are not, or not yet. */
  private long functionsAt;

  private long textsAt;

  OtlpPieceWriter(OtlpMessage message, OtlpDictionary.Piece piece, WireWriter out) {
    this.message = message;
    this.piece = piece;
    this.out = out;
    this.copied = piece.start();
    this.functionsAt = addedAt(OtlpDictionary.FUNCTIONS);
    this.textsAt = addedAt(OtlpDictionary.STRINGS);
  }

  private long addedAt(int table) {
    if (message.dictionary().growing(table) != piece) {
      return -1;
    }
    return message.dictionary().count(table) == 0 ? piece.end() : piece.last(table);
  }

  /** Writes the piece; returns the index behind its locations. */
  int write(int firstIndex) {
    int next =
        message
            .dictionary()
            .forEach(
                message.in(),
                piece,
                OtlpDictionary.LOCATIONS,
                firstIndex,
                (index, field, end) -> {
                  addUpTo(field);
                  if (message.writeLocation(out, index, copied, field, end)) {
                    copied = end;
                  }
                });
    addUpTo(piece.end());
    copyTo(piece.end());
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
          .write(
              out,
              OtlpDictionary.FUNCTIONS,
              message.dictionary().count(OtlpDictionary.FUNCTIONS) == 0);
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
          .writeTexts(
              out, OtlpDictionary.STRINGS, message.dictionary().count(OtlpDictionary.STRINGS) == 0);
    }
  }
}
