// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.MethodSymbol.Written;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.build.AgreedSymbols;
import dev.tiptoe.symbols.build.Build;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Makes the index of several builds of a module from the index of each: it has what they agree on,
 * as {@link AgreedSymbols} has it. The lines of a method are there if they are the same at all IL
 * offsets. The same indexes give the same file, in whatever order they came. Mutable, for one file
 * and one thread.
 */
final class MergedIndex {

  private static final Comparator<SymbolIndex> BY_BUILD =
      Comparator.<SymbolIndex, Boolean>comparing(part -> !part.builds().isEmpty())
          .thenComparing(part -> part.builds().stream().findFirst().map(Build::il).orElse(0))
          .thenComparing(part -> part.builds().stream().findFirst().map(Build::code).orElse(0));

  private final List<SymbolIndex> parts;
  private final List<List<SymbolIndex>> byIl;
  private final AgreedSymbols agreed;
  private final DamageWriter damage = new DamageWriter();
  private final Map<DocumentText, Integer> documents = new LinkedHashMap<>();

  /** The methods that the builds name differently. */
  private final BitSet disputed = new BitSet();

  private int[] codeSizes = new int[0];

  /** A source file; the reason is empty unless it has no path. */
  private record DocumentText(String path, Optional<String> url, Optional<String> reason) {}

  private MergedIndex(List<SymbolIndex> parts) {
    this.parts = parts.stream().sorted(BY_BUILD).toList();
    Map<Object, List<SymbolIndex>> groups = new LinkedHashMap<>();
    for (SymbolIndex part : this.parts) {
      Object il = part.builds().size() == 1 ? (Object) part.builds().get(0).il() : part;
      groups.computeIfAbsent(il, none -> new ArrayList<>()).add(part);
    }
    this.byIl = List.copyOf(groups.values());
    this.agreed = new AgreedSymbols(byIl, difference -> {});
  }

  /**
   * Returns the contents of the file.
   *
   * @param parts the indexes of the builds, none of which has parts
   * @param keepsParts whether the file has them too
   */
  static byte[] of(UUID mvid, List<SymbolIndex> parts, boolean keepsParts) {
    return new MergedIndex(parts).write(mvid, keepsParts);
  }

  private byte[] write(UUID mvid, boolean keepsParts) {
    List<IndexOutput> sections = new ArrayList<>();
    sections.add(module().write());
    sections.addAll(methods());
    sections.addAll(lines());
    sections.add(code());
    sections.addAll(damage.sections());
    sections.add(PdbSection.ofAll(parts.stream().map(SymbolIndex::pdbs).toList()).write());
    sections.add(codeSizes.length == 0 ? new IndexOutput() : CodeSizes.write(codeSizes));
    sections.add(new IndexOutput());
    sections.add(
        BuildSection.write(parts.stream().flatMap(part -> part.builds().stream()).toList()));
    sections.add(keepsParts ? PartSection.write(parts) : new IndexOutput());
    return IndexHeader.write(mvid, source(), sections);
  }

  /** Returns the names of the PDBs from which the file was made; 0 for none. */
  private int source() {
    int[] sources = parts.stream().mapToInt(part -> part.header().source()).toArray();
    IndexOutput all = new IndexOutput();
    boolean isNone = true;
    for (int source : sources) {
      all.i32(source);
      isNone &= source == 0;
    }
    return isNone ? 0 : all.crc() | 1;
  }

  private ModuleSection module() {
    ModuleSection first = parts.get(0).module();
    ModuleSection lines =
        parts.stream()
            .map(SymbolIndex::module)
            .filter(ModuleSection::hasPdb)
            .findFirst()
            .orElse(first);
    return new ModuleSection(
        first.name(), first.fileName(), lines.hasPdb(), lines.pdb(), agreed.methodCount());
  }

  // ---- names

  private List<IndexOutput> methods() {
    MethodTableWriter out = new MethodTableWriter();
    Set<String> types = new HashSet<>();
    MethodSymbol last = null;
    for (int rid = 1; rid <= agreed.methodCount(); rid++) {
      try {
        MethodSymbol method = agreed.method(Token.of(MethodDef.TABLE, rid));
        if (last == null || !hasSameType(last, method)) {
          out.addType(method.type(), method.shownType());
          types.add(method.type());
          last = method;
        }
        addWritten(out, method);
        out.addMethod(method.name(), method.shownType(), method.shownMember());
      } catch (MetadataFormatException e) {
        addUnnamed(rid, e);
        out.addUnnamed();
      }
    }
    // The others have no methods, or none that have a name here.
    for (String type : typesBut(types)) {
      out.addType(type, "");
    }
    return out.sections();
  }

  private static boolean hasSameType(MethodSymbol one, MethodSymbol other) {
    return one.type().equals(other.type()) && one.shownType().equals(other.shownType());
  }

  private void addUnnamed(int rid, MetadataFormatException reason) {
    if (reason.kind() == MetadataFormatException.Kind.BUILDS_DIFFER) {
      disputed.set(rid);
      damage.addDifference(rid, DamageWriter.NAMES);
    } else {
      damage.add(rid, DamageWriter.NAMES, reason.reason());
    }
  }

  private void addWritten(MethodTableWriter out, MethodSymbol method) {
    Written written = method.written();
    if (written.equals(new Written(method.token(), method.shown(), Source.WRITTEN))) {
      return;
    }
    int outer = written.method().rid();
    String shown = outer == 0 ? "" : shown(written.method());
    out.addWritten(method.token().rid(), outer, shown, written.text(), written.source());
  }

  private String shown(Token method) {
    try {
      return agreed.method(method).shown();
    } catch (MetadataFormatException e) {
      return "";
    }
  }

  private Set<String> typesBut(Set<String> known) {
    Set<String> types = new TreeSet<>();
    for (SymbolIndex part : parts) {
      part.forEachType(
          (utf8, length) -> types.add(new String(utf8, 0, length, StandardCharsets.UTF_8)));
    }
    types.removeAll(known);
    return types;
  }

  // ---- lines

  /** Returns the sections of points, paths and documents. */
  private List<IndexOutput> lines() {
    List<List<SequencePoint>> methods = new ArrayList<>();
    int[] sizes = new int[agreed.methodCount()];
    int count = 0;
    for (int rid = 1; rid <= agreed.methodCount(); rid++) {
      List<SequencePoint> points = points(rid, sizes);
      methods.add(points);
      count += points.size();
    }
    if (count == 0 || documents.size() > IndexBuilder.MOST_DOCUMENTS) {
      return List.of(new IndexOutput(), new IndexOutput(), new IndexOutput());
    }
    codeSizes = sizes;
    PointTableWriter points = new PointTableWriter(documents.size());
    methods.forEach(points::add);
    DocumentTableWriter paths = new DocumentTableWriter(documents.size());
    documents.forEach(
        (document, number) -> {
          if (document.reason().isPresent()) {
            paths.setReason(number, document.reason().get());
          } else {
            paths.set(number, document.path(), document.url());
          }
        });
    List<IndexOutput> sections = new ArrayList<>(List.of(points.write()));
    sections.addAll(paths.sections());
    return sections;
  }

  /** Returns the points of a method, if the builds that have it agree in them. */
  private List<SequencePoint> points(int rid, int[] sizes) {
    Token method = Token.of(MethodDef.TABLE, rid);
    List<SymbolIndex> builds =
        byIl.stream()
            .filter(sameIl -> rid <= sameIl.get(0).methodCount())
            .map(sameIl -> withLines(sameIl))
            .toList();
    SymbolIndex first = builds.get(0);
    boolean isAgreed =
        !disputed.get(rid)
            && builds.stream().skip(1).allMatch(other -> hasSameLines(first, other, method));
    if (!isAgreed) {
      damage.addDifference(rid, DamageWriter.POINTS);
      return List.of();
    }
    first
        .damage(rid, DamageWriter.POINTS)
        .ifPresent(reason -> damage.add(rid, DamageWriter.POINTS, reason));
    List<SequencePoint> points = new ArrayList<>();
    first.forEachPoint(
        rid,
        (ilOffset, isHidden, document, line, column, endLine, endColumn) ->
            points.add(
                isHidden
                    ? hidden(ilOffset)
                    : new SequencePoint(
                        ilOffset, document(first, document), line, column, endLine, endColumn)));
    sizes[rid - 1] = points.isEmpty() ? 0 : first.codeSize(method);
    return points;
  }

  /** Returns that of several builds with the same IL of which there was a PDB. */
  private static SymbolIndex withLines(List<SymbolIndex> sameIl) {
    return sameIl.stream().filter(part -> part.module().hasPdb()).findFirst().orElse(sameIl.get(0));
  }

  private static SequencePoint hidden(int ilOffset) {
    Token none = Token.of(Document.TABLE, 1);
    int line = SequencePoint.HIDDEN_LINE;
    return new SequencePoint(ilOffset, none, line, 0, line, 0);
  }

  /** Returns the document of the merged index that is a document of a part. */
  private Token document(SymbolIndex part, int number) {
    DocumentText text =
        new DocumentText(
            part.documents().path(number),
            part.documents().get(number).url(),
            part.documents().reason(number));
    int known = documents.computeIfAbsent(text, none -> documents.size());
    return Token.of(Document.TABLE, known + 1);
  }

  /** The source changes at sequence points alone, and ends with the code. */
  private static boolean hasSameLines(SymbolIndex mine, SymbolIndex other, Token method) {
    int rid = method.rid();
    boolean hasLines = mine.module().hasPdb() || other.module().hasPdb();
    if (hasLines
        && (mine.codeSize(method) != other.codeSize(method)
            || !mine.damage(rid, DamageWriter.POINTS)
                .equals(other.damage(rid, DamageWriter.POINTS)))) {
      return false;
    }
    BitSet offsets = new BitSet();
    offsets.set(0);
    for (SymbolIndex index : List.of(mine, other)) {
      index.forEachPoint(
          rid,
          (ilOffset, hidden, document, line, column, endLine, endColumn) -> offsets.set(ilOffset));
    }
    return offsets.stream()
        .allMatch(
            ilOffset ->
                place(mine, method, ilOffset).equals(place(other, method, ilOffset))
                    && mine.hasRuntimeLine(method, ilOffset)
                        == other.hasRuntimeLine(method, ilOffset));
  }

  private static Optional<SourcePlace.Known> place(SymbolIndex index, Token method, int ilOffset) {
    return index.source(method, ilOffset).known();
  }

  // ---- code

  /** Returns the ReadyToRun code of the builds that have some, if it is the same. */
  private IndexOutput code() {
    List<SymbolIndex> withCode = parts.stream().filter(part -> !part.hasNoCode()).toList();
    if (withCode.isEmpty()) {
      return new IndexOutput();
    }
    SymbolIndex first = withCode.get(0);
    Optional<DamageTable.Reason> reason = first.damage(0, DamageWriter.CODE);
    if (withCode.size() == 1 && reason.isPresent()) {
      damage.add(0, DamageWriter.CODE, reason.get());
      return new IndexOutput();
    }
    if (!withCode.stream().skip(1).allMatch(first::hasSameCode)) {
      damage.addDifference(0, DamageWriter.CODE);
      return new IndexOutput();
    }
    return first.code();
  }
}
