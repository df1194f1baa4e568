// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.cli.terminal.JsonRow;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --tsv} and {@code --json}: results as rows, for scripts. */
public final class RowFormat {

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  @Option(
      names = "--json",
      description = "One JSON object on each line, whose members are the columns of --tsv.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  /** Takes {@code --tsv}, instead of picocli. */
  public void take(boolean asTsv) {
    tsv = asTsv;
  }

  /**
   * Returns whether the results are rows, not text for people.
   *
   * @throws ParameterException when both options are given
   */
  public boolean isGiven() {
    if (tsv && json) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--tsv and --json exclude each other");
    }
    return tsv || json;
  }

  /** Returns whether rows are JSON objects. */
  public boolean isJson() {
    return json;
  }

  /**
   * Prints a row.
   *
   * @param columns the names of the fields
   */
  public void row(Terminal terminal, List<String> columns, Object... fields) {
    if (json) {
      terminal.json(JsonRow.of(columns, fields));
    } else {
      terminal.row(fields);
    }
  }

  /** The same, as part of a section. */
  public void row(ResultSection section, List<String> columns, Object... fields) {
    if (json) {
      section.add(JsonRow.of(columns, fields)).end();
    } else {
      section.row(fields);
    }
  }
}
