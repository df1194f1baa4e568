// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.container.Machine.Architecture;
import dev.tiptoe.metadata.container.Machine.OperatingSystem;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

  /** The numbers of the runtime's own compilers, one by one. */
  @ParameterizedTest
  @CsvSource({
    "0x014c, I386, WINDOWS",
    "0x8664, AMD64, WINDOWS",
    "0xaa64, ARM64, WINDOWS",
    "0xfd1d, AMD64, LINUX",
    "0xd11d, ARM64, LINUX",
    "0x7abd, ARM, LINUX",
    "0x191d, LOONGARCH64, LINUX",
    "0x2b1d, RISCV64, LINUX",
    "0xc020, AMD64, APPLE",
    "0xec20, ARM64, APPLE",
    "0x2ba0, AMD64, FREEBSD",
    "0x9ff7, AMD64, NETBSD",
    "0x9ff6, AMD64, SUNOS",
    "0x0000, UNKNOWN, WINDOWS",
    "0x1234, UNKNOWN, WINDOWS",
  })
  void machine_ofAReadyToRunFile_isXoredWithItsOperatingSystem(
      String coff, Architecture architecture, OperatingSystem system) {
    Machine machine = new Machine(Integer.decode(coff));
    assertEquals(architecture, machine.architecture());
    assertEquals(system, machine.operatingSystem());
  }

  /** No number can be read in two ways. */
  @Test
  void machines_ofAllSystems_areDistinct() {
    Set<Machine> all = new HashSet<>();
    int[] processors = {0x14c, 0x8664, 0x1c4, 0xaa64, 0x6264, 0x5064};
    int[] systems = {0, 0x7b79, 0x4644, 0xadc4, 0x1993, 0x1992};
    for (int processor : processors) {
      for (int system : systems) {
        all.add(new Machine(processor ^ system));
      }
    }
    assertEquals(processors.length * systems.length, all.size());
    assertEquals(
        all.size(),
        all.stream()
            .map(each -> each.architecture() + " " + each.operatingSystem())
            .distinct()
            .count());
  }
}
