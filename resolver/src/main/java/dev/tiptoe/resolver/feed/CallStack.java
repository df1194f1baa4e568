// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.resolver.id.FunctionID;
import java.util.List;

/**
 * The methods on a stack, with the position of each in its code. Immutable.
 *
 * <p>Retains 16 bytes and a FunctionID for each frame. Samples of the same stack may share one
 * instance.
 */
public final class CallStack {

  private final List<FunctionID> functions;
  private final long[] ips;
  private final boolean truncated;

  /**
   * Creates a stack from copies of the lists.
   *
   * @param functions leaf first; the FunctionID 0 means a run of unmanaged frames
   * @param ips the addresses, as {@link #ip} returns them
   * @param truncated whether the root end is missing
   * @throws IllegalArgumentException when the lists differ in length
   */
  public CallStack(List<FunctionID> functions, List<Long> ips, boolean truncated) {
    if (functions.size() != ips.size()) {
      throw new IllegalArgumentException(ips.size() + " addresses, not " + functions.size());
    }
    this.functions = List.copyOf(functions);
    this.ips = ips.stream().mapToLong(Long::longValue).toArray();
    this.truncated = truncated;
  }

  /** Returns the methods, leaf first; the FunctionID 0 means a run of unmanaged frames. */
  public List<FunctionID> functions() {
    return functions;
  }

  /** Returns the number of frames. */
  public int depth() {
    return ips.length;
  }

  /**
   * Returns the address of the instruction at which a frame continues: for the leaf the next
   * instruction, for every other frame the one behind its call. 0 when it is not known.
   */
  public long ip(int frame) {
    return ips[frame];
  }

  /** Returns whether the root end is missing. */
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
