// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A native library whose functions use the system's calling convention, as those of COM and Windows
 * do. A loaded library is never unloaded.
 *
 * <p>Thread-safe. Arguments are those of {@link ComFunction}.
 */
public final class SystemLibrary {

  private final String file;
  private final Map<String, Function> functions;

  private SystemLibrary(String file, Map<String, Function> functions) {
    this.file = file;
    this.functions = functions;
  }

  /**
   * Loads a library.
   *
   * @param file its absolute path: a mere name would be searched in folders that others can write
   * @param functions those that will be called
   * @throws ComException when this JVM cannot load it, or it lacks a function
   */
  public static SystemLibrary load(String file, String... functions) {
    NativeLibrary library = library(file);
    Map<String, Function> found = new HashMap<>();
    for (String function : functions) {
      found.put(function, function(library, function));
    }
    return new SystemLibrary(file, found);
  }

  private static NativeLibrary library(String file) {
    try {
      return NativeLibrary.getInstance(file);
    } catch (UnsatisfiedLinkError e) {
      throw new ComException(file, Hresult.ERROR_MOD_NOT_FOUND, e);
    }
  }

  private static Function function(NativeLibrary library, String name) {
    try {
      return library.getFunction(name, NativeCallingConvention.current().flag());
    } catch (UnsatisfiedLinkError e) {
      throw new ComException(name, Hresult.ERROR_PROC_NOT_FOUND, e);
    }
  }

  /**
   * Calls a function that takes a CLSID, an IID and an address for the object, such as {@code
   * CLRCreateInstance}, and returns the object.
   *
   * @throws ComException when it fails, or creates nothing
   */
  public ComReference create(String function, UUID clsid, ComInterface type) {
    try (Memory out = new Memory(Native.POINTER_SIZE)) {
      out.clear();
      int hresult = number(function, Guid.bytes(clsid), Guid.bytes(type.iid()), out);
      if (Hresult.isFailure(hresult)) {
        throw new ComException(function, hresult);
      }
      return ComReference.received(function, type, out);
    }
  }

  /** Calls a function that returns 32 bits. */
  public int number(String function, @Nullable Object... arguments) {
    return function(function).invokeInt(arguments);
  }

  /** Calls a function that returns a pointer or a handle; 0 means none. */
  public long address(String function, @Nullable Object... arguments) {
    return Pointer.nativeValue(function(function).invokePointer(arguments));
  }

  /**
   * Returns the error of this thread's last call as an HRESULT: {@code GetLastError} on Windows,
   * {@code errno} elsewhere.
   */
  public static int lastError() {
    return Hresult.ofWin32(Native.getLastError());
  }

  private Function function(String name) {
    Function function = functions.get(name);
    if (function == null) {
      throw new IllegalArgumentException(name + " is not one of the functions given to load()");
    }
    return function;
  }

  @Override
  public String toString() {
    return file;
  }
}
