// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The builds of a module that have one module version ID, where it is not known which one is meant.
 * A tool that rewrites a module may keep its ID, and so do the compilers of ReadyToRun code.
 *
 * <p>Answers with what all builds agree on that a frame can be of: those that have the method, and
 * code at the IL offset. Where they differ there is no answer, and that is noted. Thread-safe.
 */
final class Builds implements ModuleSymbols {

  private final List<ModuleSymbols> all;
  private final Consumer<String> notes;

  Builds(List<ModuleSymbols> all, Consumer<String> notes) {
    this.all = List.copyOf(all);
    this.notes = notes;
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
    return first().sourceOrigin();
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

  /** Returns the builds that have a method; all of them where none has. */
  private List<ModuleSymbols> having(Token methodDef) {
    List<ModuleSymbols> found =
        all.stream().filter(build -> methodDef.rid() <= build.methodCount()).toList();
    return methodDef.table() == MethodDef.TABLE && !found.isEmpty() ? found : all;
  }

  /** What a method is called, without the method behind it, which may follow from the PDB. */
  private static List<Object> names(MethodSymbol method) {
    return List.of(method.type(), method.name(), method.shownType(), method.shownMember());
  }

  @Override
  public MethodSymbol method(Token methodDef) {
    List<MethodSymbol> found =
        having(methodDef).stream().map(build -> build.method(methodDef)).toList();
    if (found.stream().map(Builds::names).distinct().count() > 1) {
      throw new MetadataFormatException(
          Kind.DAMAGED, origin(), 0, difference("the names", methodDef));
    }
    return found.get(0);
  }

  @Override
  public int codeSize(Token methodDef) {
    return agreed(having(methodDef), build -> build.codeSize(methodDef)).orElse(0);
  }

  /** Returns what all builds answer; empty where they differ. */
  private static <T> Optional<T> agreed(
      List<ModuleSymbols> builds, Function<ModuleSymbols, @Nullable T> question) {
    List<T> answers =
        builds.stream().map(question).filter(Objects::nonNull).distinct().limit(2).toList();
    return answers.size() == 1 ? Optional.of(answers.get(0)) : Optional.empty();
  }

  /** Returns the builds that have a method and IL at an offset; those that have it if none does. */
  private List<ModuleSymbols> withCode(Token methodDef, int ilOffset) {
    List<ModuleSymbols> having = having(methodDef);
    List<ModuleSymbols> found =
        having.stream().filter(build -> !isBehind(build.codeSize(methodDef), ilOffset)).toList();
    return found.isEmpty() ? having : found;
  }

  private static boolean isBehind(int size, int ilOffset) {
    return size > 0 && ilOffset >= size;
  }

  @Override
  public SourcePlace source(Token methodDef, int ilOffset) {
    List<ModuleSymbols> builds = withCode(methodDef, ilOffset);
    List<SourcePlace> places =
        builds.stream().map(build -> build.source(methodDef, ilOffset)).distinct().toList();
    boolean areEqual = places.size() == 1;
    boolean isUnknown = places.stream().allMatch(place -> place.known().isEmpty());
    return areEqual || isUnknown
        ? places.get(0)
        : new SourcePlace.Unknown(difference("the lines", methodDef));
  }

  @Override
  public boolean hasRuntimeLine(Token methodDef, int ilOffset) {
    return source(methodDef, ilOffset).known().isPresent()
        && withCode(methodDef, ilOffset).stream()
            .allMatch(build -> build.hasRuntimeLine(methodDef, ilOffset));
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
