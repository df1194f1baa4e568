// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Hresult;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A method of one object, looked up in its vtable once and called any number of times.
 *
 * <p>Arguments are what JNA takes: {@code int} and {@code long} for numbers, {@code Pointer} and
 * {@code Memory} for addresses, {@code byte[]}, {@code int[]} or {@code char[]} for memory that is
 * lent for the time of the call; and {@link ComReference}. A {@code null} is a null pointer.
 */
public final class ComFunction {

  private final ComReference on;
  private final ComMethod method;
  private final Function function;

  ComFunction(ComReference on, ComMethod method) {
    this.on = on;
    this.method = method;
    Pointer vtable = on.object().getPointer(0);
    Pointer slot = vtable.getPointer((long) method.slot() * Native.POINTER_SIZE);
    function = Function.getFunction(slot, NativeCallingConvention.current().flag());
  }

  /**
   * Calls the method and returns its result; 0 if it returns nothing.
   *
   * @throws ComException when the result is a failure
   * @throws IllegalStateException when the reference was closed
   */
  public int call(@Nullable Object... arguments) {
    int result = ask(arguments);
    if (method.result() == ComMethod.Result.HRESULT && Hresult.isFailure(result)) {
      throw new ComException(toString(), result);
    }
    return result;
  }

  /**
   * Calls the method and returns its result, which may be a failure.
   *
   * @throws IllegalStateException when the reference was closed
   */
  public int ask(@Nullable Object... arguments) {
    on.requireOpen();
    return invoke(arguments);
  }

  /**
   * Calls the method, whose last parameter is the address for a new reference, and returns that
   * reference.
   *
   * @param arguments without the last
   * @throws ComException when it fails, or succeeds without an object
   * @throws IllegalStateException when the reference was closed
   */
  public ComReference obtain(ComInterface wanted, @Nullable Object... arguments) {
    try (Memory out = new Memory(Native.POINTER_SIZE)) {
      out.clear();
      @Nullable Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
      all[arguments.length] = out;
      call(all);
      return ComReference.received(toString(), wanted, out);
    }
  }

  /**
   * Calls the method, whose parameters are a buffer for text and the address of its length, and
   * returns the text.
   *
   * @throws ComException when it fails, or returns text without an end
   * @throws IllegalStateException when the reference was closed
   */
  public String text() {
    return WideText.written(this);
  }

  int invoke(@Nullable Object... arguments) {
    requireAll(arguments.length);
    @Nullable Object[] all = new Object[arguments.length + 1];
    all[0] = on.object();
    for (int i = 0; i < arguments.length; i++) {
      all[i + 1] =
          arguments[i] instanceof ComReference reference ? reference.object() : arguments[i];
    }
    if (method.result() == ComMethod.Result.VOID) {
      function.invokeVoid(all);
      return 0;
    }
    return function.invokeInt(all);
  }

  /**
   * A missing argument would be noticed nowhere else: the method would read whatever lies there.
   */
  private void requireAll(int given) {
    int wanted = method.shape().map(String::length).orElse(given);
    if (given != wanted) {
      throw new IllegalArgumentException(this + " takes " + wanted + " arguments, not " + given);
    }
  }

  /** Returns the interface and the method, such as {@code IUnknown::AddRef}. */
  @Override
  public String toString() {
    return on.type() + "::" + method.name();
  }
}
