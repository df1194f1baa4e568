// SPDX-License-Identifier: Apache-2.0
/** The tiptoe command. */
module dev.tiptoe.cli {
  requires dev.tiptoe.bridge;
  requires info.picocli;
  requires jdk.unsupported;
  requires static org.jspecify;

  opens dev.tiptoe.cli to
      info.picocli;
}
