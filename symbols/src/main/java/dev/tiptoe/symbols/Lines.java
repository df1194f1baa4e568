// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.CustomDebugInformation;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.pdb.PdbPoints;
import dev.tiptoe.metadata.pdb.PointSearch;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.SourcePlace.Precision;
import dev.tiptoe.symbols.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The source lines in a portable PDB. Thread-safe, without locks.
 *
 * <p>Keeps the decoded sequence points of some methods and the paths of some documents: each has
 * one slot for its number, which the next one of that slot takes over. What is kept is bounded. Of
 * methods with very many points it keeps where some of them are, a small part of what these take in
 * the PDB; so a place in such a method costs no more than one in another.
 */
final class Lines {

  /** A power of two. */
  private static final int SLOTS = 1 << 10;

  /** A size of 0 is not known. */
  private record Method(int rid, PointSearch points, int codeSize) {
    boolean isBehind(int ilOffset) {
      return codeSize > 0 && ilOffset >= codeSize;
    }
  }

  private record Source(int rid, SourceDocument document) {}

  private final Image pdb;
  private final ToIntFunction<Token> codeSizes;
  private final SourceLink links;
  private final PdbPoints points;
  private final AtomicReferenceArray<@Nullable Method> methods = new AtomicReferenceArray<>(SLOTS);
  private final Map<Integer, Method> longMethods = new ConcurrentHashMap<>();
  private final Map<Integer, MetadataFormatException> damaged = new ConcurrentHashMap<>();
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
    this.points = new PdbPoints(pdb);
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
    Method keptLong = longMethods.get(method.rid());
    if (keptLong != null) {
      return keptLong;
    }
    PointSearch search = search(method);
    int size = search.isEmpty() ? 0 : codeSizes.applyAsInt(method);
    Method found = new Method(method.rid(), search, size);
    if (search.isCostly()) {
      longMethods.put(method.rid(), found);
    } else {
      methods.setRelease(slot, found);
    }
    return found;
  }

  /** A damaged method is read once, like any other. */
  private PointSearch search(Token method) {
    MetadataFormatException known = damaged.get(method.rid());
    if (known != null) {
      throw known;
    }
    try {
      return points.search(method);
    } catch (MetadataFormatException e) {
      if (damaged.size() < SLOTS) {
        damaged.put(method.rid(), e);
      }
      throw e;
    }
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

  /** Returns the bytes of sequence points that were decoded so far. */
  long bytesRead() {
    return points.bytesRead();
  }

  /**
   * Returns the source file of a row of the Document table.
   *
   * @throws MetadataFormatException when the PDB is damaged there
   */
  SourceDocument document(int rid) {
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
