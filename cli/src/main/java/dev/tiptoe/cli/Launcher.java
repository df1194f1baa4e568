// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.option.ClassIDConverter;
import dev.tiptoe.cli.option.DurationConverter;
import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.option.NumberConverter;
import dev.tiptoe.cli.option.PlainCommand;
import dev.tiptoe.cli.option.Rva;
import dev.tiptoe.cli.option.TokenConverter;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.LineStream;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ProcessScreen;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/**
 * Runs a program that consists of subcommands, or of one command. Finds the subcommand that the
 * arguments name, and turns any exception into one line and an exit code.
 */
public final class Launcher {

  private static final String DEBUG = "TIPTOE_DEBUG";
  private static final String HELP = "help";
  private static final String HELP_OPTION = "--help";
  private static final int HELP_WIDTH = 80;

  private final String name;
  private final Function<Terminal, Object> program;
  private final List<CommandGroup> groups;
  private final Map<String, Function<Terminal, Object>> commands = new LinkedHashMap<>();

  /**
   * Creates a launcher of one program.
   *
   * @param name the program's name, with which its notes begin
   * @param program creates the object whose annotations describe the program
   * @param commands creates each subcommand, by name, in the order of the help text
   */
  public Launcher(
      String name, Supplier<Object> program, Map<String, Function<Terminal, Object>> commands) {
    this(name, program, List.of(new CommandGroup("").addAll(commands)));
  }

  /**
   * Creates a launcher of one program, the commands of which are in groups.
   *
   * @param name the program's name, with which its notes begin
   * @param program creates the object whose annotations describe the program
   * @param groups the groups of subcommands, in the order of the help text
   */
  public Launcher(String name, Supplier<Object> program, List<CommandGroup> groups) {
    this(name, terminal -> program.get(), groups);
  }

  /**
   * Creates a launcher of a program that is one command.
   *
   * @param name the program's name, with which its notes begin
   * @param command creates the command
   */
  public Launcher(String name, Function<Terminal, Object> command) {
    this(name, command, List.of());
  }

  private Launcher(String name, Function<Terminal, Object> program, List<CommandGroup> groups) {
    this.name = name;
    this.program = program;
    this.groups = List.copyOf(groups);
    groups.forEach(group -> commands.putAll(group.commands()));
  }

  /** Returns the program's name. */
  public String name() {
    return name;
  }

  /** Returns the groups of subcommands, in the order of the help text. */
  public List<CommandGroup> groups() {
    return groups;
  }

  /** Runs the command that {@code arguments} name, and ends the process with its exit code. */
  public void runAndExit(String... arguments) {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    Terminal terminal = new Terminal(name, System.in, out, err, new ProcessScreen(System.getenv()));
    // Messages of Java itself, such as uncaught exceptions, are escaped in the same way.
    System.setOut(new PrintStream(new LineStream(terminal::note), true, StandardCharsets.UTF_8));
    System.setErr(System.out);
    System.exit(run(arguments, terminal));
  }

  /** Runs the command that {@code arguments} name, and returns its exit code. */
  public int run(String[] arguments, InputStream in, OutputStream out, OutputStream err) {
    return run(arguments, new Terminal(name, in, out, err));
  }

  /** Runs the command that {@code arguments} name on a terminal, and returns its exit code. */
  int run(String[] arguments, Terminal terminal) {
    return terminal.finish(call(terminal, arguments));
  }

  private int call(Terminal terminal, String[] arguments) {
    try {
      Optional<PlainCommand> plain = plain(terminal, arguments);
      String[] words = asked(arguments);
      return plain.isPresent() ? plain.get().call() : commandLine(terminal, words).execute(words);
    } catch (Exception | Error e) {
      // Picocli does not handle errors such as OutOfMemoryError and StackOverflowError.
      return describe(terminal, e);
    }
  }

  /** Returns the arguments that ask for help with an option, for those that begin with a word. */
  private String[] asked(String... arguments) {
    boolean asks = arguments.length > 0 && arguments[0].equals(HELP) && !commands.isEmpty();
    if (!asks || commands.containsKey(HELP)) {
      return arguments;
    }
    if (arguments.length == 1 || arguments[1].equals(HELP)) {
      return new String[] {HELP_OPTION};
    }
    // Without the option, the parser reports a word that is no command.
    return commands.containsKey(arguments[1])
        ? new String[] {arguments[1], HELP_OPTION}
        : new String[] {arguments[1]};
  }

  /** Returns the command that is named, if it has taken its arguments. */
  private Optional<PlainCommand> plain(Terminal terminal, String... arguments) {
    return Stream.of(arguments)
        .limit(1)
        .flatMap(command -> Stream.ofNullable(commands.get(command)))
        .map(make -> make.apply(terminal))
        .filter(PlainCommand.class::isInstance)
        .map(PlainCommand.class::cast)
        .filter(command -> command.take(List.of(arguments).subList(1, arguments.length)))
        .findFirst();
  }

  /** Returns the command line for picocli. */
  public CommandLine commandLine(Terminal terminal, String... arguments) {
    CommandLine line = new CommandLine(program.apply(terminal));
    // Reading the annotations of a command takes time, so all of them are read only when no command
    // is named.
    String first = arguments.length == 0 ? "" : arguments[0];
    commands.forEach(
        (command, make) -> {
          if (command.equals(first) || !commands.containsKey(first)) {
            line.addSubcommand(command, make.apply(terminal));
          }
        });
    line.registerConverter(Token.class, new TokenConverter());
    line.registerConverter(ClassID.class, new ClassIDConverter());
    line.registerConverter(Rva.class, new Rva.Converter());
    line.registerConverter(Duration.class, new DurationConverter());
    line.registerConverter(long.class, new NumberConverter.OfLong());
    line.registerConverter(Long.class, new NumberConverter.OfLong());
    line.registerConverter(int.class, new NumberConverter.OfInt());
    line.registerConverter(double.class, new NumberConverter.OfDouble());
    line.setOut(lines(terminal::line));
    line.setErr(lines(terminal::note));
    Handlers handlers = new Handlers(terminal);
    line.setParameterExceptionHandler(handlers);
    line.setExecutionExceptionHandler(handlers);
    // An argument that begins with @ is not expanded as a file of arguments: it may belong to a
    // recorded program.
    line.setExpandAtFiles(false);
    // Colours would be escape sequences.
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setHelpFactory(
        (spec, colors) -> {
          FormatWords.fill(spec);
          return new CommandLine.Help(spec, colors);
        });
    // The heading above the list of all commands; each group has its own.
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    line.getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            help ->
                help.commandSpec().parent() == null && !groups.isEmpty()
                    ? listed(help)
                    : help.commandList());
    return line;
  }

  /** Returns the first sentence about each command, by group. */
  private String listed(CommandLine.Help help) {
    int indent = 4 + commands.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder list = new StringBuilder();
    for (CommandGroup group : groups) {
      list.append('\n').append(group.title().isEmpty() ? "Commands" : group.title()).append(":\n");
      for (String command : group.commands().keySet()) {
        String about = sentence(help.subcommands().get(command));
        String start = "  " + command + " ".repeat(indent - 2 - command.length());
        list.append(start).append(wrapped(about, indent)).append('\n');
      }
    }
    return list.append("\n'")
        .append(name)
        .append(" help COMMAND' explains a command.\n")
        .toString();
  }

  private static String sentence(CommandLine.@Nullable Help command) {
    if (command == null) {
      return "";
    }
    String[] lines = command.commandSpec().usageMessage().description();
    String paragraph =
        Stream.of(lines).takeWhile(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    int end = paragraph.indexOf(". ");
    return String.format(end < 0 ? paragraph : paragraph.substring(0, end + 1));
  }

  private static String wrapped(String text, int indent) {
    StringBuilder wrapped = new StringBuilder();
    int column = indent;
    for (String word : text.split(" ", -1)) {
      if (column + word.length() >= HELP_WIDTH) {
        wrapped.append('\n').append(" ".repeat(indent));
        column = indent;
      } else if (column > indent) {
        wrapped.append(' ');
        column++;
      }
      wrapped.append(word);
      column += word.length();
    }
    return wrapped.toString();
  }

  private static PrintWriter lines(Consumer<String> sink) {
    return new PrintWriter(new LineStream(sink), false, StandardCharsets.UTF_8);
  }

  /**
   * Prints exceptions. Java cannot keep lambdas for interfaces as old as picocli's in an archive.
   */
  private record Handlers(Terminal terminal)
      implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {

    @Override
    public int handleParseException(ParameterException problem, String[] arguments) {
      return usage(terminal, problem);
    }

    @Override
    public int handleExecutionException(
        Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
      return describe(terminal, problem);
    }
  }

  private static int usage(Terminal terminal, ParameterException problem) {
    CommandLine.Model.CommandSpec command = problem.getCommandLine().getCommandSpec();
    terminal.note(inWords(problem) + " (see " + command.qualifiedName() + " --help)");
    return command.exitCodeOnInvalidInput();
  }

  /** Returns the mistake, and what may have been meant. */
  private static String inWords(ParameterException problem) {
    String message = String.valueOf(problem.getMessage());
    if (message.startsWith("Missing required subcommand")) {
      return "no command is given";
    }
    if (!(problem instanceof CommandLine.UnmatchedArgumentException unmatched)) {
      return message;
    }
    String first = unmatched.getUnmatched().get(0);
    boolean isCommand = !problem.getCommandLine().getSubcommands().isEmpty();
    String what =
        unmatched.isUnknownOption()
            ? "there is no option '" + first + "'"
            : isCommand
                ? "there is no command '" + first + "'"
                : "'" + first + "' is one argument too many";
    CommandLine line = problem.getCommandLine();
    Set<String> words =
        unmatched.isUnknownOption()
            ? line.getCommandSpec().optionsMap().keySet()
            : line.getSubcommands().keySet();
    List<String> near =
        words.stream().filter(word -> isNear(first, word)).sorted().limit(3).toList();
    return !near.isEmpty() ? what + "; did you mean " + String.join(" or ", near) + "?" : what;
  }

  /** Returns whether a word is another one with a typing error or two, or begins with it. */
  private static boolean isNear(String typed, String word) {
    if (typed.length() > 2 && word.startsWith(typed)) {
      return true;
    }
    int[] before = IntStream.rangeClosed(0, word.length()).toArray();
    for (int i = 1; i <= typed.length(); i++) {
      int[] now = new int[before.length];
      now[0] = i;
      for (int j = 1; j < now.length; j++) {
        int replaced = before[j - 1] + (typed.charAt(i - 1) == word.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
      }
      before = now;
    }
    return before[word.length()] <= Math.max(1, Math.min(typed.length(), word.length()) / 3);
  }

  private static int describe(Terminal terminal, Throwable problem) {
    if (problem instanceof Exception expected && isExpected(expected)) {
      terminal.note(Problems.describe(expected));
    } else if (problem instanceof OutOfMemoryError) {
      terminal.note(
          "not enough memory: the heap of Java is limited to "
              + Runtime.getRuntime().maxMemory() / (1 << 20)
              + " MiB; JAVA_TOOL_OPTIONS=-Xmx4g sets it to 4 GiB");
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
        || problem instanceof EventPipeFormatException
        || problem instanceof ProfileFormatException
        || problem instanceof LaunchException
        || problem instanceof IOException
        || problem instanceof InvalidPathException;
  }
}
