// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.cli.terminal.Terminal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The commands that the help text lists under one heading. Mutable until it is used. */
public final class CommandGroup {

  private final String title;
  private final Map<String, Function<Terminal, Object>> commands = new LinkedHashMap<>();

  /**
   * Creates an empty group.
   *
   * @param title the heading; empty for the only group of a program
   */
  public CommandGroup(String title) {
    this.title = title;
  }

  /** Adds a command: its name, and what creates it. Returns this group. */
  CommandGroup add(String name, Function<Terminal, Object> command) {
    commands.put(name, command);
    return this;
  }

  /** Adds several commands. Returns this group. */
  CommandGroup addAll(Map<String, Function<Terminal, Object>> several) {
    commands.putAll(several);
    return this;
  }

  /** Returns the heading. */
  public String title() {
    return title;
  }

  /** Returns what creates each command, by name, in the order of the help text. */
  public Map<String, Function<Terminal, Object>> commands() {
    return Collections.unmodifiableMap(commands);
  }
}
