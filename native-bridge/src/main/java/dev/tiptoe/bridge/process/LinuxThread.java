// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.process;

/**
 * A thread of a process, as Linux showed it. Immutable.
 *
 * @param ownTid its number in the process's own pid namespace
 * @param name the name that the system has for it, of at most 15 bytes
 * @param cpuNanos the processor time that it has used since its start
 */
public record LinuxThread(long ownTid, String name, long cpuNanos) {}
