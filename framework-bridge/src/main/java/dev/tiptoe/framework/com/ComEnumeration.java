// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.tiptoe.bridge.com.Hresult;
import java.util.Optional;

/**
 * Objects that native code lists one after the other, through {@code IEnumUnknown}.
 *
 * <p>For one thread. Does not own the enumerator.
 */
public final class ComEnumeration {

  /** The interface. */
  public static final ComInterface INTERFACE =
      ComInterface.UNKNOWN.extendedBy(
          "IEnumUnknown",
          "00000100-0000-0000-c000-000000000046",
          "Next(ipp) Skip(i) Reset() Clone(p)");

  private final ComFunction next;
  private int left;

  /**
   * Creates the enumeration of an enumerator's objects.
   *
   * @param limit the greatest number of objects
   */
  public ComEnumeration(ComReference enumerator, int limit) {
    next = enumerator.function("Next");
    left = limit;
  }

  /**
   * Returns the next object, which the caller then owns; empty after the last.
   *
   * @throws ComException when the enumerator fails, or has more objects than the limit
   */
  public Optional<ComReference> next() {
    try (Memory out = new Memory(Native.POINTER_SIZE);
        Memory fetched = new Memory(Integer.BYTES)) {
      out.clear();
      // One object is requested, so S_OK means that one came; the count would only repeat that.
      if (next.call(1, out, fetched) != Hresult.S_OK) {
        return Optional.empty();
      }
      ComReference object = ComReference.received(next.toString(), ComInterface.UNKNOWN, out);
      if (--left < 0) {
        object.close();
        throw new ComException(next + " does not end", Hresult.E_UNEXPECTED);
      }
      return Optional.of(object);
    }
  }
}
