// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds a module: rows are added in the order of their tables, then it is built.
 *
 * <p>A method that adds a row returns its token. Rows are written as they were added: nothing is
 * sorted, checked or completed, since tests need wrong images as often as right ones. Methods and
 * fields belong to the TypeDef added last. Not thread-safe.
 *
 * <p>It is long because it is a vocabulary: nearly every method is one line.
 */
public final class ImageBuilder {

  /** The tables that a compiler marks as sorted. */
  private static final long USUALLY_SORTED = 0x000016003301fa00L;

  private static final int PUBLIC = 0x1;
  private static final int NESTED_PUBLIC = 0x2;
  private static final int FORWARDER = 0x00200000;
  private static final int FULL_PUBLIC_KEY = 0x1;

  private final Heaps heaps = new Heaps();
  private final TableRows rows = new TableRows();
  private final SectionData data = new SectionData();
  private final List<Consumer<Streams>> before = new ArrayList<>();
  private final List<Consumer<Streams>> after = new ArrayList<>();
  private String tablesName = "#~";
  private int heapSizes;
  private boolean allWide;
  private long sorted = USUALLY_SORTED;
  private @Nullable PdbStreamContent pdb;

  /** A module without any row. */
  public ImageBuilder() {}

  /** A module with its Module row and the TypeDef {@code <Module>}, but no assembly. */
  public static ImageBuilder netmodule(String fileName) {
    ImageBuilder builder = new ImageBuilder();
    UUID mvid = UUID.nameUUIDFromBytes(fileName.getBytes(StandardCharsets.UTF_8));
    builder.module(fileName, mvid);
    builder.typeDef("", "<Module>");
    return builder;
  }

  /** The main module of an unsigned assembly. */
  public static ImageBuilder assembly(String name, String version) {
    ImageBuilder builder = netmodule(name + ".dll");
    builder.assemblyRow(name, version);
    return builder;
  }

  // Heaps.

  /** A name: its offset in the heap. */
  public int string(String text) {
    return heaps.string(text);
  }

  /** A name of any bytes: its offset in the heap. */
  public int string(byte[] utf8) {
    return heaps.string(utf8);
  }

  /** A blob: its offset in the heap. */
  public int blob(byte... bytes) {
    return heaps.blob(bytes);
  }

  /** A GUID: its index in the heap. */
  public int guid(UUID guid) {
    return heaps.guid(guid);
  }

  /** A literal: its offset in the heap. */
  public int userString(String text) {
    return heaps.userString(text);
  }

  // Rows.

  /** Adds a row as it should be in the file: heap offsets, rids and coded indexes as numbers. */
  public int row(Table table, int... cells) {
    return rows.add(table, cells);
  }

  /** Changes a cell of a row that was added. */
  public ImageBuilder set(int token, String column, int value) {
    rows.row(token)[Table.numbered(token >>> 24).column(column)] = value;
    return this;
  }

  /** The value of a cell that points to the row {@code token}. */
  public static int index(Table table, String column, int token) {
    return table.columns().get(table.column(column)).encode(token);
  }

  /** How many rows were added. */
  public int count(Table table) {
    return rows.count(table);
  }

  /** A Module row. */
  public int module(String name, UUID mvid) {
    return row(Table.MODULE, 0, string(name), guid(mvid), 0, 0);
  }

  /** Gives the module another version ID. */
  public ImageBuilder mvid(UUID mvid) {
    return set(Table.MODULE.token(1), "Mvid", guid(mvid));
  }

  /** An Assembly row. */
  public int assemblyRow(String name, String version, byte... publicKey) {
    int[] v = version(version);
    int flags = publicKey.length > 0 ? FULL_PUBLIC_KEY : 0;
    int key = blob(publicKey);
    return row(Table.ASSEMBLY, 0x8004, v[0], v[1], v[2], v[3], flags, key, string(name), 0);
  }

  /** Signs the assembly. */
  public ImageBuilder publicKey(byte... key) {
    return set(Table.ASSEMBLY.token(1), "PublicKey", blob(key));
  }

  /** A reference to an assembly; no token for an unsigned one. */
  public int assemblyRef(String name, String version, byte... publicKeyToken) {
    int[] v = version(version);
    int key = blob(publicKeyToken);
    return row(Table.ASSEMBLY_REF, v[0], v[1], v[2], v[3], 0, key, string(name), 0, 0);
  }

  private static int[] version(String text) {
    return Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
  }

  /** A reference to another module. */
  public int moduleRef(String name) {
    return row(Table.MODULE_REF, string(name));
  }

  /** A file of this assembly. */
  public int file(String name) {
    return row(Table.FILE, 0, string(name), 0);
  }

  /** A reference to a type; nested, if {@code scope} is a TypeRef; 0 for a nil scope. */
  public int typeRef(int scope, String namespace, String name) {
    int encoded = scope == 0 ? 0 : index(Table.TYPE_REF, "ResolutionScope", scope);
    return row(Table.TYPE_REF, encoded, string(name), string(namespace));
  }

  /** A type; methods and fields that are added after it are its own. */
  public int typeDef(String namespace, String name) {
    return row(
        Table.TYPE_DEF,
        PUBLIC,
        string(name),
        string(namespace),
        0,
        1 + count(Table.FIELD),
        1 + count(Table.METHOD_DEF));
  }

  /** A type with a base type. */
  public int typeDef(String namespace, String name, int baseType) {
    int token = typeDef(namespace, name);
    set(token, "Extends", index(Table.TYPE_DEF, "Extends", baseType));
    return token;
  }

  /** A type inside another. */
  public int nested(int enclosing, String name) {
    int token = typeDef("", name);
    set(token, "Flags", NESTED_PUBLIC);
    nest(token, enclosing);
    return token;
  }

  /** Nests one type in another. */
  public int nest(int nested, int enclosing) {
    return row(Table.NESTED_CLASS, nested & 0xffffff, enclosing & 0xffffff);
  }

  /** A method. */
  public int method(String name, byte... signature) {
    int params = 1 + count(Table.PARAM);
    return row(Table.METHOD_DEF, 0, 0, 0, string(name), blob(signature), params);
  }

  /** A field. */
  public int field(String name, byte... signature) {
    return row(Table.FIELD, 0, string(name), blob(signature));
  }

  /** A reference to a member of a type or module, or to a vararg method. */
  public int memberRef(int parent, String name, byte... signature) {
    int encoded = index(Table.MEMBER_REF, "Class", parent);
    return row(Table.MEMBER_REF, encoded, string(name), blob(signature));
  }

  /** Adds a type that is composed of others. */
  public int typeSpec(byte... signature) {
    return row(Table.TYPE_SPEC, blob(signature));
  }

  /** An instantiation of a generic method. */
  public int methodSpec(int method, byte... instantiation) {
    int encoded = index(Table.METHOD_SPEC, "Method", method);
    return row(Table.METHOD_SPEC, encoded, blob(instantiation));
  }

  /** A type parameter of a type or method. */
  public int genericParam(int owner, int number, String name) {
    int encoded = index(Table.GENERIC_PARAM, "Owner", owner);
    return row(Table.GENERIC_PARAM, number, 0, encoded, string(name));
  }

  /** A type that is in a File, in another assembly, or inside another exported type. */
  public int exportedType(int implementation, String namespace, String name) {
    int flags = implementation >>> 24 == Table.ASSEMBLY_REF.number() ? FORWARDER : PUBLIC;
    int encoded = index(Table.EXPORTED_TYPE, "Implementation", implementation);
    return row(Table.EXPORTED_TYPE, flags, 0, string(name), string(namespace), encoded);
  }

  // What lies beside the metadata.

  /** Bytes in the section: the RVA where they begin, a multiple of four. */
  public int data(byte... bytes) {
    return PeFormat.DATA_RVA + data.data(bytes);
  }

  /** Gives a method its body. */
  public ImageBuilder body(int method, byte... bytes) {
    return set(method, "RVA", data(bytes));
  }

  /** A resource in this file. */
  public int resource(String name, byte... bytes) {
    return row(Table.MANIFEST_RESOURCE, data.resource(bytes), PUBLIC, string(name), 0);
  }

  // The streams.

  /** The byte of that name; bits 0x01, 0x02 and 0x04 widen the indexes into a heap. */
  public ImageBuilder heapSizes(int bits) {
    heapSizes = bits;
    return this;
  }

  /** Makes the header claim {@code count} rows of a table; the rows stay as they are. */
  public ImageBuilder claim(Table table, int count) {
    rows.claim(table, count);
    return this;
  }

  /** The tables that claim to be sorted, a bit each. */
  public ImageBuilder sorted(long tables) {
    sorted = tables;
    return this;
  }

  /** Names the tables stream {@code #-}. */
  public ImageBuilder uncompressed() {
    tablesName = "#-";
    return this;
  }

  /** Makes every index four bytes wide and says so with a {@code #JTD} stream. */
  public ImageBuilder minimalDelta() {
    allWide = true;
    return streamAfter("#JTD");
  }

  /** Makes it a portable PDB: a {@code #Pdb} stream, its version, and other widths. */
  public ImageBuilder portablePdb(PdbStreamContent of) {
    pdb = of;
    return this;
  }

  /** A stream before the usual ones. */
  public ImageBuilder streamBefore(String name, byte... bytes) {
    before.add(streams -> streams.add(name, bytes));
    return this;
  }

  /** A stream behind the usual ones. */
  public ImageBuilder streamAfter(String name, byte... bytes) {
    after.add(streams -> streams.add(name, bytes));
    return this;
  }

  /** The tables stream alone. */
  public byte[] tables() {
    return rows.stream(heapSizes, sorted, allWide, pdb == null ? Map.of() : pdb.rows());
  }

  /** The strings heap alone. */
  public byte[] strings() {
    return heaps.strings();
  }

  /** The metadata root alone. */
  public byte[] root() {
    return streams().root();
  }

  private Streams streams() {
    Streams streams = new Streams(pdb == null ? "v4.0.30319" : "PDB v1.0");
    if (pdb != null) {
      streams.add("#Pdb", pdb.stream());
    }
    before.forEach(stream -> stream.accept(streams));
    streams.add(tablesName, tables()).add("#Strings", heaps.strings());
    streams.add("#US", heaps.userStrings()).add("#GUID", heaps.guids());
    streams.add("#Blob", heaps.blobs());
    after.forEach(stream -> stream.accept(streams));
    return streams;
  }

  // The file.

  /** An ordinary PE32 file. */
  public BuiltImage build() {
    return build(PeFormat.PE32);
  }

  /** A PE file of that format. */
  public BuiltImage build(PeFormat format) {
    Streams streams = streams();
    return format.around(streams.root(), streams.offsetOf(tablesName), data);
  }
}
