// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A native library whose functions are called by the system's convention, as those of COM and of
 * Windows are. Once loaded it stays.
 *
 * <p>May be used by any thread. Arguments are those of {@link ComFunction}.
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
   * @param file its absolute path: a name alone would be searched for in places that others fill
   * @param functions those that will be called
   * @throws ComException when there is none that this JVM can load, or it lacks a function
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
   * What a function makes that takes a CLSID, an IID and a place for the object, such as {@code
   * CLRCreateInstance}.
   *
   * @throws ComException when it fails, or makes nothing
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

  /** Calls a function that returns a pointer or a handle; 0 is none. */
  public long address(String function, @Nullable Object... arguments) {
    return Pointer.nativeValue(function(function).invokePointer(arguments));
  }

  /**
   * Why this thread's last call failed, as an HRESULT: of {@code GetLastError} on Windows, of
   * {@code errno} elsewhere.
   */
  public static int lastError() {
    return Hresult.ofWin32(Native.getLastError());
  }

  private Function function(String name) {
    Function function = functions.get(name);
    if (function == null) {
      throw new IllegalArgumentException(name + " was not asked for");
    }
    return function;
  }

  @Override
  public String toString() {
    return file;
  }
}
