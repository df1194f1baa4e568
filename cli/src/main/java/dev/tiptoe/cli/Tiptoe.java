// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.cli.file.DumpCommand;
import dev.tiptoe.cli.file.IndexCommand;
import dev.tiptoe.cli.file.NamesCommand;
import dev.tiptoe.cli.file.RefsCommand;
import dev.tiptoe.cli.file.SymbolizeCommand;
import dev.tiptoe.cli.process.AttachCommand;
import dev.tiptoe.cli.process.DetachCommand;
import dev.tiptoe.cli.process.FlushCommand;
import dev.tiptoe.cli.process.HeapCommand;
import dev.tiptoe.cli.process.PsCommand;
import dev.tiptoe.cli.process.RecordCommand;
import dev.tiptoe.cli.process.RuntimeCommand;
import dev.tiptoe.cli.process.SampleCommand;
import dev.tiptoe.cli.process.StatusCommand;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.trace.DemoCommand;
import dev.tiptoe.cli.trace.ExportCommand;
import dev.tiptoe.cli.trace.FieldsCommand;
import dev.tiptoe.cli.trace.IdsCommand;
import dev.tiptoe.cli.trace.LookupCommand;
import dev.tiptoe.cli.trace.StacksCommand;
import dev.tiptoe.cli.trace.ViewCommand;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code tiptoe} command. */
@Command(
    name = "tiptoe",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Resolves .NET metadata tokens and run-time IDs without loading types.")
public final class Tiptoe {

  private static final Map<String, Function<Terminal, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand::new);
    COMMANDS.put("record", RecordCommand::new);
    COMMANDS.put("status", StatusCommand::new);
    COMMANDS.put("sample", SampleCommand::new);
    COMMANDS.put("heap", HeapCommand::new);
    COMMANDS.put("flush", FlushCommand::new);
    COMMANDS.put("detach", DetachCommand::new);
    COMMANDS.put("ps", PsCommand::new);
    COMMANDS.put("attach", AttachCommand::new);
    COMMANDS.put("stacks", StacksCommand::new);
    COMMANDS.put("view", ViewCommand::new);
    COMMANDS.put("export", ExportCommand::new);
    COMMANDS.put("ids", IdsCommand::new);
    COMMANDS.put("lookup", LookupCommand::new);
    COMMANDS.put("fields", FieldsCommand::new);
    COMMANDS.put("symbolize", SymbolizeCommand::new);
    COMMANDS.put("names", NamesCommand::new);
    COMMANDS.put("refs", RefsCommand::new);
    COMMANDS.put("dump", DumpCommand::new);
    COMMANDS.put("index", IndexCommand::new);
    COMMANDS.put("runtime", RuntimeCommand::new);
  }

  /** Runs one of the subcommands. */
  public static final Launcher LAUNCHER = new Launcher("tiptoe", Tiptoe::new, COMMANDS);

  private Tiptoe() {}

  /** Runs the command that {@code arguments} name, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LAUNCHER.runAndExit(arguments);
  }

  /** Runs the command that {@code arguments} name, and returns its exit code. */
  public static int run(String[] arguments, InputStream in, OutputStream out, OutputStream err) {
    return LAUNCHER.run(arguments, in, out, err);
  }

  /** Reads the version that the build wrote into the jar. */
  public static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Tiptoe.class.getPackage().getImplementationVersion();
      return new String[] {"${ROOT-COMMAND-NAME} " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
