// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which methods of {@code IMetaDataImport} return one answer: the parameters for it,
 * and the resulting cells of a frame.
 */
enum Shape {
  /** {@code ULONG *}. */
  NUMBER(1) {
    @Override
    Object read(Frame frame, int cell) {
      return frame.number(cell);
    }
  },

  /** {@code mdToken *}; all nil tokens are alike. */
  TOKEN(1) {
    @Override
    Object read(Frame frame, int cell) {
      return token(new Token(frame.number(cell)));
    }
  },

  /** {@code LPWSTR szName, ULONG cchName, ULONG *pchName}. */
  NAME(1) {
    @Override
    void addParameters(Frame frame, int cell, List<@Nullable Object> to) {
      to.add(frame.buffer());
      to.add(Frame.BUFFER_CHARS);
      to.add(frame.cell(cell));
    }

    @Override
    Object read(Frame frame, int cell) {
      // The count includes the terminating zero.
      return frame.text(Math.max(0, frame.number(cell) - 1));
    }
  },

  /** {@code PCCOR_SIGNATURE *ppvSig, ULONG *pcbSig}. */
  BLOB(2) {
    @Override
    Object read(Frame frame, int cell) {
      return Octets.of(frame.bytesAt(cell, frame.number(cell + 1)));
    }
  },

  /** {@code DWORD *pdwCPlusTypeFlag, UVCP_CONSTANT *ppValue, ULONG *pcchValue}. */
  CONSTANT(3) {
    @Override
    Object read(Frame frame, int cell) {
      int type = frame.number(cell);
      int width = type == STRING ? 2 * frame.number(cell + 2) : width(type);
      return type == VOID || type == 0
          ? NO_CONSTANT
          : type + ": " + Octets.of(frame.bytesAt(cell + 1, width));
    }
  },

  /** An array, its capacity and the number of items, of which only the last is used. */
  COUNT(1) {
    @Override
    void addParameters(Frame frame, int cell, List<@Nullable Object> to) {
      to.add(null);
      to.add(0);
      to.add(frame.cell(cell));
    }

    @Override
    Object read(Frame frame, int cell) {
      return frame.number(cell);
    }
  },

  /** {@code COR_FIELD_OFFSET rFieldOffset[], ULONG cMax, ULONG *pcFieldOffset}. */
  OFFSETS(1) {
    @Override
    void addParameters(Frame frame, int cell, List<@Nullable Object> to) {
      to.add(frame.buffer());
      to.add(Frame.BUFFER_CHARS / 4);
      to.add(frame.cell(cell));
    }

    @Override
    Object read(Frame frame, int cell) {
      List<String> offsets = new ArrayList<>();
      for (int i = 0; i < frame.number(cell); i++) {
        offsets.add(new Token(frame.buffered(2 * i)) + " at " + frame.buffered(2 * i + 1));
      }
      return offsets;
    }
  },

  /** {@code ASSEMBLYMETADATA *}, of which only the version is used. */
  VERSION(0) {
    @Override
    void addParameters(Frame frame, int cell, List<@Nullable Object> to) {
      to.add(frame.assemblyMetadata());
    }

    @Override
    Object read(Frame frame, int cell) {
      return frame.version();
    }
  },

  /** A pointer that is not used. */
  SKIPPED(1) {
    @Override
    Object read(Frame frame, int cell) {
      return "";
    }
  };

  private static final int VOID = 0x01;
  private static final int STRING = 0x0e;
  private static final String NO_CONSTANT = "none";

  private final int cells;

  Shape(int cells) {
    this.cells = cells;
  }

  /** Returns how many cells of a frame it needs. */
  int cells() {
    return cells;
  }

  /** Adds its parameters, usually a pointer to each of its cells. */
  void addParameters(Frame frame, int cell, List<@Nullable Object> to) {
    for (int i = 0; i < cells; i++) {
      to.add(frame.cell(cell + i));
    }
  }

  /** Returns the answer, from its cells. */
  abstract Object read(Frame frame, int cell);

  /** Returns our token in the form that {@link #TOKEN} gives those of the CLR. */
  static Object token(Token token) {
    return token.rid() == 0 ? "nil" : token;
  }

  /** Returns our constant in the form that {@link #CONSTANT} gives those of the CLR. */
  static Object constant(Optional<Constant> constant) {
    return constant
        .<Object>map(
            row -> {
              int type = row.type() & 0xff;
              var value = row.value();
              int width = type == STRING ? value.length() & ~1 : width(type);
              return type + ": " + Octets.of(value.slice(0, width));
            })
        .orElse(NO_CONSTANT);
  }

  /** Returns the number of bytes of a constant of that element type; a null reference has four. */
  private static int width(int type) {
    return switch (type) {
      case 0x02, 0x04, 0x05 -> 1;
      case 0x03, 0x06, 0x07 -> 2;
      case 0x0a, 0x0b, 0x0d -> 8;
      default -> 4;
    };
  }
}
