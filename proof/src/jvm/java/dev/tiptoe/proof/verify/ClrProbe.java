// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComBody;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComImplementation;
import dev.tiptoe.framework.com.ComInterface;
import dev.tiptoe.framework.com.ComObject;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.proof.clr.CoreClr;
import dev.tiptoe.proof.clr.MetaDataApi;
import dev.tiptoe.proof.clr.Scope;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Experiments in a process with the CLR: {@code RUNTIME FILE NAME}; it prints the result. */
final class ClrProbe {

  private static final ComInterface UNHEARD_OF =
      ComInterface.UNKNOWN.extendedBy(
          "IUnheardOf", "0badf00d-0000-0000-0000-000000000000", "Nothing(p)");

  private static final String CLSID_COR_META_DATA_RUNTIME = "005023ca-72b1-11d3-9fc4-00c04f79a0a3";

  /** The beginning of {@code IMetaDataEmit}. */
  private static final ComInterface EMIT =
      ComInterface.UNKNOWN.extendedBy(
          "IMetaDataEmit",
          "ba3fee4c-ecb9-4e41-83b7-183fa41cd859",
          "SetModuleProps(p) Save(pi) SaveToStream(pi)");

  private static final ComInterface STREAM =
      ComInterface.UNKNOWN.extendedBy(
          "IStream",
          "0000000c-0000-0000-c000-000000000046",
          "Read(pip) Write(pip) Seek(lip) SetSize(l) CopyTo(plpp) Commit(i) Revert()"
              + " LockRegion(lli) UnlockRegion(lli) Stat(pi) Clone(p)");

  private final ComReference dispenser;
  private final Path file;

  private ClrProbe(ComReference dispenser, Path file) {
    this.dispenser = dispenser;
    this.file = file;
  }

  public static void main(String[] arguments) throws Exception {
    ComReference dispenser = CoreClr.start(Path.of(arguments[0])).dispenser();
    ClrProbe probe = new ClrProbe(dispenser, Path.of(arguments[1]));
    switch (arguments[2]) {
      case "references" -> probe.references();
      case "failures" -> probe.failures();
      case "stream" -> probe.stream();
      case "stack" -> probe.stack();
      default -> throw new IllegalArgumentException(arguments[2]);
    }
  }

  /** Compares the number of references before and after many uses. */
  private void references() {
    try (Scope scope = Scope.open(dispenser, file)) {
      ComReference tables = scope.tables();
      int before = tables.call("AddRef");
      for (int i = 0; i < 1_000; i++) {
        try (ComReference importer = tables.query(MetaDataApi.IMPORT)) {
          importer.query(MetaDataApi.TABLES).close();
        }
      }
      say(tables.call("AddRef") - before + " references more");
      say((tables.call("Release") - before) + ", " + (tables.call("Release") - before) + " left");
    }
  }

  private void failures() {
    try (Scope scope = Scope.open(dispenser, file)) {
      attempt(() -> scope.tables().query(UNHEARD_OF));
      attempt(() -> scope.tables().call("GetTableInfo", 99, null, null, null, null, null));
      attempt(() -> scope.importer().call("GetNestedClassProps", 0x02000001, new int[1]));
      attempt(() -> Scope.open(dispenser, Path.of("/no/such/file.dll")));
      attempt(() -> Scope.open(dispenser, new byte[100]));
      attempt(() -> scope.tables().call("GetNumTables"));
    }
  }

  private static void attempt(Runnable call) {
    try {
      call.run();
      say("fine");
    } catch (ComException | IllegalArgumentException e) {
      say(String.valueOf(e.getMessage()));
    }
  }

  /** Has the CLR write metadata into a stream of ours, and reads it with our reader. */
  private void stream() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Map<String, ComBody> bodies = new HashMap<>();
    STREAM.methods().stream().skip(3).forEach(method -> bodies.put(method.name(), all -> 0));
    bodies.put("Write", arguments -> write(arguments, written));
    try (ComObject stream =
        new ComObject(List.of(new ComImplementation(STREAM, bodies)), Throwable::printStackTrace)) {
      try (ComReference emit = newScope();
          ComReference sink = stream.reference(STREAM)) {
        emit.call("SetModuleProps", (Object) "Made\0".getBytes(StandardCharsets.UTF_16LE));
        emit.call("SaveToStream", sink, 0);
      }
      say(stream.references() + " references");
    }
    say("module " + Image.of("written", written.toByteArray()).moduleName());
  }

  private static int write(Object[] arguments, ByteArrayOutputStream to) {
    int length = (Integer) arguments[1];
    to.writeBytes(((Pointer) arguments[0]).getByteArray(0, length));
    if (arguments[2] instanceof Pointer count) {
      count.setInt(0, length);
    }
    return Hresult.S_OK;
  }

  private ComReference newScope() {
    byte[] clsid = Guid.bytes(UUID.fromString(CLSID_COR_META_DATA_RUNTIME));
    try (Memory made = new Memory(Native.POINTER_SIZE)) {
      dispenser.call("DefineScope", clsid, 0, Guid.bytes(EMIT.iid()), made);
      return ComReference.owning(EMIT, Pointer.nativeValue(made.getPointer(0)));
    }
  }

  /** An experiment that once killed a JVM with the CLR in it. */
  private void stack() throws InterruptedException {
    overflow();
    Thread thread = new Thread(ClrProbe::overflow);
    thread.start();
    thread.join();
  }

  private static void overflow() {
    try {
      say("depth " + depth(0));
    } catch (StackOverflowError e) {
      say("survived");
    }
  }

  private static int depth(int around) {
    return around < 0 ? 0 : 1 + depth(around + 1);
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
