// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

/** What a method of a Java object does when native code calls it. */
@FunctionalInterface
public interface ComBody {

  /**
   * Does it.
   *
   * @param arguments without the object itself: {@code Integer}, {@code Long}, or for a pointer
   *     JNA's {@code Pointer}, which is null for a null pointer
   * @return the HRESULT or the number that the caller gets
   * @throws Exception what then is reported, and becomes {@code E_FAIL}
   */
  int call(Object[] arguments) throws Exception;
}
