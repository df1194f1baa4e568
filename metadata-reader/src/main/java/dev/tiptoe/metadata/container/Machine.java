// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import java.util.stream.Stream;

/**
 * The processor architecture and operating system that a file's code is compiled for. A ReadyToRun
 * file's number is XORed with one for its operating system. Immutable.
 *
 * @param coff the number in the file's header
 * @ecma II.25.2.2 and the ReadyToRun compiler's MachineOSOverride
 */
public record Machine(int coff) {

  /** A processor. */
  public enum Architecture {
    /** None, or one that is not in this list. */
    UNKNOWN(0),
    /** x86, or code for any processor. */
    I386(0x14c),
    /** x64. */
    AMD64(0x8664),
    /** 32-bit ARM, Thumb-2. */
    ARM(0x1c4),
    /** 64-bit ARM. */
    ARM64(0xaa64),
    /** 64-bit LoongArch. */
    LOONGARCH64(0x6264),
    /** 64-bit RISC-V. */
    RISCV64(0x5064);

    private final int number;

    Architecture(int number) {
      this.number = number;
    }
  }

  /** An operating system. */
  public enum OperatingSystem {
    /** Windows, or any. */
    WINDOWS(0),
    /** Linux. */
    LINUX(0x7b79),
    /** macOS and its kin. */
    APPLE(0x4644),
    /** FreeBSD. */
    FREEBSD(0xadc4),
    /** NetBSD. */
    NETBSD(0x1993),
    /** Solaris and illumos. */
    SUNOS(0x1992);

    private final int mask;

    OperatingSystem(int mask) {
      this.mask = mask;
    }
  }

  /** Returns the processor. */
  public Architecture architecture() {
    return architectureOn(operatingSystem());
  }

  /** Returns the operating system; {@code WINDOWS} when the number has none. */
  public OperatingSystem operatingSystem() {
    return Stream.of(OperatingSystem.values())
        .filter(system -> architectureOn(system) != Architecture.UNKNOWN)
        .findFirst()
        .orElse(OperatingSystem.WINDOWS);
  }

  private Architecture architectureOn(OperatingSystem system) {
    return Stream.of(Architecture.values())
        .filter(each -> each.number == (coff ^ system.mask))
        .findFirst()
        .orElse(Architecture.UNKNOWN);
  }
}
