// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Arguments that are read without picocli. Immutable.
 *
 * @param operands those that are no options, in their order
 * @param flags the options without a value that are there
 * @param values the values of each other option that is there, in their order
 */
public record PlainArguments(
    List<String> operands, Set<String> flags, Map<String, List<String>> values) {

  /**
   * Reads arguments. Empty if one begins with a dash and is none of the options, spelled out and
   * with its value as the next argument, or is the second of a flag.
   *
   * @param flags the options without a value
   * @param valued the options with a value, which may be given several times
   */
  public static Optional<PlainArguments> read(
      List<String> arguments, Set<String> flags, Set<String> valued) {
    PlainArguments read =
        new PlainArguments(new ArrayList<>(), new HashSet<>(), new HashMap<>(valued.size()));
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean hasValue = i + 1 < arguments.size() && !isOption(arguments.get(i + 1));
      if (!isOption(argument)) {
        read.operands.add(argument);
      } else if (valued.contains(argument) && hasValue) {
        i++;
        read.values.computeIfAbsent(argument, any -> new ArrayList<>()).add(arguments.get(i));
      } else if (!flags.contains(argument) || !read.flags.add(argument)) {
        return Optional.empty();
      }
    }
    return Optional.of(read);
  }

  private static boolean isOption(String argument) {
    return argument.startsWith("-") && argument.length() > 1;
  }

  /** Returns the values of an option. */
  public List<String> of(String option) {
    return values.getOrDefault(option, List.of());
  }

  /** Returns the values of an option as paths; empty if one cannot be a path. */
  public Optional<List<Path>> paths(String option) {
    try {
      return Optional.of(of(option).stream().map(Path::of).toList());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
