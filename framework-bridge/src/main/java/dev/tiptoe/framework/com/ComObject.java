// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A Java object for native code: a reference count and, for each interface, a pointer to a vtable.
 *
 * <p>It begins with one reference, which its creator owns and releases by closing it. It lives
 * until native code has released its references too. A later call gets a failure, as long as the
 * object has not been garbage-collected. Any thread may call it, so the bodies must be thread-safe.
 */
public final class ComObject implements AutoCloseable {

  /** The interfaces that native code may call, by their addresses. */
  private static final Map<Long, Face> LIVE = new ConcurrentHashMap<>();

  private final List<Face> faces = new ArrayList<>();
  private final Consumer<Throwable> faults;
  private final AtomicInteger references = new AtomicInteger(1);
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * One interface of an object.
   *
   * @param object the object with this interface
   * @param type the interface
   * @param bodies in the order of their slots
   * @param memory the target of pointers to the interface: it holds the vtable's address
   */
  private record Face(ComObject object, ComInterface type, List<ComBody> bodies, Memory memory) {
    long address() {
      return Pointer.nativeValue(memory);
    }
  }

  /**
   * Creates an object with these interfaces, at least one. {@code faults} receives exceptions that
   * its bodies throw.
   */
  public ComObject(List<ComImplementation> interfaces, Consumer<Throwable> faults) {
    if (interfaces.isEmpty()) {
      throw new IllegalArgumentException("an object needs an interface");
    }
    this.faults = faults;
    List<ComBody> unknown =
        List.of(this::queryInterface, arguments -> addRef(), arguments -> release());
    for (ComImplementation each : interfaces) {
      Memory memory = new Memory(Native.POINTER_SIZE);
      memory.setPointer(0, Vtable.of(each.type()).address());
      faces.add(new Face(this, each.type(), each.inOrder(unknown), memory));
    }
    faces.forEach(face -> LIVE.put(face.address(), face));
  }

  /**
   * Returns a counted reference to it, as native code would have one.
   *
   * @throws ComException when it has no such interface
   * @throws IllegalStateException when all references have been released
   */
  public ComReference reference(ComInterface type) {
    try (ComReference first = ComReference.owning(faces.get(0).type(), lent())) {
      return first.query(type);
    }
  }

  private long lent() {
    if (addRef() == 0) {
      throw new IllegalStateException("all references to this object have been released");
    }
    return faces.get(0).address();
  }

  /** Returns the number of references, including the creator's. */
  public int references() {
    return references.get();
  }

  /** Releases the creator's reference. A second call has no effect. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      int ignored = release();
    }
  }

  private int queryInterface(Object[] arguments) {
    if (!(arguments[0] instanceof Pointer iid) || !(arguments[1] instanceof Pointer out)) {
      return Hresult.E_POINTER;
    }
    var wanted = Guid.of(iid.getByteArray(0, Guid.SIZE));
    for (Face face : faces) {
      if (face.type().serves(wanted)) {
        int ignored = addRef();
        out.setPointer(0, face.memory());
        return Hresult.S_OK;
      }
    }
    out.setPointer(0, null);
    return Hresult.E_NOINTERFACE;
  }

  /** A count that has reached zero stays there. */
  private int addRef() {
    return references.updateAndGet(count -> count == 0 ? 0 : count + 1);
  }

  private int release() {
    int left = references.updateAndGet(count -> Math.max(0, count - 1));
    if (left == 0) {
      faces.forEach(face -> LIVE.remove(face.address()));
    }
    return left;
  }

  /**
   * Answers a call from native code; never throws.
   *
   * @param arguments with the address of the object first
   */
  static int answer(ComMethod method, Object[] arguments) {
    Face face = LIVE.get(Pointer.nativeValue((Pointer) arguments[0]));
    if (face == null) {
      return method.result() == ComMethod.Result.HRESULT ? Hresult.CO_E_OBJNOTCONNECTED : 0;
    }
    Object[] own = new Object[arguments.length - 1];
    System.arraycopy(arguments, 1, own, 0, own.length);
    try {
      return face.bodies().get(method.slot()).call(own);
    } catch (Throwable e) {
      face.object().report(e);
      return Hresult.E_FAIL;
    }
  }

  /** An exception of the consumer must not reach native code either. */
  private void report(Throwable fault) {
    try {
      faults.accept(fault);
    } catch (Throwable e) {
      fault.addSuppressed(e);
    }
  }

  @Override
  public String toString() {
    return faces.get(0).type() + " with " + references + " references";
  }
}
