// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes in the command line: each has one line that says what is wrong, and what to try. */
class MistakesTest {

  private static final String GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
          .toString();

  private static void says(String line, int status, String expected) {
    String[] arguments =
        line.isEmpty()
            ? new String[0]
            : line.replace("GOLDEN", GOLDEN)
                .replace("DEMO", TestAssembly.DEMO.path().toString())
                .split(" ", -1);
    Outcome outcome = TiptoeRun.tiptoe(arguments).expect(status);
    assertEquals("", outcome.out());
    assertEquals("tiptoe: " + expected.replace("GOLDEN", GOLDEN) + "\n", outcome.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                            | no command is given (see tiptoe --help)
          recrod --out x                | there is no command 'recrod'; did you mean record? (see tiptoe --help)
          stack GOLDEN                  | there is no command 'stack'; did you mean stacks? (see tiptoe --help)
          symb                          | there is no command 'symb'; did you mean symbolize? (see tiptoe --help)
          frobnicate                    | there is no command 'frobnicate' (see tiptoe --help)
          --versoin                     | there is no option '--versoin'; did you mean --version? (see tiptoe --help)
          stacks                        | Missing required parameter: 'FILE' (see tiptoe stacks --help)
          stacks GOLDEN --lnes          | there is no option '--lnes'; did you mean --lines? (see tiptoe stacks --help)
          stacks GOLDEN --nothing       | there is no option '--nothing' (see tiptoe stacks --help)
          stacks GOLDEN more            | 'more' is one argument too many (see tiptoe stacks --help)
          stacks GOLDEN --min abc       | Invalid value for option '--min': 'abc' is not a percentage from 0 to 100 (see tiptoe stacks --help)
          stacks GOLDEN --focus (       | Invalid value for option '--focus': '(' is not a regular expression: Unclosed group (see tiptoe stacks --help)
          stacks GOLDEN --after soon    | Invalid value for option '--after': 'soon' is not a length of time (10ms, 500us, 1s) (see tiptoe stacks --help)
          stacks GOLDEN --min 200       | Invalid value for option '--min': '200' is not a percentage from 0 to 100 (see tiptoe stacks --help)
          help exprot                   | there is no command 'exprot'; did you mean export? (see tiptoe --help)
          help frobnicate               | there is no command 'frobnicate' (see tiptoe --help)
          export GOLDEN                 | Missing required option: '--to=FORMAT' (see tiptoe export --help)
          attach abc                    | Invalid value for positional parameter at index 0 (PID): 'abc' is not a whole number (see tiptoe attach --help)
          top 1 --every 0s              | --every: the time between pictures is 0 (see tiptoe top --help)
          demo --for 10ms               | --for: the demo takes at least 1s (see tiptoe demo --help)
          stacks GOLDEN --after 2s --before 1s | there is nothing after 2 s and before 1 s (--after, --before) (see tiptoe stacks --help)
          demo --for 99999999999s       | Invalid value for option '--for': '99999999999s' is not a length of time (10ms, 500us, 1s) (see tiptoe demo --help)
          sample 99999999999999999999   | Invalid value for positional parameter at index 0 (PID): '99999999999999999999' is not a whole number (see tiptoe sample --help)
          names DEMO --style c          | Invalid value for option '--style': 'c' is not a style (reflection, clr, csharp, docid) (see tiptoe names --help)
          """)
  void commandLine_withAMistake_saysWhatIsMeant(String line, String expected) {
    says(line, 2, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stacks no/such.tiptoe                  | no/such.tiptoe: no such file
          stacks /usr                            | /usr: a folder, not a file
          symbolize /usr                         | /usr: a folder, not a file
          export /dev/zero --to pprof            | /dev/zero: not a regular file; a pipe is read by the name -
          export GOLDEN --to pprof --out no/such | no/such: its folder does not exist
          refs no/such                           | no/such: no such file
          view no/such                           | no/such: no such file
          symbolize no/such                      | no/such: no such file
          dump GOLDEN                            | GOLDEN: at offset 0x0: not a .NET file but something else (no PE file, metadata or Webcil)
          status 4194305                         | 4194305: there is no such process
          attach 4194305                         | 4194305: there is no such process
          top 4194305                            | 4194305: there is no such process
          export GOLDEN --to pprof --out /usr    | /usr: a folder, not a file
          view - --against -                     | standard input cannot be two files
          stacks -                               | standard input: at offset 0x0: not a trace, a .nettrace file, collapsed stacks, a pprof profile or an OTLP profile
          ids -                                  | standard input: at offset 0x0: shorter than the header of a trace
          """)
  void input_thatIsNone_isNamed(String line, String expected) {
    says(line, 3, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lookup GOLDEN --module Nosuch --token 0x02000002   | GOLDEN: no module Nosuch was loaded; 'tiptoe ids' lists what was
          """)
  void answer_thatIsNo_saysWhy(String line, String expected) {
    says(line, 1, expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stacks EMPTY", "export x --to pprof --out EMPTY", "symbolize EMPTY"})
  void name_thatIsEmpty_isQuoted(String line) {
    String[] arguments = line.split(" ", -1);
    arguments[arguments.length - 1] = "";
    Outcome outcome = TiptoeRun.tiptoe(arguments).expect(3);
    assertEquals("tiptoe: '': not the name of a file\n", outcome.err());
  }
}
