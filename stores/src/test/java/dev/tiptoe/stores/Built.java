// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.MethodBodies;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Modules and PDBs that tests make. Stateless. */
final class Built {

  static final UUID GUID = UUID.fromString("497b72f6-390a-44fc-878e-5a2d63b6cc4b");
  static final int STAMP = 0xebfb3829;

  /** The size of the modules in memory: headers and one section. */
  static final int SIZE_OF_IMAGE = 0x2000;

  private static final String MSF = "Microsoft C/C++ MSF 7.00\r\n\u001aDS\0\0\0";

  private Built() {}

  /** The MVID of the module with a name. */
  static UUID mvid(String name) {
    return UUID.nameUUIDFromBytes((name + ".dll").getBytes(StandardCharsets.UTF_8));
  }

  /** A module without PDB, with one type. */
  static byte[] module(String name) {
    return new PeBuilder().module(image(name)).build();
  }

  private static ImageBuilder image(String name) {
    ImageBuilder image = ImageBuilder.assembly(name, "1.0.0.0");
    image.typeDef("Ns." + name, "Type");
    return image;
  }

  /**
   * A build of a module with one method and its PDB, whatever the build, under one MVID.
   *
   * @param pdb the GUID of the PDB
   * @param codeSize the bytes of IL of the method
   * @param line where it begins in the source
   */
  static byte[] build(String name, UUID pdb, int codeSize, int line) {
    return build(name, "Run", pdb, codeSize, line);
  }

  /** The same, with another name of the method. */
  static byte[] build(String name, String methodName, UUID pdb, int codeSize, int line) {
    return directory(name, methodName, pdb, codeSize).embedded(lines(pdb, line)).done().build();
  }

  /** The same, without the PDB inside. */
  static byte[] buildAlone(String name, UUID pdb, int codeSize) {
    return directory(name, "Run", pdb, codeSize).done().build();
  }

  private static DebugDirectoryBuilder directory(
      String name, String methodName, UUID pdb, int codeSize) {
    ImageBuilder image = image(name);
    int method =
        image.method(
            methodName, SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    PeBuilder file = new PeBuilder();
    image.set(method, "RVA", file.add(MethodBodies.tiny(new byte[codeSize])));
    return new DebugDirectoryBuilder(file.module(image)).portablePdb(pdb, STAMP, name + ".pdb");
  }

  /** The PDB of a build. */
  static byte[] lines(UUID pdb, int line) {
    ImageBuilder lines = new ImageBuilder();
    lines.portablePdb(new PdbStreamContent(pdb, STAMP, 0, Map.of(Table.METHOD_DEF, 1)));
    int path = lines.blob(PdbBlobs.documentName(lines, '/', "", "src", "a.cs"));
    lines.row(Table.DOCUMENT, path, 0, 0, 0);
    byte[] points = PdbBlobs.joined(PdbBlobs.numbers(0, 1), PdbBlobs.firstPoint(0, 0, 8, line, 5));
    lines.row(Table.METHOD_DEBUG_INFORMATION, 0, lines.blob(points));
    return lines.root();
  }

  /** A module that names a portable PDB in another folder. */
  static byte[] moduleWithPdb(String name) {
    return moduleWithPdb(name, "/src/obj/" + name + ".pdb", new byte[0]);
  }

  /** A module that names a portable PDB and, if that is not empty, states its checksum. */
  static byte[] moduleWithPdb(String name, String path, byte[] checksum) {
    PeBuilder file = new PeBuilder().module(image(name));
    DebugDirectoryBuilder directory =
        new DebugDirectoryBuilder(file).portablePdb(GUID, STAMP, path);
    if (checksum.length > 0) {
      ByteBuffer data = ByteBuffer.allocate(7 + checksum.length);
      data.put("SHA256\0".getBytes(StandardCharsets.UTF_8)).put(checksum);
      directory.entry(19, 0, 1, 0, data.array());
    }
    return directory.done().build();
  }

  /** A module that names a PDB for Windows. */
  static byte[] moduleWithWindowsPdb(String name) {
    PeBuilder file = new PeBuilder().module(image(name));
    return new DebugDirectoryBuilder(file)
        .windowsPdb(GUID, 1, "c:\\o\\" + name + ".pdb")
        .done()
        .build();
  }

  /** The portable PDB of all modules that name one. */
  static byte[] pdb() {
    return pdb(GUID, STAMP);
  }

  static byte[] pdb(UUID guid, int stamp) {
    ImageBuilder pdb =
        new ImageBuilder().portablePdb(new PdbStreamContent(guid, stamp, 0, Map.of()));
    pdb.row(Table.DOCUMENT, 0, 0, 0, 0);
    return pdb.root();
  }

  /** The SHA-256 of a portable PDB with zeros in place of its identity. */
  static byte[] checksum(byte[] pdb) {
    byte[] zeroed = pdb.clone();
    int at = indexOf(pdb, guid(Image.of("pdb", pdb).pdbId().orElseThrow().guid()));
    for (int i = 0; i < 20; i++) {
      zeroed[at + i] = 0;
    }
    try {
      return MessageDigest.getInstance("SHA-256").digest(zeroed);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] guid(UUID guid) {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    long high = guid.getMostSignificantBits();
    bytes.putInt((int) (high >>> 32)).putShort((short) (high >>> 16)).putShort((short) high);
    return bytes.order(ByteOrder.BIG_ENDIAN).putLong(guid.getLeastSignificantBits()).array();
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int i = 0; i <= all.length - part.length; i++) {
      if (ByteBuffer.wrap(all, i, part.length).equals(ByteBuffer.wrap(part))) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  /** A PDB for Windows with nothing but its identity: the directory's block is 2, the info's 3. */
  static byte[] windowsPdb(UUID guid, int age) {
    ByteBuffer file = ByteBuffer.allocate(5 * 512).order(ByteOrder.LITTLE_ENDIAN);
    file.put(MSF.getBytes(StandardCharsets.ISO_8859_1));
    file.putInt(512).putInt(1).putInt(5).putInt(20).putInt(0).putInt(1);
    file.putInt(512, 2);
    file.position(1024);
    file.putInt(2).putInt(0).putInt(28).putInt(3);
    file.position(1536);
    file.putInt(20000404).putInt(1).putInt(age).put(guid(guid));
    return file.array();
  }

  /** A 64-bit ELF file with a build ID in its only note. */
  static byte[] elf(byte[] buildId) {
    ByteBuffer file = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(0x464c457f).put((byte) 2).put((byte) 1);
    file.putLong(0x20, 64).putShort(0x36, (short) 56).putShort(0x38, (short) 1);
    file.putInt(64, 4).putLong(64 + 8, 128).putLong(64 + 0x20, 16 + buildId.length);
    file.putInt(128, 4).putInt(132, buildId.length).putInt(136, 3).putInt(140, 0x00554e47);
    file.position(144);
    return file.put(buildId).array();
  }

  /** A ZIP file of members: names and contents. */
  static byte[] zip(Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry(member.getKey()));
        zip.write(member.getValue());
      }
    }
    return out.toByteArray();
  }

  /** Writes a file and the folders around it. */
  static Path write(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    return Files.write(file, content);
  }
}
