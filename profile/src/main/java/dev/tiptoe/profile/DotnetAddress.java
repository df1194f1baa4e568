// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * The address of a .NET frame as the OpenTelemetry eBPF profiler codes it.
 *
 * <p>Code from the JIT compiler is a method and an IL offset:
 *
 * <pre>
 *  63..60   59..32          31..0
 * +------+-----------------+-----------------+
 * | 0xf  | MethodDef rid   | IL offset       |
 * +------+-----------------+-----------------+
 * </pre>
 *
 * <p>Ahead-of-time compiled code (ReadyToRun) is the RVA of the return address in the module; of
 * the frame that runs, the RVA of the next instruction. A stub, or a method that was made at run
 * time, is 0.
 */
public final class DotnetAddress {

  /** The largest rid that a token can have. */
  public static final int MAX_RID = 0xffffff;

  private static final int KIND_SHIFT = 60;
  private static final long JIT = 0xf;
  private static final int RID_BITS = 28;

  private DotnetAddress() {}

  /** Returns the address of IL; the offset is unsigned. */
  public static long of(int rid, int ilOffset) {
    if (rid <= 0 || rid > MAX_RID) {
      throw new IllegalArgumentException("no method has rid " + rid);
    }
    return (JIT << KIND_SHIFT) | ((long) rid << Integer.SIZE) | Integer.toUnsignedLong(ilOffset);
  }

  /** Returns whether an address is a method and an IL offset. */
  public static boolean isIl(long address) {
    return address >>> KIND_SHIFT == JIT;
  }

  /** Returns the rid of an address of IL, which may be larger than {@link #MAX_RID}. */
  public static int rid(long address) {
    return (int) (address >>> Integer.SIZE) & ((1 << RID_BITS) - 1);
  }

  /** Returns the IL offset of an address of IL, unsigned. */
  public static int ilOffset(long address) {
    return (int) address;
  }

  /** Returns whether an address that is not of IL can be an RVA. */
  public static boolean isRva(long address) {
    return address != 0 && address >>> Integer.SIZE == 0;
  }
}
