// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COM, both ways, against the real thing, in a JVM of its own: see {@link ClrProbe}. */
class InsideTheClrTest {

  @TempDir private Path folder = Path.of("");

  private List<String> probe(String name) throws Exception {
    List<String> arguments =
        List.of(TestRuntime.directory().toString(), TestAssembly.HELLO.path().toString(), name);
    Path out = folder.resolve("out");
    Process process =
        ClrJvm.running(ClrProbe.class, folder.resolve("error"), arguments)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    int status = process.waitFor();
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertEquals(0, status, () -> said + read("stderr"));
    return said.lines().toList();
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void references_toTheClrsObjects_areBalanced() throws Exception {
    assertEquals(List.of("1 references more", "0, -1 left"), probe("references"));
  }

  @Test
  void failures_ofTheClr_nameTheMethodAndTheCode() throws Exception {
    assertEquals(
        List.of(
            "IMetaDataTables2::QueryInterface: E_NOINTERFACE (0x80004002)",
            "IMetaDataTables2::GetTableInfo: E_INVALIDARG (0x80070057)",
            "IMetaDataImport2::GetNestedClassProps: CLDB_E_RECORD_NOTFOUND (0x80131130)",
            "IMetaDataDispenser::OpenScope: ERROR_FILE_NOT_FOUND (0x80070002)",
            "IMetaDataDispenser::OpenScopeOnMemory: CLDB_E_FILE_CORRUPT (0x8013110e)",
            "IMetaDataTables2::GetNumTables takes 1 arguments, not 0"),
        probe("failures"));
  }

  @Test
  void stream_ofJava_isWrittenToByTheClr() throws Exception {
    assertEquals(List.of("1 references", "module Made"), probe("stream"));
  }

  @Test
  void stackOverflow_besideTheClr_isSurvived() throws Exception {
    assertEquals(List.of("survived", "survived"), probe("stack"));
  }
}
