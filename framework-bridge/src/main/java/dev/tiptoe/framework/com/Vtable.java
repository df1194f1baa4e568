// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.CallbackProxy;
import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The functions that native code calls on all Java objects with one interface.
 *
 * <p>There is one for each interface, and it is never freed: an object may lose its last reference
 * inside one of these functions.
 */
final class Vtable {

  private static final Map<ComInterface, Vtable> ALL = new ConcurrentHashMap<>();

  private final List<CallbackProxy> functions = new ArrayList<>();
  private final Memory memory;

  private Vtable(ComInterface type) {
    List<ComMethod> methods = type.methods();
    memory = new Memory((long) methods.size() * Native.POINTER_SIZE);
    for (ComMethod method : methods) {
      CallbackProxy function = NativeCallingConvention.current().callback(new Entry(method));
      functions.add(function);
      memory.setPointer(
          (long) method.slot() * Native.POINTER_SIZE,
          CallbackReference.getFunctionPointer(function));
    }
  }

  static Vtable of(ComInterface type) {
    return ALL.computeIfAbsent(type, Vtable::new);
  }

  Pointer address() {
    return memory;
  }

  /** One function: finds the object by its address and calls its body. */
  private record Entry(ComMethod method) implements CallbackProxy {

    @Override
    public Object callback(Object[] arguments) {
      return ComObject.answer(method, arguments);
    }

    @Override
    public Class<?>[] getParameterTypes() {
      String shape = "p" + method.shape().orElseThrow();
      return shape.chars().mapToObj(Entry::type).toArray(Class<?>[]::new);
    }

    private static Class<?> type(int letter) {
      return switch (letter) {
        case 'i' -> int.class;
        case 'l' -> long.class;
        case 'p' -> Pointer.class;
        default -> throw new IllegalArgumentException("no parameter is " + (char) letter);
      };
    }

    @Override
    public Class<?> getReturnType() {
      return method.result() == ComMethod.Result.VOID ? void.class : int.class;
    }
  }
}
