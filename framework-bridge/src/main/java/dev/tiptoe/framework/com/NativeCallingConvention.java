// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.AltCallingConvention;
import com.sun.jna.CallbackProxy;
import com.sun.jna.Function;
import com.sun.jna.Native;

/**
 * The calling convention of COM methods: {@code STDMETHODCALLTYPE} is {@code __stdcall} on 32-bit
 * Windows, and the platform's only convention everywhere else.
 */
enum NativeCallingConvention {
  /** The C compiler's. */
  C(Function.C_CONVENTION),
  /** The called function removes the arguments. */
  STDCALL(Function.ALT_CONVENTION);

  private final int flag;

  NativeCallingConvention(int flag) {
    this.flag = flag;
  }

  /** Returns the convention of this JVM's platform. */
  static NativeCallingConvention current() {
    return of(System.getProperty("os.name", ""), Native.POINTER_SIZE);
  }

  static NativeCallingConvention of(String osName, int pointerSize) {
    return osName.startsWith("Windows") && pointerSize == 4 ? STDCALL : C;
  }

  /** Returns JNA's constant for the convention. */
  int flag() {
    return flag;
  }

  /** Returns a callback that native code may call by this convention. */
  CallbackProxy callback(CallbackProxy body) {
    return this == STDCALL ? new Stdcall(body) : body;
  }

  /** The same callback with the marker interface that JNA needs. */
  private record Stdcall(CallbackProxy body) implements CallbackProxy, AltCallingConvention {

    @Override
    public Object callback(Object[] arguments) {
      return body.callback(arguments);
    }

    @Override
    public Class<?>[] getParameterTypes() {
      return body.getParameterTypes();
    }

    @Override
    public Class<?> getReturnType() {
      return body.getReturnType();
    }
  }
}
