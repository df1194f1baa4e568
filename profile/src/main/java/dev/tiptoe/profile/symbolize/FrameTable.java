// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The frames that were resolved for a profile, each once. Its memory is bounded: when a limit is
 * reached, further frames stay unresolved. Not thread-safe.
 */
final class FrameTable {

  private static final List<Unresolved> REASONS = List.of(Unresolved.values());

  /** The most distinct frames, of which the maps take at most 36 bytes each. */
  private static final int MOST_FRAMES = 3_000_000;

  /** The most bytes of the names of distinct methods, and what they cost beside their texts. */
  private static final long MOST_NAMES = 128L << 20;

  private static final int COST_OF_METHOD = 400;

  private final Modules modules;
  private final FrameStyle style;
  private final Functions functions;
  private final int mostFrames;

  /** By module and address: the number of a frame, from 1, or why there is none. */
  private final List<LongIntMap> frames = new ArrayList<>();

  private int frameCount;

  /** By module and rid: the number of a method, from 1, or why there is none. */
  private final LongIntMap methods = new LongIntMap();

  private long names;

  /** By frame: its function, line (negative when it is the first of the method) and column. */
  private int[] function = new int[1 << 8];

  private int[] line = new int[1 << 8];
  private int[] column = new int[1 << 8];
  private int count;

  /** By method: its function, the document of its first line. */
  private int[] functionOf = new int[1 << 8];

  private Method[] methodOf = new Method[1 << 8];
  private int methodCount;

  /**
   * A method.
   *
   * @param name the number of its name
   * @param system the number of its name in the metadata
   * @param document the path of the document of its first line; empty when unknown
   * @param startLine its first line; 0 when unknown
   */
  private record Method(int name, int system, String document, int startLine) {}

  /** Creates an empty table. */
  FrameTable(Symbols symbols, FrameStyle style, Functions functions) {
    this(symbols, style, functions, MOST_FRAMES);
  }

  FrameTable(Symbols symbols, FrameStyle style, Functions functions, int mostFrames) {
    this.modules = new Modules(symbols);
    this.style = style;
    this.functions = functions;
    this.mostFrames = mostFrames;
  }

  /** Returns the modules. */
  Modules modules() {
    return modules;
  }

  /** Returns the functions of the frames. */
  Functions functions() {
    return functions;
  }

  /**
   * Returns the number of the frame at an address, or a negative number for the {@linkplain #reason
   * reason} why there is none.
   *
   * @param module a number of {@link #modules}
   * @param address as {@link DotnetAddress} has it; an RVA is of a byte of the instruction
   */
  int resolve(int module, long address) {
    LongIntMap ofModule = framesOf(module);
    int known = ofModule.get(address);
    if (known != 0) {
      return number(known);
    }
    Optional<ModuleSymbols> symbols = modules.symbols(module);
    if (symbols.isEmpty()) {
      return no(Unresolved.NO_MODULE);
    }
    if (frameCount >= mostFrames || names > MOST_NAMES) {
      return no(Unresolved.LIMIT);
    }
    int frame = resolve(module, symbols.get(), address);
    ofModule.put(address, stored(frame));
    frameCount++;
    return frame;
  }

  private LongIntMap framesOf(int module) {
    while (frames.size() <= module) {
      frames.add(new LongIntMap());
    }
    return frames.get(module);
  }

  /** Returns what a map has for a number, or for the reason why there is none: never 0. */
  private static int stored(int number) {
    return number < 0 ? number : number + 1;
  }

  private static int number(int stored) {
    return stored < 0 ? stored : stored - 1;
  }

  /** Returns what {@link #resolve} has returned. */
  int find(int module, long address) {
    int known = framesOf(module).get(address);
    return known == 0 ? no(Unresolved.LIMIT) : number(known);
  }

  private static int no(Unresolved reason) {
    return -1 - REASONS.indexOf(reason);
  }

  /** Returns the reason for a negative number of {@link #resolve}. */
  static Unresolved reason(int frame) {
    return REASONS.get(-1 - frame);
  }

  private int resolve(int module, ModuleSymbols symbols, long address) {
    if (DotnetAddress.isIl(address)) {
      return frame(module, symbols, DotnetAddress.rid(address), DotnetAddress.ilOffset(address));
    }
    if (!DotnetAddress.isRva(address)) {
      return no(Unresolved.OTHER_ADDRESS);
    }
    return symbols.nativeCode((int) address) instanceof NativePlace.Known place
        ? frame(module, symbols, place.methodDef().rid(), place.ilOffset().orElse(0))
        : no(Unresolved.NO_CODE);
  }

  private int frame(int module, ModuleSymbols symbols, int rid, int ilOffset) {
    if (rid == 0 || rid > DotnetAddress.MAX_RID) {
      return no(Unresolved.NO_METHOD);
    }
    int method = method(module, symbols, rid);
    if (method < 0) {
      return method;
    }
    // Offsets from 2^31 are no offsets: such a frame has no line.
    Token token = Token.of(MethodDef.TABLE, rid);
    Optional<SourcePlace.Known> source =
        ilOffset < 0 ? Optional.empty() : symbols.source(token, ilOffset).known();
    if (count == function.length) {
      function = Arrays.copyOf(function, count * 2);
      line = Arrays.copyOf(line, count * 2);
      column = Arrays.copyOf(column, count * 2);
    }
    function[count] = function(method, symbols, source);
    line[count] =
        source
            .map(
                known ->
                    known.precision() == SourcePlace.Precision.AT_OR_AFTER
                        ? -known.startLine()
                        : known.startLine())
            .orElse(0);
    column[count] = source.map(SourcePlace.Known::startColumn).orElse(0);
    return count++;
  }

  private int method(int module, ModuleSymbols symbols, int rid) {
    long key = (long) module << Integer.SIZE | rid;
    int known = methods.get(key);
    if (known != 0) {
      return number(known);
    }
    int method = no(Unresolved.NO_METHOD);
    if (rid <= symbols.methodCount()) {
      try {
        Token token = Token.of(MethodDef.TABLE, rid);
        add(symbols.method(token), symbols.source(token, 0).known());
        method = methodCount - 1;
      } catch (MetadataFormatException e) {
        // Its row or its names are damaged: it has no name.
      }
    }
    methods.put(key, stored(method));
    return method;
  }

  private void add(MethodSymbol symbol, Optional<SourcePlace.Known> start) {
    String name = style.nameOf(symbol);
    String system = symbol.systemName();
    names += COST_OF_METHOD + name.length() + system.length();
    if (methodCount == methodOf.length) {
      methodOf = Arrays.copyOf(methodOf, methodCount * 2);
      functionOf = Arrays.copyOf(functionOf, methodCount * 2);
    }
    TextNumbers texts = functions.texts();
    functionOf[methodCount] = -1;
    methodOf[methodCount++] =
        new Method(
            texts.number(name),
            texts.number(system),
            start.map(known -> known.document().path()).orElse(""),
            start.map(SourcePlace.Known::startLine).orElse(0));
  }

  /**
   * Returns the function of a frame: of a method whose code comes from several documents there are
   * several. Where no document is known, the file of the function is the module, which is also what
   * profilers write there.
   */
  private int function(int method, ModuleSymbols symbols, Optional<SourcePlace.Known> source) {
    Method of = methodOf[method];
    String document = source.map(known -> known.document().path()).orElse(of.document());
    if (!document.equals(of.document())) {
      names += COST_OF_METHOD + document.length();
      return number(of, document, 0);
    }
    if (functionOf[method] < 0) {
      names += document.length();
      functionOf[method] =
          number(of, document.isEmpty() ? symbols.name() : document, of.startLine());
    }
    return functionOf[method];
  }

  private int number(Method method, String file, int startLine) {
    return functions.number(
        new Functions.Function(
            method.name(), method.system(), functions.texts().number(file), startLine));
  }

  /** Returns the number of a frame's function in {@link Functions}. */
  int function(int frame) {
    return function[frame];
  }

  /** Returns a frame's line, from 1; 0 when unknown. */
  int line(int frame) {
    return Math.abs(line[frame]);
  }

  /** Returns whether a frame is at its line or behind it. */
  boolean isFirstLine(int frame) {
    return line[frame] < 0;
  }

  /** Returns a frame's column, from 1; 0 when unknown. */
  int column(int frame) {
    return column[frame];
  }
}
