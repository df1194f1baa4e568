// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Turns a module version ID, a method token and an IL offset, or a module version ID and the RVA of
 * native code, into names and source lines. Thread-safe; takes no locks of its own.
 */
public final class Symbols {

  private static final Symbols NONE = new Symbols(List.of());

  private final List<SymbolSource> sources;

  private Symbols(List<SymbolSource> sources) {
    this.sources = sources;
  }

  /** Creates symbols from sources, which are asked in their order. */
  public static Symbols of(SymbolSource... sources) {
    return new Symbols(List.of(sources));
  }

  /**
   * Returns symbols without sources: they find no module, and of an open module only the PDB that
   * is inside it or beside it.
   */
  public static Symbols none() {
    return NONE;
  }

  /** Returns the sources. */
  public List<SymbolSource> sources() {
    return sources;
  }

  /** Returns the symbols of the module with a module version ID, from the first source. */
  public Optional<ModuleSymbols> module(UUID mvid) {
    return sources.stream().flatMap(source -> source.find(mvid).stream()).findFirst();
  }

  /** Returns the file of a module, open, from the first source that has it. */
  public Optional<Image> image(SoughtModule module) {
    return sources.stream().flatMap(source -> source.image(module).stream()).findFirst();
  }

  /**
   * Returns the portable PDB of an open module, from the first source that has it; otherwise the
   * reason of the last one.
   */
  public PortablePdb pdb(Image module) {
    if (sources.isEmpty()) {
      return PortablePdb.of(module);
    }
    PortablePdb pdb = sources.get(0).pdb(module);
    for (int i = 1; i < sources.size() && pdb.found().isEmpty(); i++) {
      pdb = sources.get(i).pdb(module);
    }
    return pdb;
  }

  /**
   * Returns the symbols of a module from the first source that has them without its file, such as a
   * symbol index.
   */
  public Optional<ModuleSymbols> withoutFile(SoughtModule module) {
    return sources.stream().flatMap(source -> source.withoutFile(module).stream()).findFirst();
  }

  /**
   * Returns the symbols of the modules of a file name, all that the first source has which has any.
   */
  public List<ModuleSymbols> named(String fileName) {
    return named(fileName, module -> true);
  }

  /**
   * Returns the symbols of the module that names a PDB. Where no source knows one that does, they
   * are those of the file name, without those that are known to be of another build.
   *
   * @param fileName the file name of the module
   * @param pdb the GUID of the PDB
   */
  public List<ModuleSymbols> named(String fileName, UUID pdb) {
    return sources.stream()
        .flatMap(source -> source.ofPdb(pdb).stream())
        .findFirst()
        .map(List::of)
        .orElseGet(() -> named(fileName, module -> module.mayNamePdb(pdb)));
  }

  private List<ModuleSymbols> named(String fileName, Predicate<ModuleSymbols> wanted) {
    return sources.stream()
        .map(source -> source.named(fileName).stream().filter(wanted).toList())
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * Returns the frame of a method's IL at an offset.
   *
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public FrameAnswer frame(UUID mvid, Token methodDef, int ilOffset) {
    if (methodDef.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(methodDef + " is not a MethodDef token");
    }
    return module(mvid)
        .map(module -> frame(module, methodDef, ilOffset))
        .orElseGet(() -> unknown(mvid));
  }

  /**
   * Returns the frame of ReadyToRun code.
   *
   * @param rva unsigned; of a byte of the instruction: a return address must be reduced by one
   */
  public FrameAnswer frameAt(UUID mvid, int rva) {
    return module(mvid).map(module -> frameAt(module, rva)).orElseGet(() -> unknown(mvid));
  }

  /** Returns the frame of a method's IL at an offset, from the symbols of its module. */
  public static FrameAnswer frame(ModuleSymbols module, Token methodDef, int ilOffset) {
    try {
      MethodSymbol method = module.method(methodDef);
      SourcePlace source = module.source(methodDef, ilOffset);
      return new FrameAnswer.Known(method, source, module.origin(), module.sourceOrigin());
    } catch (MetadataFormatException e) {
      return new FrameAnswer.Unknown(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the frame of ReadyToRun code, from the symbols of its module. */
  public static FrameAnswer frameAt(ModuleSymbols module, int rva) {
    return module.nativeCode(rva) instanceof NativePlace.Known known
        ? frame(module, known.methodDef(), known.ilOffset().orElse(0))
        : new FrameAnswer.Unknown(((NativePlace.Unknown) module.nativeCode(rva)).reason());
  }

  private static FrameAnswer unknown(UUID mvid) {
    return new FrameAnswer.Unknown("no module with the MVID " + mvid + " was found");
  }
}
