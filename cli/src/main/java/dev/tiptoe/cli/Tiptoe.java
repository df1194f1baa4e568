// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The {@code tiptoe} command: finds the subcommand, and turns whatever it throws into one line and
 * an exit code.
 */
@Command(
    name = "tiptoe",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Resolves .NET metadata tokens and run-time IDs without waking the type loader.")
public final class Tiptoe {

  private static final String DEBUG = "TIPTOE_DEBUG";

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
    COMMANDS.put("ids", IdsCommand::new);
    COMMANDS.put("lookup", LookupCommand::new);
    COMMANDS.put("fields", FieldsCommand::new);
    COMMANDS.put("names", NamesCommand::new);
    COMMANDS.put("refs", RefsCommand::new);
    COMMANDS.put("dump", DumpCommand::new);
    COMMANDS.put("verify", VerifyCommand::new);
    COMMANDS.put("runtime", RuntimeCommand::new);
    COMMANDS.put("witness", WitnessCommand::of);
    COMMANDS.put("bench", BenchCommand::of);
  }

  private Tiptoe() {}

  /** Runs the command that {@code arguments} name, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    Terminal terminal = new Terminal(System.in, out, err);
    // What Java itself says, of an exception that nobody catches for one, goes the same way.
    System.setOut(new PrintStream(new LineStream(terminal::note), true, StandardCharsets.UTF_8));
    System.setErr(System.out);
    System.exit(run(arguments, terminal));
  }

  /** Runs the command that {@code arguments} name, and returns its exit code. */
  public static int run(String[] arguments, InputStream in, OutputStream out, OutputStream err) {
    return run(arguments, new Terminal(in, out, err));
  }

  private static int run(String[] arguments, Terminal terminal) {
    return terminal.finish(call(terminal, arguments));
  }

  private static int call(Terminal terminal, String[] arguments) {
    try {
      Optional<NamesCommand> plain = plainNames(terminal, arguments);
      return plain.isPresent()
          ? call(terminal, plain.get())
          : commandLine(terminal, arguments).execute(arguments);
    } catch (RuntimeException | Error e) {
      // Picocli hands on none of them: memory that is full, a stack that is.
      return describe(terminal, e);
    }
  }

  /** What is asked for most often, and answered in the shortest time. */
  private static Optional<NamesCommand> plainNames(Terminal terminal, String[] arguments) {
    List<String> all = List.of(arguments);
    return !all.isEmpty() && all.get(0).equals("names")
        ? NamesCommand.plain(all.subList(1, all.size()), terminal)
        : Optional.empty();
  }

  private static int call(Terminal terminal, NamesCommand command) {
    try {
      return command.call();
    } catch (IOException | RuntimeException e) {
      return describe(terminal, e);
    }
  }

  /** The command line as picocli reads it. */
  static CommandLine commandLine(Terminal terminal, String[] arguments) {
    CommandLine line = new CommandLine(new Tiptoe());
    // Reading the annotations of a command costs time: all of them are read only when none is
    // named.
    String first = arguments.length == 0 ? "" : arguments[0];
    COMMANDS.forEach(
        (name, make) -> {
          if (name.equals(first) || !COMMANDS.containsKey(first)) {
            line.addSubcommand(name, make.apply(terminal));
          }
        });
    line.registerConverter(Token.class, new TokenConverter());
    line.registerConverter(ClassID.class, new ClassIDConverter());
    line.registerConverter(Rva.class, new Rva.Converter());
    line.registerConverter(Duration.class, new DurationConverter());
    line.setOut(lines(terminal::line));
    line.setErr(lines(terminal::note));
    line.setParameterExceptionHandler((problem, args) -> usage(terminal, problem));
    line.setExecutionExceptionHandler((problem, command, parsed) -> describe(terminal, problem));
    // An argument that begins with @ is no file of arguments: it may be the program's that is run.
    line.setExpandAtFiles(false);
    // Colours are escape sequences.
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    return line;
  }

  private static PrintWriter lines(Consumer<String> sink) {
    return new PrintWriter(new LineStream(sink), false, StandardCharsets.UTF_8);
  }

  private static int usage(Terminal terminal, ParameterException problem) {
    String command = problem.getCommandLine().getCommandSpec().qualifiedName();
    terminal.note(problem.getMessage() + " (see " + command + " --help)");
    return command.endsWith("record") ? RecordCommand.FAILED : ExitCode.USAGE;
  }

  private static int describe(Terminal terminal, Throwable problem) {
    if (problem instanceof Exception expected && isExpected(expected)) {
      terminal.note(Problems.describe(expected));
    } else if (!(problem instanceof Terminal.OutputLost)) {
      terminal.note("internal error: " + problem + " (" + DEBUG + "=1 shows where)");
      if (System.getenv(DEBUG) != null) {
        terminal.stackTrace(problem);
      }
    }
    return ExitCode.BAD_INPUT;
  }

  private static boolean isExpected(Exception problem) {
    return problem instanceof MetadataFormatException
        || problem instanceof TraceFormatException
        || problem instanceof LaunchException
        || problem instanceof IOException
        || problem instanceof InvalidPathException;
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Tiptoe.class.getPackage().getImplementationVersion();
      return new String[] {"tiptoe " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
