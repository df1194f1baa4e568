// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.Cor20;
import dev.tiptoe.metadata.container.PdbStream;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.container.RawMetadata;
import dev.tiptoe.metadata.container.ReadyToRunHeader;
import dev.tiptoe.metadata.heap.BlobHeap;
import dev.tiptoe.metadata.heap.GuidHeap;
import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.table.Metadata;
import dev.tiptoe.metadata.table.Referrers;
import dev.tiptoe.metadata.table.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a module or of a portable PDB. The package page lists the supported kinds of
 * file.
 *
 * <p>The metadata is read into memory when the image is opened, and rows are decoded on demand.
 * Everything else in the file is read on demand: method bodies, resources, native code, an embedded
 * PDB. The file is open only while it is read, and nothing has to be closed. When the file is
 * changed later, the metadata stays readable, and anything that would have to be read throws {@link
 * MetadataFormatException}. Immutable and thread-safe. Lookups by name, and from a row to those
 * that belong to it, build their index on first use (a few bytes a row) and retain it.
 *
 * <p>The sound parts of a damaged module are readable; {@link #damage} lists the others, which
 * throw {@link MetadataFormatException} when they are read.
 */
public final class Image {

  private static final List<String> ENDINGS =
      List.of(".dll", ".exe", ".netmodule", ".winmd", ".wasm");

  /** The table number of the tokens of {@code ldstr}. */
  private static final int USER_STRING = 0x70;

  private final Metadata metadata;
  private final Container container;
  private final Tables tables;
  private final StringsHeap strings;
  private final BlobHeap blobs;
  private final GuidHeap guids;
  private final Lookups lookups;

  /** The assembly; null before it is used, and for a netmodule. */
  private volatile @Nullable AssemblyIdentity assembly;

  private Image(Container container) {
    this.container = container;
    metadata = new Metadata(container);
    tables = metadata.tables();
    strings = metadata.strings();
    blobs = metadata.blobs();
    guids = metadata.guids();
    lookups = new Lookups(this);
  }

  /** Returns whether a file has an ending that modules have, in any case. */
  public static boolean isNamedLikeOne(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  /**
   * Opens a file.
   *
   * @throws IOException when it cannot be read
   * @throws MetadataFormatException when it contains no module, or several, or is damaged
   */
  public static Image open(Path path) throws IOException {
    return Bytes.open(path, Image::of);
  }

  /**
   * Opens the bytes of {@code buffer} from its position to its limit; {@code name} is the file's
   * name in errors.
   */
  public static Image of(String name, ByteBuffer buffer) {
    return of(Bytes.of(name, buffer));
  }

  /** Opens {@code bytes}, which must not change; {@code name} is the file's name in errors. */
  public static Image of(String name, byte[] bytes) {
    return of(Bytes.of(name, bytes));
  }

  /** Opens the module in {@code file}: a file, a member of a bundle, anything in memory. */
  public static Image of(Bytes file) {
    return of(Container.of(file));
  }

  /**
   * Opens a PE file that lies as in a process's memory and was copied from there, everything at its
   * RVA. {@link #of(Bytes)} recognises that in most cases.
   */
  public static Image ofLoaded(Bytes file) {
    return of(PeFile.of(file, PeFile.Layout.LOADED));
  }

  /** Opens the module in {@code container}; for this library's own packages. */
  @SuppressWarnings("exports")
  public static Image of(Container container) {
    return new Image(container);
  }

  /** Returns the file as it was named when it was opened. */
  public String file() {
    return container.file().file();
  }

  /**
   * Returns the kind of file that it is in, in words, such as {@code PE file} or {@code Webcil 0}.
   */
  public String kind() {
    return container.kind();
  }

  /** Returns all of the file; of a member of a bundle or a copy in memory, all of that. */
  public Bytes bytes() {
    return container.file();
  }

  /** Returns the metadata, beginning with its root, as it is in the file. */
  public Bytes metadataBytes() {
    return container.metadata();
  }

  /** Returns the size of the metadata in bytes; it is in memory as long as the image is. */
  public int metadataSize() {
    return metadata.root().size();
  }

  /**
   * Returns the bytes from an RVA on, as far as they are contiguous in the file.
   *
   * @param rva unsigned
   * @throws MetadataFormatException when the file holds nothing at that RVA
   */
  public Bytes fromRva(int rva) {
    return container.fromRva(rva);
  }

  /**
   * Returns the tables, heaps and container, for this library's own packages: their types are not
   * exported.
   */
  @SuppressWarnings("exports")
  public Metadata metadata() {
    return metadata;
  }

  Tables tables() {
    return tables;
  }

  StringsHeap strings() {
    return strings;
  }

  BlobHeap blobs() {
    return blobs;
  }

  GuidHeap guids() {
    return guids;
  }

  Container container() {
    return container;
  }

  /** Whether there is a row of that token. */
  public boolean contains(Token token) {
    return tables.contains(token);
  }

  /** How many rows of a table are in the image; those that a cut file lacks are not counted. */
  public int count(int table) {
    return tables.whole(table);
  }

  /**
   * The literal that an {@code ldstr} with this token loads; it may hold unpaired surrogates.
   *
   * @param token of the table 0x70, with the literal's offset for a rid
   * @throws MetadataFormatException when there is none
   */
  public String userString(Token token) {
    if (token.table() != USER_STRING) {
      throw new IllegalArgumentException(token + " is no token of a literal");
    }
    return metadata.userStrings().get(token.rid());
  }

  /**
   * The version of the runtime or specification that the metadata names, such as {@code
   * v4.0.30319}.
   */
  public String metadataVersion() {
    return metadata.root().version();
  }

  /** Returns the module's debug directory. */
  public DebugDirectory debugDirectory() {
    return new DebugDirectory(container);
  }

  /**
   * Opens the portable PDB inside the module; each call decompresses it anew.
   *
   * @throws MetadataFormatException when it is damaged, or belongs to another module
   */
  public Optional<Image> embeddedPdb() {
    Optional<Image> embedded = debugDirectory().embeddedPdb().map(Image::of);
    embedded.filter(pdb -> !pdb.isPdbOf(this)).ifPresent(Image::refuseAsForeign);
    return embedded;
  }

  private static void refuseAsForeign(Image pdb) {
    throw pdb.container.file().damaged(0, "the PDB is that of another module");
  }

  /** Returns whether this is the portable PDB of {@code module}, by its identity. */
  public boolean isPdbOf(Image module) {
    Optional<PdbId> named = module.debugDirectory().portablePdb().map(CodeView::id);
    return named.isPresent() && named.equals(pdbId());
  }

  /** Whose portable PDB this is, as its module names it; empty for a module. */
  public Optional<PdbId> pdbId() {
    return metadata.root().pdb().map(PdbStream::id);
  }

  /**
   * Returns the method or file that the program begins with, as the module or its portable PDB
   * names it; nil for none, or where native code begins it.
   */
  public Token entryPoint() {
    return new Token(
        metadata
            .root()
            .pdb()
            .map(PdbStream::entryPoint)
            .or(() -> container.cor20().map(Cor20::managedEntryPoint))
            .orElse(0));
  }

  /** The flags of the module's COR20 header, {@code COMIMAGE_FLAGS}; 0 when it has none. */
  public int flags() {
    return container.cor20().map(Cor20::flags).orElse(0);
  }

  /**
   * Returns whether this is metadata without the module around it, such as a profiler's copy out of
   * a process: what the module's headers say, and whether it has precompiled code, is not known.
   */
  public boolean isMetadataAlone() {
    return container instanceof RawMetadata;
  }

  /** Returns whether the image contains ReadyToRun code. */
  public boolean isReadyToRun() {
    return ReadyToRunHeader.of(container).isPresent();
  }

  /** Returns the flags of its ReadyToRun header; 0 when it has none. */
  public int readyToRunFlags() {
    return ReadyToRunHeader.of(container).map(ReadyToRunHeader::flags).orElse(0);
  }

  /** Returns the module's name as its Module row gives it; empty when there is no such row. */
  public String moduleName() {
    return first(ModuleDef.TABLE, ModuleDef::new).map(ModuleDef::name).orElse("");
  }

  /** Returns the module version ID; empty when the module has none. */
  public Optional<UUID> mvid() {
    return first(ModuleDef.TABLE, ModuleDef::new).flatMap(ModuleDef::mvid);
  }

  /** Returns the assembly whose manifest this module holds; empty for a netmodule. */
  public Optional<AssemblyIdentity> assembly() {
    AssemblyIdentity known = assembly;
    if (known == null && tables.count(Assembly.TABLE) > 0) {
      known = new Assembly(this, 1).identity();
      assembly = known;
    }
    return Optional.ofNullable(known);
  }

  private <T extends Row> Optional<T> first(int table, Row.View<T> view) {
    return tables.count(table) == 0 ? Optional.empty() : Optional.of(view.of(this, 1));
  }

  /** Returns the top-level type of that name, such as {@code ("System", "String")}. */
  public Optional<TypeDef> findType(String namespace, String name) {
    return found(lookups.find(TypeDef.TABLE, 0, namespace, name), TypeDef::new);
  }

  /**
   * Returns the type with a name in the form of reflection, such as {@code
   * System.Environment+SpecialFolder}; a backslash escapes the next character.
   */
  public Optional<TypeDef> findType(String reflectionName) {
    return found(lookups.find(TypeDef.TABLE, reflectionName), TypeDef::new);
  }

  /**
   * The type of that name directly inside {@code enclosing}. Tools that merge assemblies leave
   * nested types with namespaces: such a one has the name {@code Namespace.Name}.
   *
   * @throws IllegalArgumentException when that is a type of another image
   */
  public Optional<TypeDef> findNested(TypeDef enclosing, String name) {
    int around = own(enclosing);
    return found(lookups.findNested(TypeDef.TABLE, around, name), TypeDef::new);
  }

  /**
   * The type of that name directly inside {@code enclosing}.
   *
   * @throws IllegalArgumentException when that is a type of another image
   */
  public Optional<TypeDef> findNested(TypeDef enclosing, SoughtType name) {
    int around = own(enclosing);
    return found(lookups.find(TypeDef.TABLE, around, name), TypeDef::new);
  }

  /**
   * Returns the token of the top-level type of that name: the TypeDef that defines it, or else the
   * ExportedType that leads to it; nil when the module has neither.
   */
  public Token find(SoughtType name) {
    return new Token(lookups.find(name));
  }

  /** Returns the exported type at top level of that name. */
  public Optional<ExportedType> findExported(String namespace, String name) {
    return found(lookups.find(ExportedType.TABLE, 0, namespace, name), ExportedType::new);
  }

  /** Returns the exported type of that name as reflection writes it. */
  public Optional<ExportedType> findExported(String reflectionName) {
    return found(lookups.find(ExportedType.TABLE, reflectionName), ExportedType::new);
  }

  /**
   * The exported type of that name directly inside {@code enclosing}; of one with a namespace,
   * {@code Namespace.Name}.
   *
   * @throws IllegalArgumentException when that is an exported type of another image
   */
  public Optional<ExportedType> findNested(ExportedType enclosing, String name) {
    int around = own(enclosing);
    return found(lookups.findNested(ExportedType.TABLE, around, name), ExportedType::new);
  }

  /** Returns the rid of a row, which must be of this image. */
  private int own(Row row) {
    if (row.image() != this) {
      throw new IllegalArgumentException(row + " is not in " + this);
    }
    return row.rid();
  }

  private <T extends Row> Optional<T> found(int rid, Row.View<T> view) {
    return rid == 0 ? Optional.empty() : Optional.of(view.of(this, rid));
  }

  /**
   * Returns a TypeDef, TypeRef or ExportedType and all types that enclose it, from the outside
   * inwards.
   *
   * @throws MetadataFormatException when it is enclosed by itself
   */
  public List<Token> withEnclosing(Token type) {
    return EnclosingTypes.of(this, type);
  }

  /** Returns all types, in the order of the table; the first is {@code <Module>}. */
  public List<TypeDef> typeDefs() {
    return rows(TypeDef.TABLE, TypeDef::new);
  }

  /** Returns all references to types, in the order of the table. */
  public List<TypeRef> typeRefs() {
    return rows(TypeRef.TABLE, TypeRef::new);
  }

  /** Returns all methods, in the order of the table. */
  public List<MethodDef> methodDefs() {
    return rows(MethodDef.TABLE, MethodDef::new);
  }

  /** Returns all references to methods and fields, in the order of the table. */
  public List<MemberRef> memberRefs() {
    return rows(MemberRef.TABLE, MemberRef::new);
  }

  /** Returns all types that are given by a signature, in the order of the table. */
  public List<TypeSpec> typeSpecs() {
    return rows(TypeSpec.TABLE, TypeSpec::new);
  }

  /**
   * All rows of a table, in its order, such as {@code rows(Field.TABLE, Field::new)}; none when the
   * table is absent.
   */
  public <T extends Row> List<T> rows(int table, Row.View<T> view) {
    return new RowList<>(1, tables.whole(table), rid -> view.of(this, rid));
  }

  /**
   * Returns the rows of {@code table} in which a column points to {@code to}, in the order of the
   * table. That row need not be in this image: information about the methods of a module is in its
   * PDB.
   */
  public <T extends Row> List<T> referring(Token to, int table, int column, Row.View<T> view) {
    int value = tables.encoded(table, column, to);
    if (value == -1 || to.isNil()) {
      return List.of();
    }
    Referrers referrers = tables.referrers(table, column);
    int start = referrers.start(value);
    int count = referrers.end(value) - start;
    return new RowList<>(start, count, place -> view.of(this, referrers.row(place)));
  }

  /**
   * Returns the unreadable parts of this image that lookups and lists skip, each with its place;
   * empty for a sound one. Reads all rows; reports no more than {@value Damage#MOST}.
   */
  public List<MetadataFormatException> damage() {
    return new Damage(this, metadata.root().damage()).all();
  }

  <T extends Row> List<T> findMembers(int table, TypeDef type, String name, Row.View<T> view) {
    return lookups
        .findAll(table, type.rid(), "", name)
        .mapToObj(rid -> view.of(this, rid))
        .toList();
  }

  <T extends Row> Optional<T> findMember(
      int table, TypeDef type, String name, Bytes signature, Row.View<T> view) {
    return found(lookups.find(table, type.rid(), name, signature), view);
  }

  int enclosingOf(int typeDef) {
    return lookups.enclosingOf(typeDef);
  }

  /** Returns the image's file name. */
  @Override
  public String toString() {
    return file();
  }
}
