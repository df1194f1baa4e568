// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.truth.Program;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that selects the test programs for a witness. */
final class ProgramOptions {

  @Option(
      names = "--program",
      paramLabel = "NAME",
      split = ",",
      converter = ProgramName.class,
      description = "Only these programs, of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
      completionCandidates = ProgramNames.class)
  private List<String> names;

  /** Creates the option with the default programs of a witness. */
  ProgramOptions(List<String> names) {
    this.names = names;
  }

  /** Returns the programs that can be run here; prints to the terminal why the others cannot. */
  List<Program> programs(Installation installation, Terminal terminal) {
    List<Program> complete = new ArrayList<>();
    for (Program program : Program.of(installation, names)) {
      Optional<?> missing = program.missing();
      if (missing.isPresent()) {
        terminal.note(program.name() + ": not run, because " + missing.get() + " is missing");
      } else {
        complete.add(program);
      }
    }
    return complete;
  }

  /** The names of all programs. */
  static final class ProgramNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Program.names().iterator();
    }
  }

  /** Reads the name of a program. */
  static final class ProgramName implements ITypeConverter<String> {
    @Override
    public String convert(String name) {
      if (!Program.names().contains(name)) {
        throw new TypeConversionException("there is no program called " + name);
      }
      return name;
    }
  }
}
