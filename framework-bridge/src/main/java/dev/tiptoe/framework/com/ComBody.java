// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

/** The body of a Java object's method that native code calls. */
@FunctionalInterface
public interface ComBody {

  /**
   * Carries out the call.
   *
   * @param arguments without the object itself: {@code Integer}, {@code Long}, or for a pointer
   *     JNA's {@code Pointer}, which is null for a null pointer
   * @return the HRESULT or number for the caller
   * @throws Exception any failure; it is reported and becomes {@code E_FAIL}
   */
  int call(Object[] arguments) throws Exception;
}
