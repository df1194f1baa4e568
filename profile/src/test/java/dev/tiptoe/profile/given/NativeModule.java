// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourceDocument;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.written.WrittenMethod;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A module of compiled code: of the RVAs from 0x1000, each 16 bytes are a method, whose IL offsets
 * are the offsets of the bytes, and whose lines are ten times the rid and the offset.
 */
public final class NativeModule implements ModuleSymbols {

  /** Its module version ID. */
  public static final UUID MVID = UUID.fromString("00c0ffee-1234-5678-9abc-def012345678");

  private static final int FIRST = 0x1000;
  private static final int METHOD = 16;
  private static final int METHODS = 100;

  @Override
  public String origin() {
    return "test";
  }

  @Override
  public String name() {
    return "Native.dll";
  }

  @Override
  public Optional<UUID> mvid() {
    return Optional.of(MVID);
  }

  @Override
  public int methodCount() {
    return METHODS;
  }

  @Override
  public MethodSymbol method(Token methodDef) {
    String name = "M" + methodDef.rid();
    return new MethodSymbol(
        methodDef,
        "Ns.Type",
        name,
        "Type",
        name + "()",
        new MethodSymbol.Written(methodDef, "Type." + name + "()", WrittenMethod.Source.WRITTEN));
  }

  @Override
  public SourcePlace source(Token methodDef, int ilOffset) {
    int line = methodDef.rid() * 10 + ilOffset;
    return new SourcePlace.Known(
        new SourceDocument("/src/Native.cs", Optional.empty()),
        line,
        1,
        line,
        2,
        ilOffset == 0 ? SourcePlace.Precision.AT_OR_AFTER : SourcePlace.Precision.EXACT);
  }

  @Override
  public NativePlace nativeCode(int rva) {
    int offset = rva - FIRST;
    return offset < 0 || offset >= METHOD * METHODS
        ? new NativePlace.Unknown("no code")
        : new NativePlace.Known(
            new Token(0x06000001 + offset / METHOD), OptionalInt.of(offset % METHOD));
  }

  @Override
  public IntStream methodsNamed(String type, String name) {
    return IntStream.empty();
  }
}
