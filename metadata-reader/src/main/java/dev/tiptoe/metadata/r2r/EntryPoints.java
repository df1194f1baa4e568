// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * Maps runtime functions to the methods that begin at them: the reverse of MethodDefEntryPoints and
 * InstanceMethodEntryPoints. Immutable; eight bytes a method.
 */
final class EntryPoints {

  /** A flag in the low half of a key: the other bits are the offset of the instance's signature. */
  private static final int INSTANCE = 1 << 31;

  private static final int LARGEST_RID = 0xffffff;

  /**
   * The MethodDefEntryPoints of one assembly.
   *
   * @param module its module override index
   * @param first the number of its first method, counted through all assemblies
   */
  record Assembly(int module, int first, Bytes section, NativeArray array) {}

  private final List<Assembly> assemblies;
  private final Bytes instances;
  private final int functions;

  /** Runtime functions in the high halves, methods in the low ones, ascending. */
  private long[] keys = new long[64];

  private int count;

  /**
   * Reads all entries.
   *
   * @param assemblies ascending by their first number
   * @param instances InstanceMethodEntryPoints, empty for none
   * @param functions the number of runtime functions
   * @param damages receives entries that cannot be read
   */
  EntryPoints(List<Assembly> assemblies, Bytes instances, int functions, Damages damages) {
    this.assemblies = List.copyOf(assemblies);
    this.instances = instances;
    this.functions = functions;
    for (Assembly assembly : assemblies) {
      damages.passOver(() -> readMethods(assembly, damages));
    }
    if (instances.length() > 0) {
      damages.passOver(() -> readInstances(damages));
    }
    keys = Arrays.copyOf(keys, count);
    Arrays.sort(keys);
  }

  private void readMethods(Assembly assembly, Damages damages) {
    if (assembly.array.count() > LARGEST_RID) {
      throw assembly.section.damaged(0, "more entry points than a table can have methods");
    }
    for (int i = 0; i < assembly.array.count(); i++) {
      int index = i;
      if (!damages.passOver(() -> readMethod(assembly, index))) {
        return;
      }
    }
  }

  private void readMethod(Assembly assembly, int index) {
    int at = assembly.array.find(index);
    if (at >= 0) {
      add(function(assembly.section, at), assembly.first + index + 1);
    }
  }

  private void readInstances(Damages damages) {
    // Signatures do not share bytes, so all of them together are no longer than their section.
    int[] left = {instances.length()};
    new NativeHashtable(instances)
        .forEach((at, hash) -> damages.passOver(() -> readInstance(at, left)) && left[0] >= 0);
  }

  private void readInstance(int at, int[] left) {
    Cursor cursor = instanceAt(at);
    new ZapSigParser(cursor).method();
    left[0] -= cursor.position() - at;
    if (left[0] < 0) {
      throw instances.damaged(at, "signatures of instantiated methods that overlap");
    }
    add(function(instances, cursor.position()), INSTANCE | at);
  }

  private Cursor instanceAt(int at) {
    Cursor cursor = new Cursor(instances);
    // A negative or too large position is detected by the first read.
    cursor.moveTo(at);
    return cursor;
  }

  /** Reads an entry point: the beginning of its method, and its fixups. */
  private int function(Bytes section, int at) {
    int id = new NativeCursor(section, at).unsigned();
    int function = (id & 1) == 0 ? id >>> 1 : id >>> 2;
    if (function >= functions) {
      throw section.damaged(at, "there is no runtime function " + function);
    }
    return function;
  }

  private void add(int function, int method) {
    if (count >= 2L * functions) {
      throw instances.damaged(0, "many more methods than code");
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
    }
    keys[count++] = ((long) function << 32) | Integer.toUnsignedLong(method);
  }

  int count() {
    return count;
  }

  /** Returns the runtime function at which the method begins. */
  int function(int index) {
    return (int) (keys[index] >>> 32);
  }

  /** Returns the last method that begins at or before a runtime function; -1 when there is none. */
  int lastFrom(int function) {
    int found = Arrays.binarySearch(keys, ((long) function << 32) + 0xffffffffL);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the first method that begins at or behind a runtime function. */
  int firstFrom(int function) {
    return lastFrom(function - 1) + 1;
  }

  /** Returns some of the methods, decoded on demand. */
  List<EntryPoint> range(int first, int end) {
    return new Range(first, end);
  }

  private final class Range extends AbstractList<EntryPoint> implements RandomAccess {

    private final int first;
    private final int size;

    Range(int first, int end) {
      this.first = first;
      this.size = end - first;
    }

    @Override
    public EntryPoint get(int index) {
      return EntryPoints.this.get(first + Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
      return size;
    }
  }

  private EntryPoint get(int index) {
    int method = (int) keys[index];
    if ((method & INSTANCE) != 0) {
      Cursor cursor = instanceAt(method & ~INSTANCE);
      return new EntryPoint.OfInstance(function(index), new ZapSigParser(cursor).method());
    }
    Assembly assembly = assemblyOf(method);
    Token token = Token.of(MethodDef.TABLE, method - assembly.first);
    return new EntryPoint.OfMethodDef(function(index), assembly.module, token);
  }

  private Assembly assemblyOf(int method) {
    int low = 0;
    int high = assemblies.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (assemblies.get(middle).first < method) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return assemblies.get(low - 1);
  }

  /** Returns the entry point of a method of an assembly. */
  Optional<EntryPoint> find(int module, Token method) {
    for (Assembly assembly : assemblies) {
      if (assembly.module == module && method.table() == MethodDef.TABLE) {
        int index = method.rid() - 1;
        int at = index < 0 || index >= assembly.array.count() ? -1 : assembly.array.find(index);
        return at < 0
            ? Optional.empty()
            : Optional.of(
                new EntryPoint.OfMethodDef(function(assembly.section, at), module, method));
      }
    }
    return Optional.empty();
  }
}
