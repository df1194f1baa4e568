// SPDX-License-Identifier: Apache-2.0
/** The tiptoe command. */
module dev.tiptoe.cli {
  requires com.google.gson;
  requires com.sun.jna;
  requires dev.tiptoe.bridge;
  requires dev.tiptoe.duckdb;
  requires dev.tiptoe.profile;
  requires dev.tiptoe.stores;
  requires info.picocli;
  requires jdk.unsupported;
  requires org.jline.terminal;
  requires static org.jspecify;

  opens dev.tiptoe.cli to
      info.picocli;
  opens dev.tiptoe.cli.file to
      info.picocli;
  opens dev.tiptoe.cli.option to
      info.picocli;
  opens dev.tiptoe.cli.process to
      info.picocli;
  opens dev.tiptoe.cli.query to
      info.picocli;
  opens dev.tiptoe.cli.serve to
      info.picocli;
  opens dev.tiptoe.cli.trace to
      info.picocli;
}
