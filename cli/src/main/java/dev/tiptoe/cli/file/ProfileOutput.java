// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import java.io.OutputStream;

/** Passes the bytes of a profile on to the terminal; closing it has no effect. */
final class ProfileOutput extends OutputStream {

  private final Terminal terminal;

  ProfileOutput(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    terminal.passOn(bytes, from, length);
  }
}
