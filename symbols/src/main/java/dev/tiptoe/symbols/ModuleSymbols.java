// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The symbols of one module: the names of its methods and the source lines of their code, read from
 * the module and its PDB or from a symbol index. Thread-safe.
 */
public interface ModuleSymbols {

  /** Returns where the names were read from, such as the path of a file. */
  String origin();

  /**
   * Returns where the source lines were read from: {@link #origin}, or the file of the module's
   * PDB.
   */
  default String sourceOrigin() {
    return origin();
  }

  /** Returns the name of the module, such as {@code Shop.dll}. */
  String name();

  /** Returns the module version ID; empty when the module has none. */
  Optional<UUID> mvid();

  /**
   * Returns whether the module may be the build that names a PDB: false where it names others, or
   * none; true where that is not known, as of a symbol index of version 1.0.
   *
   * @param guid the GUID of the PDB
   */
  default boolean mayNamePdb(UUID guid) {
    return true;
  }

  /** Returns the number of methods; their rids count from 1. */
  int methodCount();

  /**
   * Returns a method.
   *
   * @throws MetadataFormatException when there is no such method, or its row is damaged; of the
   *     kind {@link MetadataFormatException.Kind#BUILDS_DIFFER} when builds of the module name it
   *     differently, and it is not known which of them is meant
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  MethodSymbol method(Token methodDef);

  /**
   * Returns the bytes of a method's IL; 0 where that is not known, or there is no such method. A
   * symbol index knows them of methods with lines.
   */
  default int codeSize(Token methodDef) {
    return 0;
  }

  /**
   * Returns the source of a method's IL at an offset: that of the last sequence point that begins
   * there or before and is not hidden, as in the runtime's own stack traces.
   *
   * <p>Offset 0 may also mean that the JIT compiler recorded no mapping, so its line is {@linkplain
   * SourcePlace.Precision#AT_OR_AFTER at or after}. Where the code of a method begins with IL that
   * has no source, such as the dispatch of a state machine, the source of offset 0 is the first one
   * of the method; the runtime {@linkplain #hasRuntimeLine prints no line} for such a frame. For
   * offset 0 this is sound, since no IL before it has a source. Any other offset is a mapping that
   * was recorded: where that IL has no source, neither has the frame.
   *
   * <p>An IL offset behind the code of the method has no source. A symbol index before version 1.2
   * does not know where that ends, and has the source of the last sequence point there.
   *
   * @param ilOffset not negative
   */
  SourcePlace source(Token methodDef, int ilOffset);

  /**
   * Returns whether the runtime's own stack traces have a line for a method's IL at an offset.
   * {@link #source} may have one without it for offset 0, and for no other.
   *
   * @param ilOffset as in {@link #source}
   */
  default boolean hasRuntimeLine(Token methodDef, int ilOffset) {
    return source(methodDef, ilOffset).known().isPresent();
  }

  /**
   * Returns the method and the IL offset of ahead-of-time compiled (ReadyToRun) code.
   *
   * @param rva unsigned; of a byte of the instruction: a return address must be reduced by one
   */
  NativePlace nativeCode(int rva);

  /**
   * Returns the rids of the methods of a name, in order.
   *
   * @param type the declaring type as in {@link MethodSymbol#type}
   * @param name the name in the metadata
   */
  IntStream methodsNamed(String type, String name);
}
