// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.SourcePlace.Unknown;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Finds the source lines of native code: from an address to the IL of a method, and from there with
 * the {@linkplain LoadedSymbols symbols} of its module to the line.
 *
 * <p>Thread-safe. Keeps {@value #MOST_INSTRUCTIONS} bytes for where instructions begin.
 */
public final class RuntimeLines {

  private static final int MOST_INSTRUCTIONS = 8 << 20;

  /** A method of a module that is open. */
  private record Method(Image module, Token methodDef) {}

  private final RuntimeIdMap map;
  private final ModuleImages images;
  private final LoadedSymbols symbols;

  /** Where the instructions of methods begin. */
  private final Cache<Method, BitSet> instructions =
      Caffeine.newBuilder()
          .maximumWeight(MOST_INSTRUCTIONS)
          .weigher((Method method, BitSet begins) -> 1 + begins.size() / Byte.SIZE)
          .build();

  /** Creates an instance for code in {@code map}. */
  public RuntimeLines(RuntimeIdMap map, ModuleImages images, LoadedSymbols symbols) {
    this.map = map;
    this.images = images;
    this.symbols = symbols;
  }

  /**
   * Returns the source of the instruction at a native address. Code that was compiled from other IL
   * than the module's file has, such as that of a hot reload, has none: its PDB is not known.
   */
  public SourcePlace of(CodeLocation code) {
    if (!(code instanceof CodeLocation.InCode in)) {
      return new Unknown(code.why());
    }
    if (!(in.il() instanceof IlPosition.At at)) {
      return new Unknown("the instruction has no known place in the IL: " + in.il());
    }
    return isOfOtherIl(in)
        ? new Unknown(
            "the code was compiled from other IL than the file has of "
                + in.method().shape().methodDef()
                + ": of a hot reload, a profiler or another build")
        : of(in.method(), at.offset());
  }

  /**
   * Returns whether code was compiled from other IL than the module's file has; false where that is
   * not known. The runtime reports offsets at which instructions begin. Where only a symbol index
   * is at hand, the length of the IL is compared.
   */
  public boolean isOfOtherIl(CodeLocation.InCode code) {
    IdView view = map.atEndOf(code.method());
    FunctionShape shape = code.method().shape();
    return !shape.methodDef().isNil()
        && begins(view, shape)
            .filter(begins -> !view.isCompiledFrom(code.range().start(), begins))
            .isPresent();
  }

  /** Returns where instructions of a method may begin; empty when that is not known. */
  private Optional<IntPredicate> begins(IdView view, FunctionShape shape) {
    ModuleImage module = images.of(view, shape.module());
    if (module.opened().isPresent()) {
      Method method = new Method(module.opened().get().image(), shape.methodDef());
      BitSet begins = instructions.get(method, this::begins);
      return begins.isEmpty() ? Optional.empty() : Optional.of(begins::get);
    }
    return loaded(view, shape)
        .flatMap(symbols::withoutFile)
        .map(found -> found.codeSize(shape.methodDef()))
        .filter(size -> size > 0)
        .map(size -> offset -> offset < size);
  }

  /**
   * Returns the source of a method's IL at an offset, as {@link ModuleSymbols#source} has it; none
   * behind its code.
   */
  public SourcePlace of(FunctionFact method, int ilOffset) {
    IdView view = map.atEndOf(method);
    Optional<ModuleSymbols> module = loaded(view, method.shape()).flatMap(symbols::of);
    if (module.isEmpty()) {
      return new Unknown(
          images.of(view, method.shape().module()) instanceof ModuleImage.Unavailable unavailable
              ? unavailable.detail()
              : "the metadata of its module is damaged");
    }
    try {
      return module.get().source(method.shape().methodDef(), ilOffset);
    } catch (MetadataFormatException e) {
      return new Unknown(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<LoadedModule> loaded(IdView view, FunctionShape shape) {
    return view.meaningOf(shape.module()).valid().map(fact -> fact.loaded());
  }

  /** Returns where instructions begin; nothing of IL that is damaged or was stripped. */
  private BitSet begins(Method method) {
    BitSet begins = new BitSet();
    try {
      if (Body.of(new MethodDef(method.module(), method.methodDef().rid()))
          instanceof MethodBody body) {
        body.instructions().forEach(each -> begins.set(each.offset()));
      }
      return begins;
    } catch (MetadataFormatException e) {
      return new BitSet();
    }
  }
}
