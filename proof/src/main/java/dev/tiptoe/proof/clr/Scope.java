// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.clr;

import com.sun.jna.Memory;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.framework.com.ComException;
import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComInterface;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.framework.com.WideText;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One module's metadata, opened by the CLR for reading, with the CLR's interfaces to it.
 *
 * <p>Not thread-safe.
 */
public final class Scope implements AutoCloseable {

  private static final int OF_READ = 0;

  /** The actions that release what is held, in reverse order. */
  private final Deque<Runnable> releases = new ArrayDeque<>();

  private final ComReference tables;
  private final ComReference importer;
  private final ComReference assemblyImport;

  private Scope(ComReference dispenser, String method, Object... what) {
    try {
      tables = owned(opened(dispenser, method, what));
      importer = owned(tables.query(MetaDataApi.IMPORT2));
      assemblyImport = owned(tables.query(MetaDataApi.ASSEMBLY_IMPORT));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private ComReference owned(ComReference reference) {
    releases.push(reference::close);
    return reference;
  }

  /**
   * Opens a file.
   *
   * @throws ComException when the CLR refuses it
   */
  public static Scope open(ComReference dispenser, Path file) {
    return new Scope(dispenser, "OpenScope", WideText.bytes(file.toAbsolutePath().toString()));
  }

  /**
   * Opens a copy of bytes, a PE file or a metadata root.
   *
   * @throws ComException when the CLR refuses them
   */
  public static Scope open(ComReference dispenser, byte[] bytes) {
    Memory copy = new Memory(Math.max(1, bytes.length));
    copy.write(0, bytes, 0, bytes.length);
    try {
      Scope scope = new Scope(dispenser, "OpenScopeOnMemory", copy, bytes.length);
      // The CLR does not copy the bytes.
      scope.releases.addLast(copy::close);
      return scope;
    } catch (RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  private static ComReference opened(ComReference dispenser, String method, Object... what) {
    ComInterface wanted = MetaDataApi.TABLES2;
    byte[] iid = Guid.bytes(wanted.iid());
    ComFunction function = dispenser.function(method);
    return (what.length == 1)
        ? function.obtain(wanted, what[0], OF_READ, iid)
        : function.obtain(wanted, what[0], what[1], OF_READ, iid);
  }

  /** Returns {@code IMetaDataTables2}. */
  public ComReference tables() {
    return tables;
  }

  /** Returns {@code IMetaDataImport2}. */
  public ComReference importer() {
    return importer;
  }

  /** Returns {@code IMetaDataAssemblyImport}. */
  public ComReference assemblyImport() {
    return assemblyImport;
  }

  @Override
  public String toString() {
    return "opened";
  }

  @Override
  public void close() {
    releases.forEach(Runnable::run);
    releases.clear();
  }
}
