// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.message.FrameType;
import dev.tiptoe.profile.message.FunctionFields;
import dev.tiptoe.profile.message.KeptBytes;
import dev.tiptoe.profile.message.LocationFields;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The locations of a file with their lines, functions and mappings, by index. Their frames are made
 * when they are needed. Not thread-safe. Retains 48 bytes for each location.
 */
final class Locations {

  /** The bytes that are kept of a location, a line, a function and a mapping. */
  private static final int LOCATION_SIZE = 48;

  private static final int LINE_SIZE = 2 * Integer.BYTES;
  private static final int FUNCTION_SIZE = 24;
  private static final int MAPPING_SIZE = 64;

  private static final int METHOD_DEF = 0x06000000;

  private static final int NAME = 0;
  private static final int SYSTEM_NAME = 1;
  private static final int FILE = 2;
  private static final int START_LINE = 3;
  private static final int FUNCTION_PARTS = 4;

  private final ProfileSink sink;
  private final StringTable strings;
  private final KeptBytes kept;
  private final List<FrameModule> modules = new ArrayList<>();
  private final Map<String, FrameModule> named = new HashMap<>();

  /** The mappings that have a place in memory, from which addresses do not count. */
  private final BitSet placed = new BitSet();

  /** The locations that are called from: their addresses are return addresses. */
  private BitSet callers = new BitSet();

  private final BitSet kernel = new BitSet();

  /** Of each function the indexes of its texts, its first line, and where its message begins. */
  private final int[][] functions = new int[FUNCTION_PARTS][];

  private final long[] functionOffsets;
  private int functionCount;

  private final long[] addresses;
  private final int[] mappings;
  private final FrameType[] types;

  /** Where the lines of a location begin; those of the next one follow. */
  private final int[] firstLines;

  /** The frames of a location, the callers first; null until they are needed. */
  private final int[][] frames;

  private int[] lineFunctions = new int[256];
  private int[] lineNumbers = new int[256];
  private int size;
  private int lines;

  /** Creates the tables of a message, which have so many entries. */
  Locations(
      ProfileSink sink, StringTable strings, KeptBytes kept, int functionsOfAll, int locations) {
    this.sink = sink;
    this.strings = strings;
    this.kept = kept;
    kept.add(functionsOfAll, FUNCTION_SIZE, "functions");
    kept.add(locations, LOCATION_SIZE, "locations");
    for (int part = 0; part < FUNCTION_PARTS; part++) {
      functions[part] = new int[functionsOfAll];
    }
    functionOffsets = new long[functionsOfAll];
    addresses = new long[locations];
    mappings = new int[locations];
    types = new FrameType[locations];
    firstLines = new int[locations];
    frames = new int[locations][];
  }

  int size() {
    return size;
  }

  int functions() {
    return functionCount;
  }

  int mappings() {
    return modules.size();
  }

  /** Adds a function; its texts are looked up when it is needed. */
  void function(FunctionFields function, long offset) {
    functions[NAME][functionCount] = index(function.name());
    functions[SYSTEM_NAME][functionCount] = index(function.system());
    functions[FILE][functionCount] = index(function.file());
    functions[START_LINE][functionCount] = lineNumber(function.startLine());
    functionOffsets[functionCount++] = offset;
  }

  /** Returns an index as a number that no table has if it fits into none. */
  private static int index(long index) {
    return (index & ~Integer.MAX_VALUE) == 0 ? (int) index : Integer.MAX_VALUE;
  }

  private static int lineNumber(long number) {
    return number < 0 || number > Integer.MAX_VALUE ? 0 : (int) number;
  }

  /**
   * Adds a mapping.
   *
   * @param path the path of its file, or a name
   * @param isPlaced whether it has a place in memory
   */
  void mapping(String path, Optional<UUID> mvid, boolean isPlaced) {
    kept.add(1, MAPPING_SIZE, "mappings");
    placed.set(modules.size(), isPlaced);
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    modules.add(
        path.isEmpty() && mvid.isEmpty()
            ? FrameModule.NONE
            : new FrameModule(name, name.equals(path) ? "" : path, mvid));
  }

  /**
   * Begins a location.
   *
   * @param mapping the index of its mapping; negative for none
   */
  void location(int mapping, long address, FrameType type) {
    mappings[size] = mapping;
    addresses[size] = address;
    types[size] = type;
    kernel.set(size, type == FrameType.KERNEL);
    firstLines[size++] = lines;
  }

  /** Adds a line to the newest location, behind those that were inlined into it. */
  void line(int function, long line) {
    if (lines == lineNumbers.length) {
      kept.add(lines, LINE_SIZE, "lines");
      lineNumbers = Arrays.copyOf(lineNumbers, lines * 2);
      lineFunctions = Arrays.copyOf(lineFunctions, lines * 2);
    }
    lineFunctions[lines] = function;
    lineNumbers[lines++] = lineNumber(line);
  }

  /** Returns the number of a location's lines. */
  static int lines(LocationFields location, ProfileBytes bytes, long offset) {
    if (location.lines() > LocationFields.MOST_LINES) {
      throw bytes.bad(offset, "a location has more than " + LocationFields.MOST_LINES + " lines");
    }
    return location.lines();
  }

  /** Sets the locations that are called from, before any frame is made. */
  void callers(BitSet locations) {
    callers = locations;
  }

  /** Returns the locations that are frames of the kernel. */
  BitSet kernel() {
    return kernel;
  }

  /** Returns the node of a location's frames below a caller. */
  int stack(int caller, int location, long offset) {
    int node = caller;
    for (int frame : frames(location)) {
      node = sink.stack(node, frame, offset);
    }
    return node;
  }

  private int[] frames(int location) {
    if (frames[location] == null) {
      frames[location] = made(location);
    }
    return frames[location];
  }

  private int[] made(int location) {
    int first = firstLines[location];
    int count = (location + 1 == size ? lines : firstLines[location + 1]) - first;
    if (count == 0) {
      return new int[] {sink.frame(unnamed(location))};
    }
    int[] made = new int[count];
    for (int i = 0; i < count; i++) {
      made[i] = sink.frame(frame(location, first + count - 1 - i, count == 1));
    }
    return made;
  }

  private FrameModule module(int location) {
    return mappings[location] < 0 ? FrameModule.NONE : modules.get(mappings[location]);
  }

  private FrameType type(int location) {
    return types[location];
  }

  private Frame unnamed(int location) {
    FrameModule module = module(location);
    long address = addresses[location];
    String name =
        address == 0
            ? (module.name().isEmpty() ? Frame.UNKNOWN.method() : "[" + module.name() + "]")
            : (module.name().isEmpty() ? "" : module.name() + "+")
                + "0x"
                + Long.toHexString(address);
    return frame(location, name, "", module, FrameSource.UNKNOWN, true);
  }

  private Frame frame(int location, int line, boolean isOnly) {
    if (lineFunctions[line] < 0) {
      return unnamed(location);
    }
    int function = lineFunctions[line];
    String name = text(function, NAME);
    String system = text(function, SYSTEM_NAME);
    String file = text(function, FILE);
    FrameModule module = module(location);
    if (isAssembly(file)) {
      // Profilers of .NET that do not resolve lines put the module there.
      module = module.name().isEmpty() ? module(file) : module;
      file = "";
    }
    String method = system.isEmpty() ? name : system;
    if (method.isEmpty()) {
      return unnamed(location);
    }
    return frame(
        location,
        method,
        name.equals(method) ? "" : name,
        module,
        source(file, functions[START_LINE][function], lineNumbers[line]),
        isOnly);
  }

  private String text(int function, int part) {
    return strings.text(functions[part][function], functionOffsets[function]);
  }

  private FrameModule module(String file) {
    return named.computeIfAbsent(file, FrameModule::named);
  }

  private static boolean isAssembly(String file) {
    String lower = file.toLowerCase(Locale.ROOT);
    return lower.endsWith(".dll") || lower.endsWith(".exe");
  }

  private FrameSource source(String file, int first, int line) {
    int executed = line != first && sink.has(FrameDetail.SOURCE_LINE) ? line : 0;
    return file.isEmpty() && first == 0 && executed == 0
        ? FrameSource.UNKNOWN
        : new FrameSource(file, first, executed);
  }

  private Frame frame(
      int location,
      String method,
      String written,
      FrameModule module,
      FrameSource source,
      boolean isOnly) {
    long address = addresses[location];
    int rid = DotnetAddress.rid(address);
    boolean isIl = isOnly && DotnetAddress.isIl(address) && rid > 0 && rid <= DotnetAddress.MAX_RID;
    int offset = isIl && sink.has(FrameDetail.IL_OFFSET) ? DotnetAddress.ilOffset(address) : 0;
    return new Frame(
        method,
        written,
        module,
        isIl ? METHOD_DEF | rid : 0,
        // An offset of 0 is also that of a frame whose offset is not known.
        offset > 0 ? offset : Frame.NO_OFFSET,
        source,
        kind(type(location), method, module.name()),
        isOnly && sink.has(FrameDetail.RVA) ? rva(location) : 0);
  }

  private int rva(int location) {
    long address = addresses[location];
    boolean isCode =
        mappings[location] >= 0
            && module(location).mvid().isPresent()
            && !placed.get(mappings[location])
            && (type(location) == FrameType.UNKNOWN
                || type(location) == FrameType.MANAGED
                || type(location) == FrameType.DOTNET)
            && DotnetAddress.isRva(address);
    return isCode ? (int) address - (callers.get(location) ? 1 : 0) : 0;
  }

  /** Returns the kind of a frame, by its names where its type is not known. */
  static FrameKind kind(FrameType type, String method, String module) {
    boolean isNative =
        type == FrameType.NATIVE
            || type == FrameType.KERNEL
            || (method.startsWith("<") && method.endsWith(">"))
            || (type == FrameType.UNKNOWN && isNative(method, module));
    return isNative ? FrameKind.ofUnmanaged(method, module) : FrameKind.of(method, module);
  }

  private static boolean isNative(String method, String module) {
    return (method.startsWith("[") && method.endsWith("]"))
        || method.endsWith("_[k]")
        || module.startsWith("[")
        || module.endsWith(".so")
        || module.contains(".so.")
        || isCollector(method, module);
  }

  /** Returns whether a frame is one of the collector, whose functions are in types. */
  private static boolean isCollector(String method, String module) {
    boolean isInType = method.indexOf("::") < method.lastIndexOf("::");
    return FrameKind.ofUnmanaged(module.isEmpty() && isInType ? method : "", module)
        == FrameKind.GC;
  }
}
