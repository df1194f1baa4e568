// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.SourcePlace.Precision;
import dev.tiptoe.symbols.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The source lines in a portable PDB. Thread-safe, without locks.
 *
 * <p>Keeps the decoded sequence points of some methods and the paths of some documents: each has
 * one slot for its number, which the next one of that slot takes over. What is kept is bounded.
 */
final class Lines {

  /** A power of two. */
  private static final int SLOTS = 1 << 10;

  /** The points of a longer method are decoded on each call. */
  private static final int MOST_KEPT = 512;

  /** A size of 0 is not known. */
  private record Method(int rid, SequencePoints points, int codeSize) {
    boolean isBehind(int ilOffset) {
      return codeSize > 0 && ilOffset >= codeSize;
    }
  }

  private record Source(int rid, SourceDocument document) {}

  private final Image pdb;
  private final ToIntFunction<Token> codeSizes;
  private final SourceLink links;
  private final AtomicReferenceArray<@Nullable Method> methods = new AtomicReferenceArray<>(SLOTS);
  private final AtomicReferenceArray<@Nullable Source> sources = new AtomicReferenceArray<>(SLOTS);

  /**
   * Creates lines.
   *
   * @param codeSizes returns how many bytes of IL a method has; 0 when that is not known
   */
  Lines(Image pdb, ToIntFunction<Token> codeSizes) {
    this.pdb = pdb;
    this.codeSizes = codeSizes;
    this.links = links(pdb);
  }

  /** A damaged map is as none: it adds nothing but addresses. */
  private static SourceLink links(Image pdb) {
    try {
      return CustomDebugInformation.of(pdb, Token.of(ModuleDef.TABLE, 1)).stream()
          .filter(each -> each.kind().filter(SourceLink.KIND::equals).isPresent())
          .findFirst()
          .map(each -> SourceLink.parse(each.value()))
          .orElse(SourceLink.NONE);
    } catch (MetadataFormatException e) {
      return SourceLink.NONE;
    }
  }

  /**
   * Returns the source for the IL at an offset, as {@link ModuleSymbols#source} has it.
   *
   * @throws MetadataFormatException when the PDB is damaged there
   */
  Optional<SourcePlace> at(Token method, int ilOffset) {
    Method found = method(method);
    if (found.isBehind(ilOffset)) {
      return Optional.of(
          new SourcePlace.Unknown(Problem.behindCode(method, ilOffset, found.codeSize())));
    }
    return found.points().sourceFor(ilOffset).map(point -> place(point, ilOffset));
  }

  /**
   * Returns whether a point that is not hidden begins at an offset or before.
   *
   * @throws MetadataFormatException when the PDB is damaged there
   */
  boolean hasOwn(Token method, int ilOffset) {
    Method found = method(method);
    return !found.isBehind(ilOffset) && found.points().sourceOf(ilOffset).isPresent();
  }

  private Method method(Token method) {
    int slot = method.rid() & (SLOTS - 1);
    Method kept = methods.getAcquire(slot);
    if (kept != null && kept.rid() == method.rid()) {
      return kept;
    }
    SequencePoints points =
        MethodDebugInformation.of(pdb, method).map(SequencePoints::of).orElse(SequencePoints.NONE);
    int size = points.points().isEmpty() ? 0 : codeSizes.applyAsInt(method);
    Method found = new Method(method.rid(), points, size);
    if (points.points().size() <= MOST_KEPT) {
      methods.setRelease(slot, found);
    }
    return found;
  }

  private SourcePlace place(SequencePoint point, int ilOffset) {
    return new SourcePlace.Known(
        document(point.document().rid()),
        point.startLine(),
        point.startColumn(),
        point.endLine(),
        point.endColumn(),
        SequencePoints.isAtOrAfter(ilOffset) ? Precision.AT_OR_AFTER : Precision.EXACT);
  }

  private SourceDocument document(int rid) {
    int slot = rid & (SLOTS - 1);
    Source kept = sources.getAcquire(slot);
    if (kept != null && kept.rid() == rid) {
      return kept.document();
    }
    String path = new Document(pdb, rid).name();
    SourceDocument document = new SourceDocument(path, links.url(path));
    sources.setRelease(slot, new Source(rid, document));
    return document;
  }

  /** Returns the source file with a path. */
  Optional<SourceFile> file(String path) {
    List<Document> documents = pdb.rows(Document.TABLE, Document::new);
    return documents.stream()
        .filter(each -> each.name().equals(path))
        .findFirst()
        .map(each -> new SourceFile(document(each.rid()), each));
  }

  /** Returns the path of the PDB. */
  @Override
  public String toString() {
    return pdb.file();
  }
}
