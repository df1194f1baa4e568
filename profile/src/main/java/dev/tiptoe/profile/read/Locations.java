// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.frame.Modules;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The locations of a file with their lines, functions and mappings, by index. Their frames are made
 * when they are needed. Not thread-safe. Retains 40 bytes for each location.
 */
final class Locations {

  private static final int MOST = 1 << 22;
  private static final int METHOD_DEF = 0x06000000;

  /** The type of a location's frame, where the format has one. */
  enum Type {
    UNKNOWN,
    MANAGED,
    NATIVE,
    KERNEL
  }

  /** A function: the indexes of its texts, and its first line. */
  private record Function(long name, long systemName, long file, long startLine, long offset) {}

  private final ProfileBytes bytes;
  private final ProfileSink sink;
  private final StringTable strings;
  private final List<Function> functions = new ArrayList<>();
  private final List<FrameModule> modules = new ArrayList<>();
  private final Map<String, FrameModule> named = new HashMap<>();

  /** The mappings that have a place in memory, from which addresses do not count. */
  private final BitSet placed = new BitSet();

  /** The locations that are called from: their addresses are return addresses. */
  private final BitSet callers = new BitSet();

  private long[] addresses = new long[256];
  private int[] mappings = new int[256];
  private @Nullable Type[] types = new Type[256];

  /** Where the lines of a location begin; those of the next one follow. */
  private int[] firstLines = new int[256];

  /** The frames of a location, the callers first; null until they are needed. */
  private int[][] frames = {};

  private int[] lineFunctions = new int[256];
  private int[] lineNumbers = new int[256];
  private int size;
  private int lines;

  Locations(ProfileBytes bytes, ProfileSink sink, StringTable strings) {
    this.bytes = bytes;
    this.sink = sink;
    this.strings = strings;
  }

  int size() {
    return size;
  }

  int functions() {
    return functions.size();
  }

  int mappings() {
    return modules.size();
  }

  /** Adds a function; its texts are looked up when it is needed. */
  void function(long name, long systemName, long file, long startLine, long offset) {
    bound(functions.size(), "functions", offset);
    functions.add(new Function(name, systemName, file, startLine, offset));
  }

  /**
   * Adds a mapping.
   *
   * @param path the path of its file, or a name
   * @param isPlaced whether it has a place in memory
   */
  void mapping(String path, Optional<UUID> mvid, boolean isPlaced, long offset) {
    bound(modules.size(), "mappings", offset);
    placed.set(modules.size(), isPlaced);
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    modules.add(
        path.isEmpty() && mvid.isEmpty()
            ? FrameModule.NONE
            : new FrameModule(name, name.equals(path) ? "" : path, mvid));
  }

  private void bound(int count, String what, long offset) {
    if (count == MOST) {
      throw bytes.bad(offset, "there are more than " + MOST + " " + what);
    }
  }

  /**
   * Begins a location.
   *
   * @param mapping the index of its mapping; negative for none
   */
  void location(int mapping, long address, Type type, long offset) {
    bound(size, "locations", offset);
    if (size == mappings.length) {
      mappings = Arrays.copyOf(mappings, size * 2);
      addresses = Arrays.copyOf(addresses, size * 2);
      types = Arrays.copyOf(types, size * 2);
      firstLines = Arrays.copyOf(firstLines, size * 2);
    }
    mappings[size] = mapping;
    addresses[size] = address;
    types[size] = type;
    firstLines[size++] = lines;
  }

  /** Adds a line to the newest location, behind those that were inlined into it. */
  void line(int function, long line, long offset) {
    bound(lines, "lines", offset);
    if (lines == lineNumbers.length) {
      lineNumbers = Arrays.copyOf(lineNumbers, lines * 2);
      lineFunctions = Arrays.copyOf(lineFunctions, lines * 2);
    }
    lineFunctions[lines] = function;
    lineNumbers[lines++] = line < 0 || line > Integer.MAX_VALUE ? 0 : (int) line;
  }

  /** Records that a location is called from, before any of its frames is made. */
  void caller(int location) {
    callers.set(location);
  }

  /** Returns whether a location is a frame of the kernel. */
  boolean isKernel(int location) {
    return types[location] == Type.KERNEL;
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
    if (frames.length < size) {
      frames = Arrays.copyOf(frames, size);
    }
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

  private Type type(int location) {
    return Objects.requireNonNull(types[location]);
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
    Function function = functions.get(lineFunctions[line]);
    String name = strings.text(function.name(), function.offset());
    String system = strings.text(function.systemName(), function.offset());
    String file = strings.text(function.file(), function.offset());
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
        source(file, function.startLine(), lineNumbers[line]),
        isOnly);
  }

  private FrameModule module(String file) {
    return named.computeIfAbsent(file, FrameModule::named);
  }

  private static boolean isAssembly(String file) {
    String lower = file.toLowerCase(Locale.ROOT);
    return lower.endsWith(".dll") || lower.endsWith(".exe");
  }

  private FrameSource source(String file, long startLine, int line) {
    int first = startLine < 0 || startLine > Integer.MAX_VALUE ? 0 : (int) startLine;
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
            && (type(location) == Type.UNKNOWN || type(location) == Type.MANAGED)
            && DotnetAddress.isRva(address);
    return isCode ? (int) address - (callers.get(location) ? 1 : 0) : 0;
  }

  /** Returns the kind of a frame, by its names where its type is not known. */
  static FrameKind kind(Type type, String method, String module) {
    boolean isNative =
        type == Type.NATIVE
            || type == Type.KERNEL
            || (method.startsWith("<") && method.endsWith(">"))
            || (type == Type.UNKNOWN && isNative(method, module));
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

  /** Returns the module version ID that a text is, if it is one. */
  static Optional<UUID> mvid(String text) {
    return Modules.mvid(text);
  }
}
