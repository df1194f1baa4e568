// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** Inputs that {@code symbolize} passes on as they are, although they may have frames in them. */
enum UnreadInput {
  TRACE("89545054", "a trace, which stacks, ids, lookup and export read"),
  NETPERF("14000000214661737453657269", "a .netperf file, the format of .NET Core 2"),
  GZIP("1f8b", "compressed with gzip; decompress it first"),
  ZSTD("28b52ffd", "compressed with zstd; decompress it first"),
  XZ("fd377a585a00", "compressed with xz; decompress it first"),
  BZIP2("425a68", "compressed with bzip2; decompress it first");

  /** In hex. */
  private final String beginning;

  private final String what;

  UnreadInput(String beginning, String what) {
    this.beginning = beginning;
    this.what = what;
  }

  /** Returns why an input is not read, if it is one of these. */
  static Optional<String> reason(InputHead head) {
    byte[] bytes = head.bytes();
    return head.isBinary()
        ? Arrays.stream(values())
            .filter(each -> each.begins(bytes))
            .findFirst()
            .map(each -> "not read, and passed as it is: " + each.what)
        : Optional.empty();
  }

  private boolean begins(byte[] bytes) {
    int length = beginning.length() / 2;
    return bytes.length >= length && HexFormat.of().formatHex(bytes, 0, length).equals(beginning);
  }
}
