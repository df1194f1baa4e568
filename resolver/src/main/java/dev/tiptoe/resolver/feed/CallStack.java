// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.resolver.id.FunctionID;
import java.util.AbstractList;
import java.util.List;

/**
 * The methods on a stack, with the position of each in its code. Immutable.
 *
 * <p>Retains 16 bytes for each frame. Samples of the same stack may share one instance.
 */
public final class CallStack {

  private final long[] functions;
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
    this(
        functions.stream().mapToLong(FunctionID::value).toArray(),
        ips.stream().mapToLong(Long::longValue).toArray(),
        truncated);
  }

  /**
   * Creates a stack of arrays, which it keeps.
   *
   * @param functions the values of the FunctionIDs
   */
  private CallStack(long[] functions, long[] ips, boolean truncated) {
    if (functions.length != ips.length) {
      throw new IllegalArgumentException(ips.length + " addresses, not " + functions.length);
    }
    this.functions = functions;
    this.ips = ips;
    this.truncated = truncated;
  }

  /**
   * Returns a stack of copies of arrays.
   *
   * @param functions the values of the FunctionIDs, leaf first; 0 means a run of unmanaged frames
   * @param ips the addresses, as {@link #ip} returns them
   * @param truncated whether the root end is missing
   * @throws IllegalArgumentException when the arrays differ in length
   */
  public static CallStack of(long[] functions, long[] ips, boolean truncated) {
    return new CallStack(functions.clone(), ips.clone(), truncated);
  }

  /** Returns the methods, leaf first; the FunctionID 0 means a run of unmanaged frames. */
  public List<FunctionID> functions() {
    return new AbstractList<>() {
      @Override
      public FunctionID get(int frame) {
        return new FunctionID(functions[frame]);
      }

      @Override
      public int size() {
        return functions.length;
      }
    };
  }

  /** Returns the method of a frame. */
  public FunctionID function(int frame) {
    return new FunctionID(functions[frame]);
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
      text.append(' ').append(function(i)).append("@0x").append(Long.toHexString(ips[i]));
    }
    return text.append(truncated ? " …" : "").toString();
  }
}
