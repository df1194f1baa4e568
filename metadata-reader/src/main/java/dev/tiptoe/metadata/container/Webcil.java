// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A module for the browser: the parts of a PE file that .NET needs, without the PE file, often
 * inside a WebAssembly module. Immutable.
 *
 * <p>Source: Webcil assembly format, versions 0.0 and 1.0.
 */
public final class Webcil implements Container {

  /** {@code WbIL}. */
  static final int MAGIC = 0x4c496257;

  private static final int SECTIONS = 8;
  private static final int COR20 = 12;
  private static final int DEBUG = 20;
  private static final int HEADER = 28;

  /** A version 1 header also has the beginning of the WebAssembly module's table. */
  private static final int HEADER_1 = 32;

  private static final int SECTION_SIZE = 16;

  private final Bytes file;
  private final Bytes payload;
  private final Sections sections;

  private Webcil(Bytes file, Bytes payload) {
    this.file = file;
    this.payload = payload;
    int version = majorVersion();
    if (version > 1) {
      throw payload.damaged(4, "Webcil version " + version + " is not known");
    }
    int headers = version == 0 ? HEADER : HEADER_1;
    sections = Sections.read(payload, 0, headers + 4, SECTION_SIZE, payload.u16(SECTIONS));
  }

  /** Reads the headers of {@code file}, which may be a WebAssembly module around the Webcil. */
  public static Webcil of(Bytes file) {
    boolean wrapped = WasmModule.isAt(file);
    Bytes payload = wrapped ? new WasmModule(file).dataSegment(1) : file;
    if (!isAt(payload)) {
      throw file.notManaged(0, wrapped ? "a WebAssembly module without Webcil" : "no Webcil here");
    }
    return new Webcil(file, payload);
  }

  /** Returns whether {@code file} begins with a Webcil header. */
  static boolean isAt(Bytes file) {
    return file.length() >= 4 && file.i32(0) == MAGIC;
  }

  @Override
  public Bytes file() {
    return file;
  }

  /** Returns the version of the format, 0 or 1. */
  public int majorVersion() {
    return payload.u16(4);
  }

  @Override
  public Bytes metadata() {
    return at(header().metadata());
  }

  @Override
  public Bytes fromRva(int rva) {
    return sections.from(rva);
  }

  @Override
  public Optional<Cor20> cor20() {
    return Optional.of(header());
  }

  private Cor20 header() {
    return new Cor20(atRva(DataDirectory.read(payload, COR20).rva(), Cor20.SIZE));
  }

  @Override
  public DebugDirectory debugDirectory() {
    // File offsets in it count from the beginning of the Webcil.
    return DebugDirectory.of(this, DataDirectory.read(payload, DEBUG), payload);
  }

  @Override
  public OptionalInt exported(String name) {
    return OptionalInt.empty();
  }
}
