// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.r2r.CodeAt;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ModuleOverride;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.symbols.problem.CodeSize;
import dev.tiptoe.symbols.written.WrittenMethod;
import dev.tiptoe.symbols.written.WrittenMethods;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The symbols of a module, read from the module itself and its portable PDB. Thread-safe. */
public final class ImageSymbols implements ModuleSymbols {

  private final Image image;
  private final Optional<Lines> lines;
  private final String noLines;
  private final Names shownNames;
  private final Names systemNames;
  private final WrittenMethods written;

  /** Null until code is requested: finding the methods that have any takes longer than a name. */
  private volatile @Nullable Code code;

  /** The ReadyToRun code, or why there is none. */
  private record Code(Optional<ReadyToRun> found, String otherwise) {
    static Code of(Image image) {
      try {
        return new Code(ReadyToRun.of(image), image.file() + " has no ReadyToRun code");
      } catch (MetadataFormatException e) {
        return new Code(Optional.empty(), String.valueOf(e.getMessage()));
      }
    }
  }

  private ImageSymbols(Image image, PortablePdb pdb) {
    this.image = image;
    this.lines = pdb.found().map(found -> new Lines(found, token -> CodeSize.of(image, token)));
    this.noLines = pdb instanceof PortablePdb.Missing missing ? missing.reason() : "";
    this.shownNames = new Names(image, NameStyle.CSHARP);
    this.systemNames = new Names(image, NameStyle.REFLECTION);
    this.written = new WrittenMethods(image, pdb.found());
  }

  /**
   * Reads the symbols of a module.
   *
   * @param pdb its portable PDB, or the reason why there is none
   */
  public static ImageSymbols of(Image image, PortablePdb pdb) {
    return new ImageSymbols(image, pdb);
  }

  @Override
  public String origin() {
    return image.file();
  }

  @Override
  public String sourceOrigin() {
    return lines.map(Lines::toString).orElse(image.file());
  }

  @Override
  public String name() {
    return image.moduleName();
  }

  @Override
  public Optional<UUID> mvid() {
    return image.mvid();
  }

  @Override
  public boolean mayNamePdb(UUID guid) {
    try {
      return image.debugDirectory().namesPdb(guid);
    } catch (MetadataFormatException e) {
      return false;
    }
  }

  /**
   * Returns whether the module declares a type.
   *
   * @param type the name as in {@link MethodSymbol#type}
   */
  public boolean declares(String type) {
    try {
      return image.findType(type).isPresent();
    } catch (MetadataFormatException e) {
      return false;
    }
  }

  @Override
  public int methodCount() {
    return image.count(MethodDef.TABLE);
  }

  @Override
  public MethodSymbol method(Token methodDef) {
    WrittenMethod source = written.of(methodDef);
    return new MethodSymbol(
        methodDef,
        systemNames.declaringType(methodDef),
        new MethodDef(image, methodDef.rid()).name(),
        shownNames.declaringType(methodDef),
        shownNames.member(methodDef),
        new MethodSymbol.Written(source.method(), source.in(shownNames), source.source()));
  }

  @Override
  public int codeSize(Token methodDef) {
    return CodeSize.of(image, methodDef);
  }

  @Override
  public SourcePlace source(Token methodDef, int ilOffset) {
    if (lines.isEmpty()) {
      return new SourcePlace.Unknown(noLines);
    }
    try {
      Lines found = lines.get();
      return found
          .at(methodDef, ilOffset)
          .orElseGet(() -> new SourcePlace.Unknown(found + " has no source for " + methodDef));
    } catch (MetadataFormatException e) {
      return new SourcePlace.Unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public boolean hasRuntimeLine(Token methodDef, int ilOffset) {
    return source(methodDef, ilOffset).known().isPresent()
        && lines.filter(found -> found.hasOwn(methodDef, ilOffset)).isPresent();
  }

  /**
   * Returns what the PDB says about a source file.
   *
   * @param path as {@link SourceDocument#path} has it
   * @throws MetadataFormatException when the PDB is damaged
   */
  public Optional<SourceFile> sourceFile(String path) {
    return lines.flatMap(found -> found.file(path));
  }

  /**
   * Returns the source file of a row of the PDB's Document table; empty when there is no PDB.
   *
   * @param rid from 1
   * @throws MetadataFormatException when the PDB is damaged there
   */
  public Optional<SourceDocument> document(int rid) {
    return lines.map(found -> found.document(rid));
  }

  @Override
  public NativePlace nativeCode(int rva) {
    Code known = code();
    if (known.found().isEmpty()) {
      return new NativePlace.Unknown(known.otherwise());
    }
    try {
      return nativeCode(known.found().get(), rva);
    } catch (MetadataFormatException e) {
      return new NativePlace.Unknown(String.valueOf(e.getMessage()));
    }
  }

  /** Threads may read the same at once. */
  private Code code() {
    Code known = code;
    if (known == null) {
      known = Code.of(image);
      code = known;
    }
    return known;
  }

  private NativePlace nativeCode(ReadyToRun code, int rva) {
    CodeAt at = code.methodAt(rva);
    if (!(at instanceof CodeAt.Method found)) {
      return new NativePlace.Unknown("no method of " + image.file() + " has code at that RVA");
    }
    EntryPoint entry = found.method();
    return isOwn(code, entry)
        ? new NativePlace.Known(entry.method(), code.bounds(entry).ilOffsetAt(found.offset()))
        : new NativePlace.Unknown(
            "the code of " + image.file() + " at that RVA is of a method of another module");
  }

  /** Whether a method with code here is defined here too, as an instantiation need not be. */
  private static boolean isOwn(ReadyToRun code, EntryPoint entry) {
    return entry.method().table() == MethodDef.TABLE
        && code.module(entry.module()) instanceof ModuleOverride.Own;
  }

  @Override
  public IntStream methodsNamed(String type, String name) {
    return image.findType(type).stream()
        .flatMap(found -> found.findMethods(name).stream())
        .mapToInt(MethodDef::rid);
  }
}
