// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SymbolIndex;
import java.util.Locale;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBWritableVector;

/** What is asked of a frame: a function of SQL each. */
enum FrameQuestion {
  NAME(DuckDBColumnType.VARCHAR, false) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      out.setString(row, at.module().shownName(at.rid()));
    }
  },

  WRITTEN(DuckDBColumnType.VARCHAR, false) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      out.setString(row, at.module().method(at.methodDef()).written().text());
    }
  },

  SYSTEM_NAME(DuckDBColumnType.VARCHAR, false) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      out.setString(row, at.module().method(at.methodDef()).systemName());
    }
  },

  FILE(DuckDBColumnType.VARCHAR, true) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      long place = at.module().place(at.rid(), at.offset());
      String path = place == 0 ? "" : at.module().documentPath(SymbolIndex.document(place));
      if (path.isEmpty()) {
        out.setNull(row);
      } else {
        out.setString(row, path);
      }
    }
  },

  LINE(DuckDBColumnType.INTEGER, true) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      long place = at.module().place(at.rid(), at.offset());
      if (place == 0) {
        out.setNull(row);
      } else {
        out.setInt(row, SymbolIndex.line(place));
      }
    }
  },

  FRAME(DuckDBColumnType.VARCHAR, true) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      FrameAnswer frame = Symbols.frame(at.module(), at.methodDef(), at.offset());
      if (frame instanceof FrameAnswer.Known known) {
        String line =
            known
                .source()
                .known()
                .map(found -> " in " + found.document().path() + ":line " + found.startLine())
                .orElse("");
        out.setString(row, known.method().written().text() + line);
      } else {
        out.setNull(row);
      }
    }
  },

  REASON(DuckDBColumnType.VARCHAR, true) {
    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      FrameAnswer frame = Symbols.frame(at.module(), at.methodDef(), at.offset());
      if (frame instanceof FrameAnswer.Unknown unknown) {
        out.setString(row, unknown.reason());
        return;
      }
      SourcePlace source = ((FrameAnswer.Known) frame).source();
      if (source instanceof SourcePlace.Unknown unknown) {
        out.setString(row, unknown.reason());
      } else if (((SourcePlace.Known) source).precision() == SourcePlace.Precision.AT_OR_AFTER) {
        out.setString(row, AT_OR_AFTER);
      } else {
        out.setNull(row);
      }
    }

    @Override
    void withoutAnswer(String reason, DuckDBWritableVector out, long row) {
      out.setString(row, reason);
    }
  },

  METHOD_AT(DuckDBColumnType.BIGINT, false) {
    @Override
    boolean takesRva() {
      return true;
    }

    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      long code = at.module().codeAt(at.rva());
      if (code < 0) {
        out.setNull(row);
      } else {
        out.setLong(row, Token.of(MethodDef.TABLE, (int) (code >>> 32)).value());
      }
    }
  },

  IL_AT(DuckDBColumnType.INTEGER, false) {
    @Override
    boolean takesRva() {
      return true;
    }

    @Override
    void answer(Place at, DuckDBWritableVector out, long row) {
      long code = at.module().codeAt(at.rva());
      if (code < 0 || (int) code == 0) {
        out.setNull(row);
      } else {
        out.setInt(row, (int) code - 1);
      }
    }
  };

  private static final String AT_OR_AFTER =
      "at or after that line: IL offset 0 also stands for a missing mapping";

  private final DuckDBColumnType type;
  private final boolean offset;

  FrameQuestion(DuckDBColumnType type, boolean offset) {
    this.type = type;
    this.offset = offset;
  }

  /** A method of a module, and the offset in it; or code of a module. */
  record Place(SymbolIndex module, long number, int offset) {
    int rid() {
      return methodDef().rid();
    }

    Token methodDef() {
      return new Token((int) number);
    }

    int rva() {
      return (int) number;
    }
  }

  String functionName() {
    return "tiptoe_" + name().toLowerCase(Locale.ROOT);
  }

  DuckDBColumnType type() {
    return type;
  }

  /** Returns whether it has the IL offset as a third parameter. */
  boolean hasOffset() {
    return offset;
  }

  /** Returns whether its second parameter is an RVA, and not a token. */
  boolean takesRva() {
    return false;
  }

  /** Writes the answer; {@code NULL} if there is none. */
  abstract void answer(Place at, DuckDBWritableVector out, long row);

  /** Writes the answer where the method is not found. */
  void withoutAnswer(String reason, DuckDBWritableVector out, long row) {
    out.setNull(row);
  }
}
