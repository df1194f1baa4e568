// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.build.Build;
import dev.tiptoe.symbols.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of a module, from its symbol index. It gives the same answers as {@link
 * dev.tiptoe.symbols.ImageSymbols}, without the module and its PDB.
 *
 * <p>The file is mapped, and stays so until this is garbage. Thread-safe, without locks. Opening
 * reads all of the file once, for its checksums; names are decoded on demand. Shown names and
 * documents that were requested here stay in memory.
 *
 * <p>All methods throw {@link MetadataFormatException} when the file is damaged in spite of its
 * checksums, or was cut since it was opened.
 */
public final class SymbolIndex implements ModuleSymbols {

  private final IndexBytes bytes;
  private final IndexHeader header;
  private final ModuleSection module;
  private final PdbSection pdbs;
  private final MethodTable methods;
  private final CodeSizes sizes;
  private final PointTable points;
  private final DocumentTable documents;
  private final CodeTable code;
  private final DamageTable damage;
  private final List<Build> builds;
  private final Consumer<String> notes;
  private final AtomicBoolean isNoted = new AtomicBoolean();

  /**
   * Shown names by rid; created on the first request. Threads may decode the same at once; strings
   * are safe to publish so.
   */
  private volatile @Nullable String @Nullable [] shownNames;

  /** Texts of written methods in the same way; most are the shown names themselves. */
  private volatile @Nullable String @Nullable [] writtenTexts;

  private SymbolIndex(IndexBytes bytes, Consumer<String> notes) {
    this.bytes = bytes;
    this.notes = notes;
    this.header = IndexHeader.read(bytes);
    this.module = ModuleSection.read(bytes, header.section(Section.Id.MODULE));
    this.pdbs = PdbSection.read(bytes, header.section(Section.Id.PDBS));
    this.methods = new MethodTable(bytes, header);
    this.sizes = new CodeSizes(bytes, header.section(Section.Id.CODE_SIZES));
    this.points = new PointTable(bytes, header.section(Section.Id.POINTS), sizes);
    this.documents = new DocumentTable(bytes, header);
    this.code = new CodeTable(bytes, header.section(Section.Id.CODE));
    this.damage = new DamageTable(bytes, header);
    this.builds = BuildSection.read(bytes, header.section(Section.Id.BUILDS), header.mvid());
  }

  /**
   * Opens a file.
   *
   * @throws IOException when it cannot be read
   * @throws MetadataFormatException when it is no symbol index, of a newer version, or damaged
   */
  public static SymbolIndex open(Path file) throws IOException {
    return open(file, note -> {});
  }

  /**
   * Opens a file.
   *
   * @param notes receives one line when a frame has no name or no line for the first time because
   *     builds of the module differ there; by any thread
   * @throws IOException when it cannot be read
   * @throws MetadataFormatException as the other {@link #open(Path)}
   */
  public static SymbolIndex open(Path file, Consumer<String> notes) throws IOException {
    return of(IndexBytes.map(file), notes);
  }

  /** Opens a file as {@link #open} does, for one look: one that is not large is not mapped. */
  static SymbolIndex openBriefly(Path file) throws IOException {
    return of(IndexBytes.unmapped(file), note -> {});
  }

  /**
   * Opens the content of a file.
   *
   * @param file names it in errors
   * @throws MetadataFormatException as {@link #open}
   */
  public static SymbolIndex of(String file, byte[] content) {
    return of(IndexBytes.of(file, content), note -> {});
  }

  private static SymbolIndex of(IndexBytes bytes, Consumer<String> notes) {
    return whole(bytes, () -> new SymbolIndex(bytes, notes));
  }

  private <T> T whole(Supplier<T> answer) {
    return whole(bytes, answer);
  }

  private static <T> T whole(IndexBytes bytes, Supplier<T> answer) {
    try {
      return answer.get();
    } catch (InternalError e) {
      throw bytes.cut(e);
    }
  }

  @Override
  public String origin() {
    return bytes.file();
  }

  @Override
  public String name() {
    return module.name();
  }

  /** Returns the name of the file that the index was made from, without its folder. */
  public String fileName() {
    return module.fileName();
  }

  @Override
  public Optional<UUID> mvid() {
    return Optional.of(header.mvid());
  }

  /** Returns true for a file of version 1.0, which does not say which PDBs its module names. */
  @Override
  public boolean mayNamePdb(UUID guid) {
    return pdbs.mayName(guid);
  }

  /**
   * Returns whether the module is known to name a PDB; never for a file of version 1.0.
   *
   * @param guid the GUID of the PDB
   */
  public boolean namesPdb(UUID guid) {
    return pdbs.names(guid);
  }

  PdbSection pdbs() {
    return pdbs;
  }

  ModuleSection module() {
    return module;
  }

  DocumentTable documents() {
    return documents;
  }

  /** Returns the builds that the file was made from; none for one before version 1.4. */
  List<Build> builds() {
    return builds;
  }

  /** Returns the number of builds that the file was made from. */
  int buildCount() {
    return parts().stream().mapToInt(part -> Math.max(1, part.builds.size())).sum();
  }

  /** Returns the index of each build that the file was made from; this one where there is one. */
  List<SymbolIndex> parts() {
    List<SymbolIndex> parts =
        whole(() -> PartSection.read(bytes, header.section(Section.Id.PARTS)));
    return parts.isEmpty() ? List.of(this) : parts;
  }

  /** Returns whether the file has the methods that it claims, and its parts theirs. */
  boolean isWhole() {
    return parts().stream().allMatch(SymbolIndex::hasItsMethods) && hasItsMethods();
  }

  private boolean hasItsMethods() {
    return methods.count() == methodCount();
  }

  /** Returns why something of a method is not here. */
  Optional<DamageTable.Reason> damage(int rid, int kind) {
    return whole(() -> damage.find(rid, kind));
  }

  /** Returns whether the file has no ReadyToRun code, and not because builds differ in it. */
  boolean hasNoCode() {
    return header.section(Section.Id.CODE).length() == 0 && damage(0, DamageWriter.CODE).isEmpty();
  }

  /** Returns a copy of the section with the ReadyToRun code. */
  IndexOutput code() {
    Section section = header.section(Section.Id.CODE);
    byte[] copy = new byte[section.length()];
    bytes.copy(section.offset(), copy, 0, copy.length);
    return new IndexOutput().bytes(copy, 0, copy.length);
  }

  boolean hasSameCode(SymbolIndex other) {
    Section mine = header.section(Section.Id.CODE);
    Section others = other.header.section(Section.Id.CODE);
    return mine.length() > 0
        && mine.length() == others.length()
        && bytes.crc(mine.offset(), mine.length())
            == other.bytes.crc(others.offset(), others.length());
  }

  IndexSummary summary() {
    return new IndexSummary(header.mvid(), module.name(), module.fileName(), pdbs);
  }

  @Override
  public int methodCount() {
    return module.methods();
  }

  /** Returns the number of sequence points. */
  public int pointCount() {
    return points.count();
  }

  /** Returns the reason why the index has no lines; empty if there was a PDB. */
  public Optional<String> withoutPdb() {
    return module.hasPdb() ? Optional.empty() : Optional.of(module.pdb());
  }

  // ---- names

  @Override
  public MethodSymbol method(Token methodDef) {
    int rid = existing(methodDef);
    return whole(() -> methods.symbol(rid));
  }

  /** Returns the text of the written method of a {@link #method}, and keeps it. */
  String writtenText(int rid) {
    @Nullable String[] texts = writtenTexts;
    if (texts == null) {
      texts = new @Nullable String[methods.count() + 1];
      writtenTexts = texts;
    }
    String known = rid < texts.length ? texts[rid] : null;
    if (known == null) {
      Token method = Token.of(MethodDef.TABLE, rid);
      String shown = shownName(existing(method));
      known = whole(() -> methods.written(method, shown).text());
      texts[rid] = known;
    }
    return known;
  }

  private int existing(Token methodDef) {
    if (methodDef.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(methodDef + " is not a MethodDef token");
    }
    int rid = methodDef.rid();
    if (rid == 0 || rid > methods.count()) {
      throw bytes.damaged(0, methodDef + " is not among " + methods.count() + " methods");
    }
    Optional<DamageTable.Reason> reason = damage(rid, DamageWriter.NAMES);
    if (reason.isEmpty()) {
      return rid;
    }
    String text = noted(reason.get());
    throw reason.get().isDifference()
        ? new MetadataFormatException(Kind.BUILDS_DIFFER, bytes.file(), 0, text)
        : bytes.damaged(0, text);
  }

  /** Returns a reason, and notes that builds differ, if it is that. */
  private String noted(DamageTable.Reason reason) {
    if (reason.isDifference() && isNoted.compareAndSet(false, true)) {
      notes.accept(
          String.format(
              "%s: %d builds with one MVID differ, and have no names and lines where they do",
              bytes.file(), buildCount()));
    }
    return reason.text();
  }

  /**
   * Returns the {@linkplain MethodSymbol#shown shown name} of a method; empty where it is not
   * known.
   *
   * @throws IndexOutOfBoundsException if there is no such method
   */
  public String shownName(int rid) {
    Objects.checkIndex(rid - 1, methodCount());
    @Nullable String[] names = shownNames;
    if (names == null) {
      names = new @Nullable String[methods.count() + 1];
      shownNames = names;
    }
    // The file may claim more methods than it has.
    String known = rid < names.length ? names[rid] : null;
    if (known == null) {
      known = decodedName(rid);
      names[rid] = known;
    }
    return known;
  }

  /** Returns what {@link #shownName} does, and does not keep it. */
  String decodedName(int rid) {
    return whole(() -> damage.find(rid, DamageWriter.NAMES).isPresent() ? "" : methods.shown(rid));
  }

  @Override
  public IntStream methodsNamed(String type, String name) {
    return IntStream.of(whole(() -> methods.named(type, name)));
  }

  /**
   * Returns whether the module's file or the module itself has a name, in any case. Of a path, it
   * is the last name.
   */
  public boolean isNamed(String fileName) {
    String last = FolderNames.last(fileName);
    return fileName().equalsIgnoreCase(last) || name().equalsIgnoreCase(last);
  }

  /** Returns whether the module declares a type of that name, as reflection writes it. */
  public boolean declares(String type) {
    return whole(() -> methods.declares(type));
  }

  /** Passes the names of all types on. */
  void forEachType(TextSection.Receiver receiver) {
    whole(
        () -> {
          methods.forEachType(receiver);
          return true;
        });
  }

  // ---- lines

  /**
   * Returns the {@linkplain #source source} of a method's IL at an offset as a number: {@link
   * #line}, {@link #column} and {@link #document} of it; 0 when there is none.
   *
   * @param rid any number
   * @param ilOffset not negative
   */
  public long place(int rid, int ilOffset) {
    try {
      return points.place(rid, ilOffset);
    } catch (InternalError e) {
      throw bytes.cut(e);
    }
  }

  PointTable points() {
    return points;
  }

  IndexBytes bytes() {
    return bytes;
  }

  /** Returns the first line of a place, from 1; 0 for no place. */
  public static int line(long place) {
    return PointTable.line(place);
  }

  /** Returns the first column of a place, from 1; 0 for no place. */
  public static int column(long place) {
    return PointTable.column(place);
  }

  /** Returns the number of the document of a place, from 0. */
  public static int document(long place) {
    return PointTable.document(place);
  }

  /** Returns the number of documents. */
  int documentCount() {
    return documents.count();
  }

  /**
   * Returns the path of a document; empty when it is not known.
   *
   * @param document any number
   */
  public String documentPath(int document) {
    return whole(() -> documents.path(document));
  }

  @Override
  public int codeSize(Token methodDef) {
    return methodDef.table() == MethodDef.TABLE ? whole(() -> sizes.of(methodDef.rid())) : 0;
  }

  @Override
  public SourcePlace source(Token methodDef, int ilOffset) {
    return whole(() -> sourceOf(methodDef, new PointAt(ilOffset)));
  }

  private SourcePlace sourceOf(Token methodDef, PointAt found) {
    if (!module.hasPdb()) {
      return new SourcePlace.Unknown(module.pdb());
    }
    int rid = methodDef.table() == MethodDef.TABLE ? methodDef.rid() : 0;
    Optional<DamageTable.Reason> reason = damage.find(rid, DamageWriter.POINTS);
    if (reason.isPresent()) {
      return new SourcePlace.Unknown(noted(reason.get()));
    }
    if (sizes.isBehind(rid, found.sought())) {
      return new SourcePlace.Unknown(Problem.behindCode(methodDef, found.sought(), sizes.of(rid)));
    }
    points.forEachNear(rid, found.sought(), found);
    return found.isFound()
        ? documents
            .reason(found.document())
            .<SourcePlace>map(SourcePlace.Unknown::new)
            .orElseGet(() -> found.in(documents.get(found.document())))
        : new SourcePlace.Unknown(module.pdb() + " has no source for " + methodDef);
  }

  @Override
  public boolean hasRuntimeLine(Token methodDef, int ilOffset) {
    return whole(
        () -> {
          PointAt found = new PointAt(ilOffset);
          return sourceOf(methodDef, found) instanceof SourcePlace.Known && found.isOwn();
        });
  }

  /** Passes the points of a method on. */
  void forEachPoint(int rid, PointTable.Receiver receiver) {
    points.forEach(rid, receiver);
  }

  // ---- native code

  @Override
  public NativePlace nativeCode(int rva) {
    long found = whole(() -> code.find(rva));
    if (found == CodeTable.NO_CODE) {
      return new NativePlace.Unknown(
          code.isEmpty()
              ? damage(0, DamageWriter.CODE)
                  .map(this::noted)
                  .orElse(module.fileName() + " has no ReadyToRun code")
              : "no method of " + module.fileName() + " has code at that RVA");
    }
    if (found == CodeTable.OTHER_MODULE) {
      return new NativePlace.Unknown(
          "the code of " + module.fileName() + " at that RVA is of a method of another module");
    }
    int ilOffset = (int) found - 1;
    return new NativePlace.Known(
        Token.of(MethodDef.TABLE, (int) (found >>> 32) & 0xffffff),
        ilOffset < 0 ? OptionalInt.empty() : OptionalInt.of(ilOffset));
  }

  /**
   * Returns the method and IL offset of ReadyToRun code as a number: the rid in the upper half, the
   * offset + 1 in the lower one, or 0 there if the code has no IL; negative when no method of this
   * module has code there.
   *
   * @param rva unsigned; of a byte of the instruction
   */
  public long codeAt(int rva) {
    try {
      return code.find(rva);
    } catch (InternalError e) {
      throw bytes.cut(e);
    }
  }

  /** Returns the bytes of each section, by its name. */
  IndexHeader header() {
    return header;
  }
}
