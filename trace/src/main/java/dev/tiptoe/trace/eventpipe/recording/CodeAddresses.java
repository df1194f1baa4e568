// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The methods of a recording by the addresses of their code.
 *
 * <p>The code of most methods is known only from the list at the end of the recording, so an
 * address belongs to the method that has it then, unless another one had it before. Mutable, not
 * thread-safe; caches the answers for {@value #MOST_CACHED} addresses.
 */
final class CodeAddresses {

  private static final int MOST_CACHED = 1 << 19;

  private final RuntimeIdMap map;
  private final IdView end;
  private final boolean anyModuleUnloaded;
  private final NavigableMap<Long, Long> unloaded = new TreeMap<>();

  /** Addresses and methods in turn, in slots; the method -1 marks a free slot. */
  private long[] cache = new long[1 << 12];

  private int cached;

  CodeAddresses(RuntimeIdMap map, EventPipeFacts facts) {
    this.map = map;
    this.end = map.now();
    this.anyModuleUnloaded = facts.unloadsModules();
    facts.forEachUnloadedCode((start, size) -> unloaded.merge(start, start + size, Math::max));
    clear();
  }

  /** Returns whether an address may be one method's at a time, and another's later. */
  boolean mayChange(long address) {
    if (anyModuleUnloaded) {
      return true;
    }
    var range = unloaded.floorEntry(address);
    return range != null && address < range.getValue();
  }

  /** Returns the method whose code lies at an address at a time; none where that is not known. */
  FunctionID at(long address, long time) {
    if (mayChange(address)) {
      FunctionID then = map.at(time).functionAt(address);
      return then.isNone() ? end.functionAt(address) : then;
    }
    return new FunctionID(stays(address));
  }

  private long stays(long address) {
    int slot = slot(address);
    if (cache[slot + 1] == -1) {
      if (cached >= cache.length / 4) {
        grow();
        slot = slot(address);
      }
      cache[slot] = address;
      cache[slot + 1] = end.functionAt(address).value();
      cached++;
    }
    return cache[slot + 1];
  }

  private int slot(long address) {
    int mask = cache.length - 1;
    long product = address * 0x9e3779b97f4a7c15L;
    int slot = (int) (product >>> 40) << 1 & mask;
    while (cache[slot + 1] != -1 && cache[slot] != address) {
      slot = slot + 2 & mask;
    }
    return slot;
  }

  private void grow() {
    if (cached >= MOST_CACHED) {
      clear();
      return;
    }
    long[] before = cache;
    cache = new long[2 * before.length];
    clear();
    for (int i = 0; i < before.length; i += 2) {
      if (before[i + 1] != -1) {
        int slot = slot(before[i]);
        cache[slot] = before[i];
        cache[slot + 1] = before[i + 1];
        cached++;
      }
    }
  }

  private void clear() {
    Arrays.fill(cache, -1);
    cached = 0;
  }
}
