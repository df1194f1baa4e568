// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static dev.tiptoe.testdata.image.PdbBlobs.documentName;
import static dev.tiptoe.testdata.image.PdbBlobs.firstPoint;
import static dev.tiptoe.testdata.image.PdbBlobs.hiddenPoint;
import static dev.tiptoe.testdata.image.PdbBlobs.joined;
import static dev.tiptoe.testdata.image.PdbBlobs.numbers;
import static dev.tiptoe.testdata.image.PdbBlobs.point;

import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.ExportDirectory;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.LoadedLayout;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.ReadyToRunHeader;
import dev.tiptoe.testdata.image.Table;
import dev.tiptoe.testdata.image.WebcilFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A small undamaged file of every kind that may hold a module, by name. Stateless. */
public final class Containers {

  private static final UUID GUID = new UUID(1, 2);
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private Containers() {}

  /** All of them, the same each time. */
  public static Map<String, byte[]> all() {
    byte[] flat = flat();
    Map<String, byte[]> all = new TreeMap<>();
    all.put("PE, flat", flat);
    all.put("PE, loaded", LoadedLayout.of(flat));
    all.put("Webcil 0", WebcilFile.of(flat, 0));
    all.put("Webcil 1", WebcilFile.of(flat, 1));
    all.put("Webcil in WebAssembly", WebcilFile.inWasm(WebcilFile.of(flat, 0)));
    all.put(
        "Webcil in WebAssembly, active",
        WebcilFile.wasm(WebcilFile.segment(WebcilFile.of(flat, 1), 2, 0, 0x23, 1, 0x0b)));
    all.put("raw metadata", small("Raw").root());
    all.put("portable PDB", pdb());
    all.put("composite", composite());
    all.put("bundle 1", bundle(1));
    all.put("bundle 2", bundle(2));
    all.put("bundle 6", bundle(6));
    return all;
  }

  /** A small module. */
  public static ImageBuilder small(String name) {
    ImageBuilder module = ImageBuilder.assembly(name, "1.2.3.4");
    module.typeDef("N", "T");
    module.method("M", (byte) 0, (byte) 0, (byte) 1);
    return module;
  }

  /** A PE file of two sections with everything that a container describes. */
  private static byte[] flat() {
    PeBuilder file = new PeBuilder(true, 0xfd1d);
    byte[] header =
        new ReadyToRunHeader(3).section(116, file.add((byte) 'c', (byte) 0), 2).header();
    file.module(small("Flat"), file.add(header), header.length).section();
    ExportDirectory.add(file, Map.of("A", 0x1000, "RTR_HEADER", 0x1004));
    return new DebugDirectoryBuilder(file)
        .windowsPdb(GUID, 3, "a.ni.pdb")
        .portablePdb(GUID, 5, "a.pdb")
        .embedded(pdb())
        .entry(16, 0, 0, 0)
        .done()
        .build();
  }

  /** A portable PDB with a row in each of its tables. */
  public static byte[] pdb() {
    ImageBuilder pdb = new ImageBuilder();
    pdb.portablePdb(
        new PdbStreamContent(
            GUID, 5, 0x06000001, Map.of(Table.METHOD_DEF, 3, Table.TYPE_DEF, 70_000)));
    int name = pdb.blob(documentName(pdb, '/', "", "src", "a.cs"));
    pdb.row(Table.DOCUMENT, name, pdb.guid(GUID), pdb.blob((byte) 1), 0);
    byte[] points =
        joined(
            numbers(1),
            firstPoint(0, 0, 8, 10, 5),
            hiddenPoint(3),
            numbers(0, 1),
            point(200, 2, -4, -3, 60));
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 1, pdb.blob(points));
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(joined(numbers(0, 1), hiddenPoint(0))));
    pdb.row(Table.LOCAL_SCOPE, 1, 1, 1, 1, 0, 9);
    pdb.row(Table.LOCAL_VARIABLE, 0, 0, pdb.string("v"));
    for (byte[] constant :
        List.of(
            new byte[] {0x20, 5, 0x08, 1, 0, 0, 0, 9},
            new byte[] {0x0e, 'a', 0},
            new byte[] {0x11, 5, 2})) {
      pdb.row(Table.LOCAL_CONSTANT, pdb.string("c"), pdb.blob(constant));
    }
    int text = pdb.blob((byte) 'N');
    byte[] imports =
        numbers(1, text, 2, 1, text, 3, 9, 4, text, text, 5, text, 6, text, 1, 9, text, 6);
    pdb.row(Table.IMPORT_SCOPE, 0, pdb.blob(imports));
    pdb.row(Table.STATE_MACHINE_METHOD, 1, 2);
    pdb.row(Table.CUSTOM_DEBUG_INFORMATION, 0x20, pdb.guid(GUID), text);
    return pdb.root();
  }

  private static byte[] composite() {
    PeBuilder file = new PeBuilder(true, 0xfd1d);
    ByteBuffer components = ByteBuffer.allocate(2 * 16).order(ByteOrder.LITTLE_ENDIAN);
    for (String name : List.of("One", "Two")) {
      byte[] core = new ReadyToRunHeader(0x20).section(103, 0x1000, 1).core();
      components.putInt(file.cor20(small(name), 1, 0, 0)).putInt(72);
      components.putInt(file.add(core)).putInt(core.length);
    }
    int header =
        file.add(new ReadyToRunHeader(0).section(115, file.add(components.array()), 32).header());
    return ExportDirectory.add(file, Map.of("RTR_HEADER", header)).build();
  }

  /** A bundle with a manifest of that version; from 6 on, one of its files is compressed. */
  public static byte[] bundle(int version) {
    BundleBuilder bundle = new BundleBuilder(version, ELF);
    bundle.member("Raw.dll", BundleBuilder.ASSEMBLY, small("Raw").build().bytes());
    bundle.member("lib.so", BundleBuilder.NATIVE_BINARY, ELF);
    return version < 6
        ? bundle.build()
        : bundle.compressed("C.dll", BundleBuilder.ASSEMBLY, flat()).build();
  }

  /** A module with a portable PDB in it. */
  public static byte[] embedding(byte[] pdb) {
    PeBuilder file = new PeBuilder(true, 0x14c).module(small("Embedding"));
    return new DebugDirectoryBuilder(file).embedded(pdb).done().build();
  }
}
