// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PdbPoints;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.SourceDocument;
import dev.tiptoe.symbols.problem.CodeSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Builds the symbol index of one module. Mutable, for one module and one thread. */
final class IndexBuilder {

  /** The largest number of documents of which a place can say which one it is in. */
  private static final int MOST_DOCUMENTS = 1 << 22;

  /** A few bytes can be a long path: so many characters are written for each byte of the PDB. */
  private static final int PATHS_FOR_A_BYTE = 16;

  private static final int LEAST_PATHS = 1 << 20;

  private final Image image;
  private final PortablePdb pdb;
  private final OtherBuild other;
  private final ImageSymbols symbols;
  private final DamageWriter damage = new DamageWriter();
  private int points;
  private BuildSection builds = new BuildSection(List.of());

  /** The bytes of IL of the methods with points; 0 where that is not known. */
  private int[] codeSizes = new int[0];

  IndexBuilder(Image image, PortablePdb pdb) {
    this(image, pdb, OtherBuild.NONE);
  }

  /**
   * Creates a builder of an index of several builds.
   *
   * @param other what differs in another build, of which the index has nothing
   */
  IndexBuilder(Image image, PortablePdb pdb, OtherBuild other) {
    this.image = image;
    this.other = other;
    this.pdb = pdb;
    this.symbols = ImageSymbols.of(image, pdb);
  }

  /** Returns the number of sequence points in the index, once it is built. */
  int points() {
    return points;
  }

  /** Returns the number of builds that the index is of, once it is built. */
  int builds() {
    return builds.builds().size();
  }

  /** Returns the contents of the file. */
  byte[] build(UUID mvid, int source) {
    MethodTableWriter methods = new MethodTableWriter(image, pdb, damage);
    methods.write(other.names());
    List<IndexOutput> sections = new ArrayList<>();
    sections.add(module());
    sections.addAll(methods.sections());
    sections.addAll(points(pdb.found()));
    sections.add(code());
    sections.addAll(damage.sections());
    sections.add(pdbs());
    sections.add(points == 0 ? new IndexOutput() : CodeSizes.write(codeSizes));
    builds = other.builds().with(BuildSection.of(image));
    sections.add(builds.write());
    return IndexHeader.write(mvid, source, sections);
  }

  private IndexOutput module() {
    IndexOutput out = new IndexOutput();
    String fileName = fileName(image.file());
    String state =
        pdb instanceof PortablePdb.Missing missing
            ? withoutFolder(missing.reason())
            : fileName(pdb.found().map(Image::file).orElse(""));
    text(out, image.moduleName());
    text(out, fileName);
    out.u8(pdb.found().isPresent() ? 1 : 0);
    text(out, state);
    return out.i32(image.count(MethodDef.TABLE));
  }

  /** Returns no section at all when the debug directory cannot be read. */
  private IndexOutput pdbs() {
    try {
      return PdbSection.write(image.debugDirectory().codeViews(), other.pdbs().pdbs());
    } catch (MetadataFormatException e) {
      return new IndexOutput();
    }
  }

  /** An index may go where the folder of its module is nobody's business. */
  private String withoutFolder(String reason) {
    String file = image.file();
    int end = file.lastIndexOf('/') + 1;
    return end <= 1 ? reason : reason.replace(file.substring(0, end), "");
  }

  private static String fileName(String path) {
    Path name = Path.of(path).getFileName();
    return name == null ? "" : name.toString();
  }

  private static void text(IndexOutput out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(utf8.length, StringTable.LONGEST);
    out.number(length).bytes(utf8, 0, length);
  }

  // ---- lines

  /** Returns the sections of points, paths and documents. */
  private List<IndexOutput> points(Optional<Image> pdb) {
    int documents = pdb.map(found -> found.count(Document.TABLE)).orElse(0);
    if (pdb.isEmpty() || documents > MOST_DOCUMENTS) {
      return List.of(new IndexOutput(), new IndexOutput(), new IndexOutput());
    }
    PointTableWriter writer = new PointTableWriter(documents);
    PdbPoints source = new PdbPoints(pdb.get());
    BitSet used = new BitSet(documents);
    codeSizes = new int[image.count(MethodDef.TABLE)];
    for (int rid = 1; rid <= image.count(MethodDef.TABLE); rid++) {
      List<SequencePoint> all = points(source, rid);
      writer.add(all);
      Token method = Token.of(MethodDef.TABLE, rid);
      codeSizes[rid - 1] = all.isEmpty() ? 0 : CodeSize.of(image, method);
      for (SequencePoint point : all) {
        int document = point.document().rid() - 1;
        if (!point.isHidden() && document >= 0 && document < documents) {
          used.set(document);
        }
      }
    }
    points = writer.count();
    return points == 0
        ? List.of(new IndexOutput(), new IndexOutput(), new IndexOutput())
        : withDocuments(writer.write(), used, documents);
  }

  private List<SequencePoint> points(PdbPoints source, int rid) {
    if (other.lines().get(rid)) {
      damage.add(rid, DamageWriter.POINTS, OtherBuild.REASON);
      return List.of();
    }
    try {
      return source.of(Token.of(MethodDef.TABLE, rid)).points();
    } catch (MetadataFormatException e) {
      damage.add(rid, DamageWriter.POINTS, String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  /** Adds the documents that points are in. */
  private List<IndexOutput> withDocuments(IndexOutput points, BitSet used, int documents) {
    StringTableWriter paths = new StringTableWriter();
    int[] rows = new int[documents * BitRows.COLUMNS];
    long left = LEAST_PATHS + PATHS_FOR_A_BYTE * (long) pdb.found().orElseThrow().bytes().length();
    for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
      int row = i * BitRows.COLUMNS;
      if (left <= 0) {
        rows[row + 2] = paths.add("a source file behind too many long paths") + 1;
        continue;
      }
      try {
        left -= new Document(pdb.found().orElseThrow(), i + 1).nameBlob().length();
        SourceDocument document = symbols.document(i + 1).orElseThrow();
        rows[row] = paths.add(document.path()) + 1;
        rows[row + 1] = document.url().map(url -> paths.add(url) + 1).orElse(0);
        left -= document.path().length() + document.url().map(String::length).orElse(0);
      } catch (MetadataFormatException e) {
        rows[row + 2] = paths.add(String.valueOf(e.getMessage())) + 1;
      }
    }
    IndexOutput texts = paths.write();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = rows[i] == 0 ? 0 : paths.number(rows[i] - 1) + 1;
    }
    return Arrays.asList(points, texts, BitRows.write(rows, documents));
  }

  // ---- code

  private IndexOutput code() {
    if (other.code()) {
      damage.add(0, DamageWriter.CODE, OtherBuild.REASON);
      return new IndexOutput();
    }
    try {
      return ReadyToRun.of(image).map(CodeTableWriter::write).orElseGet(IndexOutput::new);
    } catch (MetadataFormatException e) {
      damage.add(0, DamageWriter.CODE, String.valueOf(e.getMessage()));
      return new IndexOutput();
    }
  }
}
