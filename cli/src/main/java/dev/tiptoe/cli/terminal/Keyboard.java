// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/**
 * The keys of the terminal, each as soon as it is typed and without an echo. Ctrl-C and Ctrl-Z stay
 * signals. For one thread, but for {@link #leave}.
 */
final class Keyboard implements AutoCloseable {

  private static final long WAIT_MILLIS = 1;

  private final Terminal terminal;
  private final Attributes usual;
  private boolean entered;

  private Keyboard(Terminal terminal) {
    this.terminal = terminal;
    this.usual = terminal.getAttributes();
  }

  /** Takes keys from now on. */
  synchronized void enter() {
    // Not enterRawMode, which makes keys of Ctrl-C and Ctrl-Z, too.
    Attributes modes = new Attributes(usual);
    modes.setLocalFlags(EnumSet.of(LocalFlag.ICANON, LocalFlag.ECHO, LocalFlag.IEXTEN), false);
    modes.setControlChar(ControlChar.VMIN, 0);
    modes.setControlChar(ControlChar.VTIME, 1);
    terminal.setAttributes(modes);
    entered = true;
  }

  /** Restores the terminal; any thread may do that. */
  synchronized void leave() {
    if (entered) {
      entered = false;
      terminal.setAttributes(usual);
    }
  }

  /** Opens the keyboard; none where the system does not let this process. */
  static Optional<Keyboard> open() {
    try {
      return Optional.of(
          new Keyboard(
              TerminalBuilder.builder()
                  .system(true)
                  .provider("jni")
                  .dumb(false)
                  .nativeSignals(false)
                  .build()));
    } catch (IOException | IllegalStateException | LinkageError e) {
      // There is no such library here. Ctrl-C does without it.
      return Optional.empty();
    }
  }

  /** Returns the next key that was typed. */
  Optional<Character> key() throws IOException {
    int key = terminal.reader().read(WAIT_MILLIS);
    return key == NonBlockingReader.READ_EXPIRED || key == NonBlockingReader.EOF
        ? Optional.empty()
        : Optional.of((char) key);
  }

  @Override
  public void close() {
    leave();
    try {
      terminal.close();
    } catch (IOException e) {
      // It is as it was, which is what matters.
    }
  }
}
