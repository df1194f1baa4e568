// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.cli.CommandGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The man page of a command, from what the command says about itself. Immutable.
 *
 * @param command the command, or one below it
 * @param groups the groups of the commands below the program
 * @param version the version of the program
 */
record ManPage(CommandLine command, List<CommandGroup> groups, String version) {

  /** Copies the list. */
  ManPage {
    groups = List.copyOf(groups);
  }

  /** The page that one of a program without commands refers to. */
  private static final String TIPTOE = "tiptoe";

  private static final String EXIT_STATUS =
      "0 where all is well, 1 where the answer is \"no\", 2 for a mistake in the command line, 3"
          + " for input that cannot be read.";

  /** Returns the name of the page, such as {@code tiptoe-record}. */
  String name() {
    return spec().qualifiedName("-");
  }

  /** Returns the file's name. */
  String fileName() {
    return name() + ".1";
  }

  /** Returns the page as {@code roff}. */
  String text() {
    Roff page = new Roff(name(), "Tiptoe " + version);
    List<String> paragraphs = paragraphs(spec().usageMessage().description());
    page.section("NAME").text(name() + " - " + firstSentence(paragraphs));
    page.section("SYNOPSIS").lines(help().synopsis(0));
    page.section("DESCRIPTION");
    paragraphs.forEach(page::paragraph);
    arguments(page);
    subcommands(page);
    if (paragraphs.stream().noneMatch(paragraph -> paragraph.startsWith("Exit code"))) {
      page.section("EXIT STATUS").text(EXIT_STATUS);
    }
    seeAlso(page);
    return page.toString();
  }

  private CommandSpec spec() {
    return command.getCommandSpec();
  }

  private Help help() {
    return new Help(spec(), Help.defaultColorScheme(Help.Ansi.OFF));
  }

  private void arguments(Roff page) {
    List<PositionalParamSpec> parameters =
        spec().positionalParameters().stream().filter(parameter -> !parameter.hidden()).toList();
    List<OptionSpec> options =
        spec().options().stream().filter(option -> !option.hidden()).toList();
    if (!parameters.isEmpty()) {
      page.section("ARGUMENTS");
      parameters.forEach(parameter -> describe(page, parameter.paramLabel(), parameter));
    }
    page.section("OPTIONS");
    options.forEach(option -> describe(page, names(option), option));
  }

  private static String names(OptionSpec option) {
    String names = String.join(", ", option.names());
    boolean flag = option.arity().max() == 0;
    return flag ? names : names + "=" + option.paramLabel();
  }

  private void describe(Roff page, String term, ArgSpec argument) {
    page.term(term);
    page.text(String.join(" ", paragraphs(interpolated(argument))));
  }

  /** What picocli puts in only where it formats a help text. */
  private static String[] interpolated(ArgSpec argument) {
    String value = String.valueOf(argument.defaultValueString(true));
    Iterable<String> candidates = argument.completionCandidates();
    String words = candidates == null ? "" : String.join(", ", candidates);
    return Arrays.stream(argument.description())
        .map(line -> line.replace("${DEFAULT-VALUE}", value))
        .map(line -> line.replace("${COMPLETION-CANDIDATES}", words))
        .toArray(String[]::new);
  }

  private void subcommands(Roff page) {
    Map<String, CommandLine> below = command.getSubcommands();
    if (below.isEmpty()) {
      return;
    }
    page.section("COMMANDS");
    for (CommandGroup group : groups) {
      page.subsection(group.title());
      for (String name : group.commands().keySet()) {
        CommandSpec each = Objects.requireNonNull(below.get(name)).getCommandSpec();
        page.term(name);
        page.text(firstSentence(paragraphs(each.usageMessage().description())));
      }
    }
  }

  private void seeAlso(Roff page) {
    Stream<String> others =
        command.getParent() != null
            ? Stream.of(new ManPage(command.getParent(), groups, version).name())
            : command.getSubcommands().isEmpty()
                ? Stream.of(TIPTOE)
                : below(command).map(ManPage::name);
    page.section("SEE ALSO")
        .text(others.map(name -> name + "(1)").collect(Collectors.joining(", ")));
  }

  private Stream<ManPage> below(CommandLine line) {
    return line.getSubcommands().values().stream()
        .filter(each -> !each.getCommandSpec().usageMessage().hidden())
        .map(each -> new ManPage(each, groups, version));
  }

  /** Returns this page and those of all commands below it. */
  Stream<ManPage> withAllBelow() {
    return Stream.concat(Stream.of(this), below(command).flatMap(ManPage::withAllBelow));
  }

  /** Joins lines up to an empty one; in these texts {@code %n} breaks a line, and so ends one. */
  private static List<String> paragraphs(String[] lines) {
    String text = String.join("\n", lines).replace("%n", "\n\n").replace("%%", "%");
    return Arrays.stream(text.split("\n\\s*\n", -1))
        .map(paragraph -> paragraph.replaceAll("\\s+", " ").strip())
        .filter(paragraph -> !paragraph.isEmpty())
        .toList();
  }

  private static String firstSentence(List<String> paragraphs) {
    String first = paragraphs.isEmpty() ? "" : paragraphs.get(0);
    int end = first.indexOf(". ");
    return end < 0 ? first : first.substring(0, end + 1);
  }
}
