// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.ReadyToRunHeader;
import dev.tiptoe.metadata.container.SectionType;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The native code of a ReadyToRun image: finds the method at an RVA, and the code of a method.
 *
 * <p>Immutable and thread-safe. It keeps in memory eight bytes for each method with code, and the
 * sections that map code; those of a composite image's assemblies are read on demand. The section
 * with the bounds of methods stays in memory from the first question for one on.
 *
 * <p>Source: docs/design/coreclr/botr/readytorun-format.md in dotnet/runtime.
 */
public final class ReadyToRun {

  /**
   * The structures that are read here have not changed from .NET Core 2 to the latest tested
   * version. Another major version may change them.
   */
  private static final int FIRST_KNOWN_VERSION = 2;

  private static final int LAST_KNOWN_VERSION = 17;

  private static final int PIECE = 1 << 16;

  /** The sections that answers follow from. */
  private static final List<SectionType> ANSWERING =
      List.of(
          SectionType.RUNTIME_FUNCTIONS,
          SectionType.METHOD_DEF_ENTRY_POINTS,
          SectionType.INSTANCE_METHOD_ENTRY_POINTS,
          SectionType.HOT_COLD_MAP,
          SectionType.DEBUG_INFO);

  private final PeFile file;
  private final ReadyToRunHeader header;
  private final OverrideModules modules;
  private final RuntimeFunctions functions;
  private final HotColdMap coldParts;
  private final EntryPoints entries;
  private final Optional<String> owner;
  private final List<MetadataFormatException> damage;

  /** The debug information, read on the first request. */
  private volatile @Nullable DebugInfo debugInfo;

  private ReadyToRun(PeFile file, ReadyToRunHeader header, Optional<Image> image) {
    this.file = file;
    this.header = header;
    Parts parts = new Parts(file, header);
    Damages damages = new Damages();
    modules = new OverrideModules(parts, image, damages);
    boolean known = isKnownVersion();
    Bytes none = file.file().slice(0, 0);
    functions = new RuntimeFunctions(file, known ? parts.get(SectionType.RUNTIME_FUNCTIONS) : none);
    coldParts = new HotColdMap(parts.get(SectionType.HOT_COLD_MAP), functions.count());
    entries =
        new EntryPoints(
            known ? assemblies(damages) : List.of(),
            known ? instances(parts, damages).orElse(none) : none,
            functions.count(),
            damages);
    owner = parts.find(SectionType.OWNER_COMPOSITE_EXECUTABLE).map(ReadyToRun::text);
    damage = damages.met();
  }

  /**
   * Returns the native code of an image; empty when it has none.
   *
   * @throws MetadataFormatException when its header or the table of its code is damaged
   */
  public static Optional<ReadyToRun> of(Image image) {
    return of(image.metadata().container(), Optional.of(image));
  }

  /** Returns the native code in a file, which may be a composite image without metadata. */
  static Optional<ReadyToRun> of(Container container) {
    return of(container, Optional.empty());
  }

  private static Optional<ReadyToRun> of(Container container, Optional<Image> image) {
    return container instanceof PeFile file
        ? ReadyToRunHeader.of(file).map(header -> new ReadyToRun(file, header, image))
        : Optional.empty();
  }

  private List<EntryPoints.Assembly> assemblies(Damages damages) {
    List<EntryPoints.Assembly> assemblies = new ArrayList<>();
    modules.forEachAssembly(damages, (module, section) -> add(assemblies, module, section));
    return assemblies;
  }

  private static Optional<Bytes> instances(Parts parts, Damages damages) {
    return damages.get(() -> parts.find(SectionType.INSTANCE_METHOD_ENTRY_POINTS));
  }

  private void add(List<EntryPoints.Assembly> assemblies, int module, Bytes section) {
    NativeArray array = new NativeArray(section);
    int first = 0;
    if (!assemblies.isEmpty()) {
      EntryPoints.Assembly last = assemblies.get(assemblies.size() - 1);
      first = last.first() + last.array().count();
    }
    // Sixteen methods take at least a byte, and one assembly must not reuse another's bytes.
    if ((long) first + array.count() > 16L * file.file().length()) {
      throw section.damaged(0, "entry points that belong to other assemblies");
    }
    assemblies.add(new EntryPoints.Assembly(module, first, section, array));
  }

  private static String text(Bytes section) {
    return section.utf8(0, section.findZero(0));
  }

  /** Returns the whole file. */
  Bytes file() {
    return file.file();
  }

  /** Returns the version, flags and sections. */
  ReadyToRunHeader header() {
    return header;
  }

  /**
   * Returns the CRC-32C of all input of the answers here: the machine, and the sections with the
   * functions, the methods and their bounds. Images with equal checksums have the same methods at
   * the same RVAs, up to collisions of the checksum. A section outside of the file is left out.
   */
  public int checksum() {
    CRC32C checksum = new CRC32C();
    checksum.update(file.machine().coff());
    checksum.update(file.machine().coff() >> 8);
    Parts parts = new Parts(file, header);
    for (SectionType type : ANSWERING) {
      checksum.update(type.number());
      new Damages().get(() -> parts.stored(type)).ifPresent(section -> add(checksum, section));
    }
    return (int) checksum.getValue();
  }

  private static void add(CRC32C checksum, Bytes section) {
    for (int at = 0; at < section.length(); at += PIECE) {
      checksum.update(section.copy(at, Math.min(PIECE, section.length() - at)));
    }
  }

  /** Returns the version of the format, raised when older runtimes cannot use the code. */
  public int majorVersion() {
    return header.majorVersion();
  }

  /** Returns the version within the major one, raised for what older runtimes may ignore. */
  public int minorVersion() {
    return header.minorVersion();
  }

  /** Returns whether code of this version is supported; for other versions there are no answers. */
  public boolean isKnownVersion() {
    return header.majorVersion() >= FIRST_KNOWN_VERSION
        && header.majorVersion() <= LAST_KNOWN_VERSION;
  }

  /** Returns the unreadable parts that were skipped: one for each place, up to a hundred. */
  public List<MetadataFormatException> damage() {
    return damage;
  }

  /** Returns the file name of the composite image that has this image's code. */
  public Optional<String> ownerComposite() {
    return owner;
  }

  /**
   * Returns the module of a module override index: 0 for the image's own.
   *
   * @throws MetadataFormatException when there is none
   */
  public ModuleOverride module(int index) {
    return modules.get(index);
  }

  /**
   * Returns the code at an RVA.
   *
   * @throws MetadataFormatException when the structures that describe it are damaged
   */
  public CodeAt methodAt(int rva) {
    if (owner.isPresent()) {
      return new CodeAt.InComposite(owner.get());
    }
    return isKnownVersion() ? codeAt(rva) : new CodeAt.Nothing(CodeAt.Reason.UNKNOWN_VERSION);
  }

  private CodeAt codeAt(int rva) {
    int function = functions.lastFrom(rva);
    if (function < 0 || !functions.range(function).contains(rva)) {
      return new CodeAt.Nothing(CodeAt.Reason.NO_CODE);
    }
    return function < coldParts.firstCold() ? hot(function, rva) : cold(function, rva);
  }

  private CodeAt hot(int function, int rva) {
    int index = entries.lastFrom(function);
    return index < 0
        ? new CodeAt.Nothing(CodeAt.Reason.NO_METHOD)
        : method(index, function, rva - functions.begin(entries.function(index)));
  }

  private CodeAt cold(int function, int rva) {
    int pair = coldParts.pairOfCold(function);
    int index = entries.lastFrom(coldParts.hot(pair));
    if (index < 0 || entries.function(index) != coldParts.hot(pair)) {
      return new CodeAt.Nothing(CodeAt.Reason.NO_METHOD);
    }
    int hotSize =
        functions.range(hotEnd(index) - 1).end() - functions.begin(entries.function(index));
    return method(index, function, hotSize + rva - functions.begin(coldParts.cold(pair)));
  }

  private CodeAt method(int index, int function, int offset) {
    CodeRange part = functions.range(function);
    int first = entries.firstFrom(entries.function(index));
    List<EntryPoint> methods = entries.range(first, index + 1);
    return methods.size() == 1
        ? new CodeAt.Method(methods.get(0), part, offset)
        : new CodeAt.Shared(methods, part, offset);
  }

  /** Returns the index behind the last runtime function of a method that is not a cold part. */
  private int hotEnd(int index) {
    int next = index + 1 < entries.count() ? entries.function(index + 1) : Integer.MAX_VALUE;
    return Math.min(next, coldParts.firstCold());
  }

  /** Returns all methods with code, in the order of their code; decoded on demand. */
  public List<EntryPoint> methods() {
    return entries.range(0, entries.count());
  }

  /**
   * Returns the entry point of a method that is neither generic nor of a generic type.
   *
   * @param module its module override index: 0, except in a composite image
   */
  public Optional<EntryPoint> find(int module, Token methodDef) {
    return entries.find(module, methodDef);
  }

  /** Returns the code of one of this image's methods: its body, its funclets, its cold parts. */
  public List<CodeRange> code(EntryPoint method) {
    List<CodeRange> code = new ArrayList<>();
    int end = hotEnd(entries.lastFrom(method.function()));
    for (int function = method.function(); function < end; function++) {
      code.add(functions.range(function));
    }
    int pair = coldParts.pairOfHot(method.function());
    for (int function = pair < 0 ? 0 : coldParts.cold(pair);
        pair >= 0 && function < coldParts.coldEnd(pair);
        function++) {
      code.add(functions.range(function));
    }
    return code;
  }

  /**
   * Returns which IL the code of one of this image's methods was compiled from; none when the image
   * does not say.
   *
   * @throws MetadataFormatException when the section or the method's part of it is damaged
   */
  public DebugBounds bounds(EntryPoint method) {
    DebugInfo known = debugInfo;
    if (known == null) {
      known = readDebugInfo();
      debugInfo = known;
    }
    return known.of(method.function());
  }

  private DebugInfo readDebugInfo() {
    Parts parts = new Parts(file, header);
    Optional<Bytes> section =
        isKnownVersion() ? parts.find(SectionType.DEBUG_INFO) : Optional.empty();
    return section.map(bytes -> new DebugInfo(bytes, header.majorVersion())).orElse(DebugInfo.NONE);
  }
}
