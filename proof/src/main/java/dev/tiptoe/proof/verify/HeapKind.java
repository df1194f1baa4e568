// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.Column;
import java.util.Optional;
import java.util.UUID;

/** The heaps: how our reader reads an entry of each, and what the CLR puts into a frame for it. */
enum HeapKind {
  STRINGS("#Strings", "String", 0) {
    @Override
    int size(Image image) {
      return image.strings().size();
    }

    @Override
    Object ours(Image image, int at) {
      return image.strings().get(at);
    }

    @Override
    int next(Image image, int at) {
      return image.strings().next(at);
    }

    @Override
    Object theirs(Frame frame) {
      var utf8 = frame.stringAt(0);
      return utf8.utf8(0, utf8.length());
    }
  },

  USER_STRINGS("#US", "UserString", 0) {
    @Override
    int size(Image image) {
      return image.userStrings().size();
    }

    @Override
    Object ours(Image image, int at) {
      return image.userStrings().get(at);
    }

    @Override
    int next(Image image, int at) {
      return image.userStrings().next(at);
    }

    @Override
    Object theirs(Frame frame) {
      // An odd length includes a last byte that describes the text.
      int length = frame.number(0) & ~1;
      byte[] utf16 = frame.bytesAt(1, length).copy(0, length);
      char[] text = new char[length / 2];
      for (int i = 0; i < text.length; i++) {
        text[i] = (char) ((utf16[2 * i] & 0xff) | (utf16[2 * i + 1] << 8));
      }
      return new String(text);
    }
  },

  BLOBS("#Blob", "Blob", 0) {
    @Override
    int size(Image image) {
      return image.blobs().size();
    }

    @Override
    Object ours(Image image, int at) {
      return Octets.of(image.blobs().get(at));
    }

    @Override
    int next(Image image, int at) {
      return image.blobs().next(at);
    }

    @Override
    Object theirs(Frame frame) {
      return Octets.of(frame.bytesAt(1, frame.number(0)));
    }
  },

  GUIDS("#GUID", "Guid", 1) {
    @Override
    int size(Image image) {
      return image.guids().size();
    }

    @Override
    Object ours(Image image, int at) {
      return image.guids().get(at).orElse(NIL);
    }

    @Override
    int next(Image image, int at) {
      return at + 1;
    }

    @Override
    Object theirs(Frame frame) {
      return Guid.of(frame.bytesAt(0, Guid.SIZE).copy(0, Guid.SIZE));
    }
  };

  private static final UUID NIL = new UUID(0, 0);

  private final String stream;
  private final String entry;
  private final int first;

  HeapKind(String stream, String entry, int first) {
    this.stream = stream;
    this.entry = entry;
    this.first = first;
  }

  /** Returns the heap that such a column refers to; empty for none. */
  static Optional<HeapKind> of(Column.Kind kind) {
    return switch (kind) {
      case STRING -> Optional.of(STRINGS);
      case BLOB -> Optional.of(BLOBS);
      case GUID -> Optional.of(GUIDS);
      default -> Optional.empty();
    };
  }

  /** Returns the stream's name. */
  String stream() {
    return stream;
  }

  /** Returns the name of an entry in the methods of {@code IMetaDataTables}. */
  String entry() {
    return entry;
  }

  /** Returns the offset of the first entry. */
  int first() {
    return first;
  }

  /** Returns whether the CLR gives a size and a pointer, rather than a pointer alone. */
  boolean isSized() {
    return this == USER_STRINGS || this == BLOBS;
  }

  /** Returns whether a heap of that size has an entry there. */
  boolean has(int at, int size) {
    return this == GUIDS ? at <= size / Guid.SIZE : at < size;
  }

  /** Returns the number of bytes in the heap. */
  abstract int size(Image image);

  /** Returns our reader's entry at an offset. */
  abstract Object ours(Image image, int at);

  /** Returns the offset behind that entry. */
  abstract int next(Image image, int at);

  /** Returns the entry that the CLR has put into a frame. */
  abstract Object theirs(Frame frame);
}
