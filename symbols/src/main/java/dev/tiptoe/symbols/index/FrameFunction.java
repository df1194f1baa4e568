// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import java.util.Locale;

/**
 * The functions about frames that are given by number, as engines that speak SQL offer them. A
 * frame is a MethodDef token and an IL offset in a module, or an RVA of its ReadyToRun code.
 *
 * <p>What is not known has no answer; no argument is an error.
 */
public enum FrameFunction {
  /** The method as C# writes it. */
  NAME(Type.TEXT, false) {
    @Override
    void answer(Place at, Receiver out) {
      textOrNone(at.module().shownName(at.rid()), out);
    }
  },

  /** The method in whose source the code is. */
  WRITTEN(Type.TEXT, false) {
    @Override
    void answer(Place at, Receiver out) {
      out.text(at.module().writtenText(at.rid()));
    }
  },

  /** The name in the metadata. */
  SYSTEM_NAME(Type.TEXT, false) {
    @Override
    void answer(Place at, Receiver out) {
      out.text(at.module().method(at.methodDef()).systemName());
    }
  },

  /** The path of the source file. */
  FILE(Type.TEXT, true) {
    @Override
    void answer(Place at, Receiver out) {
      textOrNone(at.pathOf(at.source()), out);
    }
  },

  /** The line, from 1. */
  LINE(Type.INTEGER, true) {
    @Override
    void answer(Place at, Receiver out) {
      long place = at.source();
      if (place == 0) {
        out.none();
      } else {
        out.number(SymbolIndex.line(place));
      }
    }
  },

  /** The written method, and the line where it is known, as .NET writes both. */
  FRAME(Type.TEXT, true) {
    @Override
    void answer(Place at, Receiver out) {
      String written = at.module().writtenText(at.rid());
      long source = at.source();
      String path = at.pathOf(source);
      if (path.isEmpty()) {
        out.text(written);
        return;
      }
      StringBuilder text = new StringBuilder(written.length() + path.length() + MOST_BESIDE);
      text.append(written).append(" in ").append(path).append(":line ");
      out.text(text.append(SymbolIndex.line(source)).toString());
    }
  },

  /** Why there is no line, or why it is not exact. */
  REASON(Type.TEXT, true) {
    @Override
    void answer(Place at, Receiver out) {
      FrameAnswer frame = Symbols.frame(at.module(), at.methodDef(), at.offset());
      if (frame instanceof FrameAnswer.Unknown unknown) {
        out.text(unknown.reason());
        return;
      }
      SourcePlace source = ((FrameAnswer.Known) frame).source();
      if (source instanceof SourcePlace.Unknown unknown) {
        out.text(unknown.reason());
      } else if (((SourcePlace.Known) source).precision() == SourcePlace.Precision.AT_OR_AFTER) {
        out.text(AT_OR_AFTER);
      } else {
        out.none();
      }
    }

    @Override
    public void withoutAnswer(String reason, Receiver out) {
      out.text(reason);
    }
  },

  /** The token of the method that has code at an RVA. */
  METHOD_AT(Type.LONG, false) {
    @Override
    public boolean takesRva() {
      return true;
    }

    @Override
    void answer(Place at, Receiver out) {
      long code = at.module().codeAt(at.rva());
      if (code < 0) {
        out.none();
      } else {
        out.number(Token.of(MethodDef.TABLE, (int) (code >>> 32)).value());
      }
    }
  },

  /** The IL offset of the code at an RVA. */
  IL_AT(Type.INTEGER, false) {
    @Override
    public boolean takesRva() {
      return true;
    }

    @Override
    void answer(Place at, Receiver out) {
      long code = at.module().codeAt(at.rva());
      if (code < 0 || (int) code == 0) {
        out.none();
      } else {
        out.number((int) code - 1);
      }
    }
  };

  /** The reason of a line that is not exact. */
  public static final String AT_OR_AFTER =
      "at or after that line: IL offset 0 also stands for a missing mapping";

  /** The length of what a frame has beside its two names. */
  private static final int MOST_BESIDE = " in :line ".length() + 10;

  private static final long LARGEST = 0xffff_ffffL;

  private final Type type;
  private final boolean offset;

  FrameFunction(Type type, boolean offset) {
    this.type = type;
    this.offset = offset;
  }

  /** The types of answers. */
  public enum Type {
    /** A text. */
    TEXT,
    /** A number of 32 bits. */
    INTEGER,
    /** A number of 64 bits. */
    LONG
  }

  /** Receives one answer. */
  public interface Receiver {
    /** Receives a text. */
    void text(String answer);

    /** Receives a number. */
    void number(long answer);

    /** Is called if there is no answer. */
    void none();
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

    /** Returns the line and document of the code; 0 where there is none. */
    long source() {
      return module.place(rid(), offset);
    }

    /** Returns the path of a source's document; empty where there is none. */
    String pathOf(long source) {
      return source == 0 ? "" : module.documentPath(SymbolIndex.document(source));
    }
  }

  /** Returns its name in SQL, such as {@code tiptoe_name}. */
  public String functionName() {
    return "tiptoe_" + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type of its answers. */
  public Type type() {
    return type;
  }

  /** Returns whether it has the IL offset as a third parameter. */
  public boolean hasOffset() {
    return offset;
  }

  /** Returns whether its second parameter is an RVA, and not a token. */
  public boolean takesRva() {
    return false;
  }

  /**
   * Answers about a frame of a module.
   *
   * @param number any number: the MethodDef token, or the RVA
   * @param ilOffset any number; not used without {@link #hasOffset}
   */
  public void answer(SymbolIndex module, long number, long ilOffset, Receiver out) {
    String wrong = wrong(module, number, ilOffset);
    if (!wrong.isEmpty()) {
      withoutAnswer(wrong, out);
      return;
    }
    try {
      answer(new Place(module, number, (int) ilOffset), out);
    } catch (MetadataFormatException e) {
      withoutAnswer(String.valueOf(e.getMessage()), out);
    }
  }

  /** Returns what is wrong with the numbers; empty if nothing is. */
  private String wrong(SymbolIndex module, long number, long ilOffset) {
    boolean fits = number >= 0 && number <= LARGEST;
    if (takesRva()) {
      return fits ? "" : number + " is no RVA";
    }
    Token token = new Token((int) number);
    if (!fits || token.table() != MethodDef.TABLE) {
      return number + " is no MethodDef token";
    }
    if (token.rid() == 0 || token.rid() > module.methodCount()) {
      return module.name() + " has no method " + token;
    }
    return ilOffset < 0 || ilOffset > Integer.MAX_VALUE ? ilOffset + " is no IL offset" : "";
  }

  private static void textOrNone(String text, Receiver out) {
    if (text.isEmpty()) {
      out.none();
    } else {
      out.text(text);
    }
  }

  abstract void answer(Place at, Receiver out);

  /** Answers about a frame whose module or method is not found. */
  public void withoutAnswer(String reason, Receiver out) {
    out.none();
  }
}
