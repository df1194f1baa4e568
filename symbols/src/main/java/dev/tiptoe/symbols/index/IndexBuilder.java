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
import dev.tiptoe.symbols.build.Build;
import dev.tiptoe.symbols.problem.CodeSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Builds the symbol index of one module. Mutable, for one module and one thread. */
final class IndexBuilder {

  /** The largest number of documents of which a place can say which one it is in. */
  static final int MOST_DOCUMENTS = 1 << 22;

  /** A few bytes can be a long path: so many characters are written for each byte of the PDB. */
  private static final int PATHS_FOR_A_BYTE = 16;

  private static final int LEAST_PATHS = 1 << 20;

  private final Image image;
  private final PortablePdb pdb;
  private final ImageSymbols symbols;
  private final DamageWriter damage = new DamageWriter();
  private int points;

  /** The bytes of IL of the methods with points; 0 where that is not known. */
  private int[] codeSizes = new int[0];

  IndexBuilder(Image image, PortablePdb pdb) {
    this.image = image;
    this.pdb = pdb;
    this.symbols = ImageSymbols.of(image, pdb);
  }

  /** Returns the contents of the file. */
  byte[] build(UUID mvid, int source) {
    return build(Build.of(image, mvid), source);
  }

  /** Returns the contents of the file of a build, which is that of the image. */
  byte[] build(Build build, int source) {
    List<IndexOutput> sections = new ArrayList<>();
    sections.add(module());
    sections.addAll(new ImageMethods(image, pdb, damage).read().sections());
    sections.addAll(points(pdb.found()));
    sections.add(code());
    sections.addAll(damage.sections());
    sections.add(pdbs());
    sections.add(codeSizes());
    sections.add(new IndexOutput());
    sections.add(BuildSection.write(List.of(build)));
    sections.add(new IndexOutput());
    return IndexHeader.write(build.mvid(), source, sections);
  }

  private IndexOutput codeSizes() {
    return points == 0 ? new IndexOutput() : CodeSizes.write(codeSizes);
  }

  private IndexOutput module() {
    String state =
        pdb instanceof PortablePdb.Missing missing
            ? withoutFolder(missing.reason())
            : fileName(pdb.found().map(Image::file).orElse(""));
    return new ModuleSection(
            image.moduleName(),
            fileName(image.file()),
            pdb.found().isPresent(),
            state,
            image.count(MethodDef.TABLE))
        .write();
  }

  /** Returns no section at all when the debug directory cannot be read. */
  private IndexOutput pdbs() {
    try {
      return PdbSection.of(image.debugDirectory().codeViews()).write();
    } catch (MetadataFormatException e) {
      return new IndexOutput();
    }
  }

  /** An index may be published where the folder of its module must stay private. */
  private String withoutFolder(String reason) {
    String file = image.file();
    int end = file.lastIndexOf('/') + 1;
    return end <= 1 ? reason : reason.replace(file.substring(0, end), "");
  }

  private static String fileName(String path) {
    Path name = Path.of(path).getFileName();
    return name == null ? "" : name.toString();
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
    try {
      return source.of(Token.of(MethodDef.TABLE, rid)).points();
    } catch (MetadataFormatException e) {
      damage.add(rid, DamageWriter.POINTS, String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  /** Adds the documents that points are in. */
  private List<IndexOutput> withDocuments(IndexOutput points, BitSet used, int documents) {
    DocumentTableWriter writer = new DocumentTableWriter(documents);
    Image found = pdb.found().orElseThrow();
    long left = LEAST_PATHS + PATHS_FOR_A_BYTE * (long) found.bytes().length();
    for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
      if (left <= 0) {
        writer.setReason(i, "a source file behind too many long paths");
        continue;
      }
      try {
        left -= new Document(found, i + 1).nameBlob().length();
        SourceDocument document = symbols.document(i + 1).orElseThrow();
        writer.set(i, document.path(), document.url());
        left -= document.path().length() + document.url().map(String::length).orElse(0);
      } catch (MetadataFormatException e) {
        writer.setReason(i, String.valueOf(e.getMessage()));
      }
    }
    List<IndexOutput> sections = new ArrayList<>(List.of(points));
    sections.addAll(writer.sections());
    return sections;
  }

  // ---- code

  private IndexOutput code() {
    try {
      return ReadyToRun.of(image).map(CodeTableWriter::write).orElseGet(IndexOutput::new);
    } catch (MetadataFormatException e) {
      damage.add(0, DamageWriter.CODE, String.valueOf(e.getMessage()));
      return new IndexOutput();
    }
  }
}
