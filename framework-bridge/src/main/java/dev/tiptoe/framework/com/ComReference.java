// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A counted reference to a native object through one of its interfaces; closing it releases the
 * reference.
 *
 * <p>Thread-safe if the object is. Closing it while another thread is inside one of its methods is
 * an error of the caller, as in COM.
 */
public final class ComReference implements AutoCloseable {

  private final ComInterface type;
  private final Pointer object;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ComReference(ComInterface type, Pointer object) {
    this.type = type;
    this.object = object;
  }

  /**
   * Takes over a reference that native code has counted for its receiver.
   *
   * @param address of the object, not 0
   */
  public static ComReference owning(ComInterface type, long address) {
    if (address == 0) {
      throw new IllegalArgumentException("no " + type + " at address 0");
    }
    return new ComReference(type, new Pointer(address));
  }

  /**
   * Takes over the reference that a successful call has stored at an address.
   *
   * @throws ComException when there is none
   */
  static ComReference received(String from, ComInterface type, Memory out) {
    Pointer object = out.getPointer(0);
    if (object == null) {
      throw new ComException(from + " gave no " + type, Hresult.E_POINTER);
    }
    return new ComReference(type, object);
  }

  /** Returns the interface. */
  public ComInterface type() {
    return type;
  }

  /** Returns the address of the object. */
  public long address() {
    return Pointer.nativeValue(object);
  }

  /**
   * Looks up a method of the object.
   *
   * @throws IllegalArgumentException when the interface has no method of that name
   */
  public ComFunction function(String method) {
    return new ComFunction(this, type.method(method));
  }

  /**
   * Calls a method, as {@link ComFunction#call} does.
   *
   * @throws ComException when it fails
   */
  public int call(String method, @Nullable Object... arguments) {
    return function(method).call(arguments);
  }

  /**
   * Returns another reference to the same object, through another of its interfaces.
   *
   * @throws ComException when it has no such interface
   */
  public ComReference query(ComInterface wanted) {
    return function("QueryInterface").obtain(wanted, (Object) Guid.bytes(wanted.iid()));
  }

  /** Releases the reference. A second call has no effect. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      new ComFunction(this, type.method("Release")).invoke();
    }
  }

  /** Returns the pointer for native code. */
  Pointer object() {
    return object;
  }

  void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("this reference to " + type + " was released");
    }
  }

  @Override
  public String toString() {
    return type + " at 0x" + Long.toHexString(address());
  }
}
