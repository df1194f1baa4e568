// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * A thread of a profile. Immutable.
 *
 * @param id distinguishes it from other threads of the profile that lived at the same time
 * @param osThreadId the operating system's ID; 0 when it is not known
 * @param name its name
 */
public record ProfileThread(long id, int osThreadId, String name) {

  /** Returns the name with the operating system's ID, or the other one where that is not known. */
  public String nameAndId() {
    String number =
        osThreadId == 0 ? "0x" + Long.toHexString(id) : Integer.toUnsignedString(osThreadId);
    return name + " (" + number + ")";
  }
}
