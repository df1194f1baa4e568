// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tiptoe runtime}: prints the .NET runtime that programs run on. */
@Command(
    name = "runtime",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the folder of the .NET runtime in use.",
      "",
      "That is the user's own (DOTNET_ROOT, then dotnet on the PATH), else the one that the build"
          + " fetches."
    })
public final class RuntimeCommand implements Callable<Integer> {

  private final Terminal terminal;

  public RuntimeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Optional<DotnetRuntime> runtime = DotnetRuntime.find(Installation.current(), System.getenv());
    if (runtime.isEmpty()) {
      terminal.note(
          "no .NET runtime here: neither DOTNET_ROOT, nor dotnet on the PATH, nor a fetched one");
      return ExitCode.NO;
    }
    terminal.line(runtime.get().directory().toString());
    return ExitCode.OK;
  }
}
