// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.build;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.MethodSymbol.Written;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.written.WrittenMethod.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The symbols in which several builds of a module with one module version ID agree, for uses that
 * do not know the build.
 *
 * <p>An answer is what all those builds say that a frame can be of: that have the method, and code
 * at the IL offset. Builds with the same IL are one in names and lines: a PDB that was found for
 * one of them is that of all. They are several in native code. Where builds differ there is no
 * answer, and that is noted. The order of the builds changes no name and no line. Thread-safe.
 */
public final class AgreedSymbols implements ModuleSymbols {

  /** A method also counts as written if nothing is known about its generation. */
  private static final Comparator<Written> STRONGEST_FIRST =
      Comparator.<Written, Boolean>comparing(written -> written.source() == Source.WRITTEN)
          .thenComparing(Written::source);

  private final List<List<ModuleSymbols>> byIl;
  private final List<ModuleSymbols> all;
  private final Consumer<String> notes;

  /**
   * Creates symbols.
   *
   * @param byIl the builds, those with the same IL in one list
   * @param notes receives one line that names the builds whenever they differ; by any thread
   */
  public AgreedSymbols(List<? extends List<? extends ModuleSymbols>> byIl, Consumer<String> notes) {
    this.byIl = byIl.stream().map(List::<ModuleSymbols>copyOf).toList();
    this.all = this.byIl.stream().flatMap(List::stream).toList();
    this.notes = notes;
  }

  /**
   * Returns symbols of builds: those of the build, where there is one.
   *
   * @param builds at least one
   * @param notes as in {@link #AgreedSymbols}
   */
  public static ModuleSymbols of(
      Map<Build, ? extends ModuleSymbols> builds, Consumer<String> notes) {
    if (builds.size() == 1) {
      return builds.values().iterator().next();
    }
    Map<Integer, List<ModuleSymbols>> byIl = new LinkedHashMap<>();
    builds.forEach(
        (build, symbols) ->
            byIl.computeIfAbsent(build.il(), none -> new ArrayList<>()).add(symbols));
    return new AgreedSymbols(List.copyOf(byIl.values()), notes);
  }

  private ModuleSymbols first() {
    return all.get(0);
  }

  @Override
  public String origin() {
    return first().origin();
  }

  @Override
  public String sourceOrigin() {
    return all.stream()
        .filter(build -> !build.sourceOrigin().equals(build.origin()))
        .findFirst()
        .orElse(first())
        .sourceOrigin();
  }

  @Override
  public String name() {
    return first().name();
  }

  @Override
  public Optional<UUID> mvid() {
    return first().mvid();
  }

  @Override
  public boolean mayNamePdb(UUID guid) {
    return all.stream().anyMatch(build -> build.mayNamePdb(guid));
  }

  @Override
  public int methodCount() {
    return all.stream().mapToInt(ModuleSymbols::methodCount).max().orElse(0);
  }

  private static boolean has(List<ModuleSymbols> builds, Token methodDef) {
    return methodDef.table() == MethodDef.TABLE && methodDef.rid() <= builds.get(0).methodCount();
  }

  /** Returns the builds that have a method; all of them where none has. */
  private List<List<ModuleSymbols>> having(Token methodDef) {
    List<List<ModuleSymbols>> found =
        byIl.stream().filter(builds -> has(builds, methodDef)).toList();
    return found.isEmpty() ? byIl : found;
  }

  /** What a method is called, without the method behind it, which may follow from the PDB. */
  private static List<Object> names(MethodSymbol method) {
    return List.of(method.type(), method.name(), method.shownType(), method.shownMember());
  }

  /**
   * {@inheritDoc}
   *
   * @throws MetadataFormatException also when the builds name the method differently
   */
  @Override
  public MethodSymbol method(Token methodDef) {
    List<MethodSymbol> found =
        having(methodDef).stream()
            .flatMap(List::stream)
            .map(build -> build.method(methodDef))
            .toList();
    MethodSymbol first = found.get(0);
    if (found.stream().map(AgreedSymbols::names).distinct().count() > 1) {
      throw new MetadataFormatException(
          Kind.BUILDS_DIFFER, first().name(), 0, difference("the names", methodDef));
    }
    return new MethodSymbol(
        first.token(),
        first.type(),
        first.name(),
        first.shownType(),
        first.shownMember(),
        written(first, found.stream().map(MethodSymbol::written).distinct().toList()));
  }

  /**
   * Returns the written method of builds that agree in the names: a build without its PDB may know
   * less of it, so the strongest source counts. Where two of equal strength differ, nothing but the
   * name is known.
   */
  private static Written written(MethodSymbol method, List<Written> all) {
    Written strongest = all.stream().min(STRONGEST_FIRST).orElseThrow();
    boolean isCertain =
        all.stream().filter(each -> each.source() == strongest.source()).count() == 1;
    return isCertain ? strongest : new Written(new Token(0), method.shown(), Source.NAME);
  }

  /** Returns the size on which all builds agree that know it; 0 where they differ. */
  @Override
  public int codeSize(Token methodDef) {
    int[] sizes =
        having(methodDef).stream()
            .mapToInt(builds -> codeSize(builds, methodDef))
            .distinct()
            .limit(2)
            .toArray();
    return sizes.length == 1 ? sizes[0] : 0;
  }

  /** A symbol index without lines has no sizes. */
  private static int codeSize(List<ModuleSymbols> builds, Token methodDef) {
    return builds.stream().mapToInt(build -> build.codeSize(methodDef)).max().orElse(0);
  }

  /** Returns the builds that have a method and IL at an offset; those that have it if none does. */
  private List<List<ModuleSymbols>> withCode(Token methodDef, int ilOffset) {
    List<List<ModuleSymbols>> having = having(methodDef);
    List<List<ModuleSymbols>> found =
        having.stream().filter(builds -> !isBehind(codeSize(builds, methodDef), ilOffset)).toList();
    return found.isEmpty() ? having : found;
  }

  private static boolean isBehind(int size, int ilOffset) {
    return size > 0 && ilOffset >= size;
  }

  @Override
  public SourcePlace source(Token methodDef, int ilOffset) {
    List<SourcePlace> places =
        withCode(methodDef, ilOffset).stream()
            .map(builds -> source(builds, methodDef, ilOffset))
            .distinct()
            .toList();
    boolean isUnknown = places.stream().allMatch(place -> place.known().isEmpty());
    return places.size() == 1 || isUnknown
        ? places.get(0)
        : new SourcePlace.Unknown(difference("the lines", methodDef));
  }

  /** Returns the source in builds with the same IL: the PDB of any of them has it. */
  private static SourcePlace source(List<ModuleSymbols> builds, Token methodDef, int ilOffset) {
    List<SourcePlace> places =
        builds.stream().map(build -> build.source(methodDef, ilOffset)).toList();
    return places.stream()
        .filter(place -> place.known().isPresent())
        .findFirst()
        .orElse(places.get(0));
  }

  @Override
  public boolean hasRuntimeLine(Token methodDef, int ilOffset) {
    return source(methodDef, ilOffset).known().isPresent()
        && withCode(methodDef, ilOffset).stream()
            .allMatch(
                builds ->
                    builds.stream().anyMatch(build -> build.hasRuntimeLine(methodDef, ilOffset)));
  }

  /** A frame of native code is of a build that has some there. */
  @Override
  public NativePlace nativeCode(int rva) {
    List<NativePlace> places =
        all.stream()
            .map(build -> build.nativeCode(rva))
            .filter(NativePlace.Known.class::isInstance)
            .distinct()
            .toList();
    return switch (places.size()) {
      case 0 -> first().nativeCode(rva);
      case 1 -> places.get(0);
      default -> new NativePlace.Unknown(difference("the ReadyToRun code", new Token(0)));
    };
  }

  @Override
  public IntStream methodsNamed(String type, String name) {
    return all.stream().flatMapToInt(build -> build.methodsNamed(type, name)).sorted().distinct();
  }

  /** Returns the reason why there is no answer, and notes that builds differ. */
  private String difference(String what, Token methodDef) {
    String builds =
        String.format(
            "%d builds with the MVID %s", all.size(), mvid().map(UUID::toString).orElse(""));
    String places =
        all.stream().map(ModuleSymbols::origin).sorted().collect(Collectors.joining(", "));
    notes.accept(builds + " differ, and have no names and lines where they do: " + places);
    return builds + " differ in " + what + (methodDef.isNil() ? "" : " of " + methodDef);
  }
}
