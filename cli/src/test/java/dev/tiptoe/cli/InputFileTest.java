// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces and profiles that come through a pipe. */
class InputFileTest extends InputFileFixture {

  private static Outcome fed(byte[] in, String line) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status = Tiptoe.run(line.split(" ", -1), new ByteArrayInputStream(in), out, err);
    return new Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stacks FILE --tsv",
        "stacks FILE --against FILE2 --tsv",
        "ids FILE --tsv",
        "lookup FILE --module Demo --token 0x02000002",
        "fields FILE 0x400",
        "export FILE --to collapsed --out -",
        "export FILE --to pprof --out -",
        "view FILE2 --against FILE --no-open --out -",
      })
  void dash_isStandardInput(String line) throws IOException {
    Path trace = trace();
    Path other = Files.copy(trace, folder.resolve("stdin"));
    String withOther = line.replace("FILE2", other.toString());
    Outcome file = fed(new byte[0], withOther.replace("FILE", other.toString()));
    assertFalse(file.out().isEmpty());
    Outcome pipe = fed(Files.readAllBytes(trace), withOther.replace("FILE", "-"));
    assertEquals(file.out(), pipe.out());
    assertEquals(file.status(), pipe.status());
    assertEquals(file.err().replace(other.toString(), "standard input"), pipe.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pprof", "otlp", "collapsed"})
  void profile_ofAnotherTool_goesThroughPipes(String format) throws Exception {
    Path profile = folder.resolve("profile");
    TiptoeRun.tiptoe("export", trace().toString(), "--to", format, "--out", profile.toString())
        .expect(ExitCode.OK);
    Outcome outcome =
        fed(Files.readAllBytes(profile), "export - --to collapsed --out -").expect(ExitCode.OK);
    assertTrue(outcome.out().startsWith("crane;crane.dll!crane;"), outcome.out());
    assertEquals("tiptoe: /dev/stdout: 1 sample in 1 distinct stack\n", outcome.err());
  }

  @Test
  void messages_nameStandardInput_andNotItsCopy() throws IOException {
    byte[] whole = Files.readAllBytes(trace());
    Outcome cut = fed(Arrays.copyOf(whole, whole.length - 100), "stacks - --tsv");
    assertTrue(
        cut.err().startsWith("tiptoe: standard input: the trace was cut off"), cut::toString);
    Outcome text = fed("All work and no play.\n".getBytes(UTF_8), "view - --no-open --out -");
    assertEquals(
        "tiptoe: standard input: at offset 0x0: not a trace, a .nettrace file, collapsed stacks,"
            + " a pprof profile or an OTLP profile\n",
        text.expect(ExitCode.BAD_INPUT).err());
    Outcome pprof = fed(new byte[] {0x1f, (byte) 0x8b, 8}, "export - --to jfr --out -");
    assertTrue(
        pprof.expect(ExitCode.BAD_INPUT).err().startsWith("tiptoe: standard input: "), pprof::err);
  }
}
