// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

/** How messages are sent to the back end. */
public enum Compression {
  /** As each was received. */
  SAME,
  /** With gzip. */
  GZIP,
  /** Not compressed. */
  NONE
}
