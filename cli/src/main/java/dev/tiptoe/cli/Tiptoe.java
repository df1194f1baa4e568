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
import dev.tiptoe.cli.process.TopCommand;
import dev.tiptoe.cli.query.SqlCommand;
import dev.tiptoe.cli.serve.ServeCommand;
import dev.tiptoe.cli.trace.DemoCommand;
import dev.tiptoe.cli.trace.ExportCommand;
import dev.tiptoe.cli.trace.FieldsCommand;
import dev.tiptoe.cli.trace.IdsCommand;
import dev.tiptoe.cli.trace.LookupCommand;
import dev.tiptoe.cli.trace.StacksCommand;
import dev.tiptoe.cli.trace.ViewCommand;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
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

  /** Every command, in the order of the help text: the main job first. */
  private static final List<CommandGroup> GROUPS =
      List.of(
          new CommandGroup("Observe a program")
              .add("record", RecordCommand::new)
              .add("attach", AttachCommand::new)
              .add("top", TopCommand::new)
              .add("ps", PsCommand::new),
          new CommandGroup("Look at what was recorded")
              .add("view", ViewCommand::new)
              .add("stacks", StacksCommand::new)
              .add("sql", SqlCommand::new),
          new CommandGroup("Ask about IDs, types and methods")
              .add("ids", IdsCommand::new)
              .add("lookup", LookupCommand::new)
              .add("fields", FieldsCommand::new),
          new CommandGroup("Convert and symbolize")
              .add("export", ExportCommand::new)
              .add("symbolize", SymbolizeCommand::new)
              .add("serve", ServeCommand::new)
              .add("index", IndexCommand::new),
          new CommandGroup("Control the agent inside a process")
              .add("status", StatusCommand::new)
              .add("sample", SampleCommand::new)
              .add("heap", HeapCommand::new)
              .add("flush", FlushCommand::new)
              .add("detach", DetachCommand::new),
          new CommandGroup("Read .NET files")
              .add("names", NamesCommand::new)
              .add("refs", RefsCommand::new)
              .add("dump", DumpCommand::new),
          new CommandGroup("Try it")
              .add("demo", DemoCommand::new)
              .add("runtime", RuntimeCommand::new));

  /** Runs one of the subcommands. */
  public static final Launcher LAUNCHER = new Launcher("tiptoe", Tiptoe::new, GROUPS);

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
