// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.resolver.id.FunctionID;
import java.util.List;

/**
 * The methods on a stack, with the position of each in its code. Immutable.
 *
 * <p>Retains 16 bytes and a FunctionID for each frame. One that was met again and again may be
 * shared by all who tell of it.
 */
public final class CallStack {

  private final List<FunctionID> functions;
  private final long[] ips;
  private final boolean truncated;

  /**
   * Keeps copies.
   *
   * @param functions leaf first; the FunctionID 0 stands for a run of unmanaged frames
   * @param ips as {@link #ip} gives them
   * @param truncated whether the root end is missing
   * @throws IllegalArgumentException when there is not one address for each method
   */
  public CallStack(List<FunctionID> functions, List<Long> ips, boolean truncated) {
    if (functions.size() != ips.size()) {
      throw new IllegalArgumentException(ips.size() + " addresses, not " + functions.size());
    }
    this.functions = List.copyOf(functions);
    this.ips = ips.stream().mapToLong(Long::longValue).toArray();
    this.truncated = truncated;
  }

  /** Leaf first; the FunctionID 0 stands for a run of unmanaged frames. */
  public List<FunctionID> functions() {
    return functions;
  }

  /**
   * The address of the instruction at which a frame goes on: for the leaf, the one that it is about
   * to execute, for every other the one behind its call. 0 where it is not known.
   */
  public long ip(int frame) {
    return ips[frame];
  }

  /** Whether the root end is missing. */
  public boolean truncated() {
    return truncated;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CallStack");
    for (int i = 0; i < ips.length; i++) {
      text.append(' ').append(functions.get(i)).append("@0x").append(Long.toHexString(ips[i]));
    }
    return text.append(truncated ? " …" : "").toString();
  }
}
