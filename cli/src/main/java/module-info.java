// SPDX-License-Identifier: Apache-2.0
/** The tiptoe command. */
module dev.tiptoe.cli {
  // The bridge leaves it out where only traces are read; passing signals on needs it.
  requires com.google.gson;
  requires com.sun.jna;
  requires dev.tiptoe.bridge;
  requires info.picocli;
  requires jdk.management;
  requires jdk.unsupported;
  requires static org.jspecify;

  opens dev.tiptoe.cli to
      info.picocli;
}
