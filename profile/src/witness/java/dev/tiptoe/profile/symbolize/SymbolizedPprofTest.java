// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.given.Pprof;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.testdata.importer.Importers;
import dev.tiptoe.testdata.importer.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile that was given names and lines, in the real pprof. */
@Tag("quarter-4")
@Tag("pprof")
class SymbolizedPprofTest {

  private static final String READ = "read";

  @TempDir private Path folder = Path.of("");

  private static String name(int rid) {
    return TestSymbols.WRITTEN.method(Token.of(MethodDef.TABLE, rid)).written().text();
  }

  /** Each method calls a function of the C library, and is called by the method before it. */
  @Test
  void pprof_ofASymbolizedProfile_showsTheWrittenNamesAndTheirWeights() throws IOException {
    Pprof profile = new Pprof();
    String mvid = TestSymbols.mvid(TestSymbols.WRITTEN).toString();
    long written = profile.mapping("Written.dll", mvid, 0);
    long libc = profile.mapping("libc.so.6", "8d0bdc0d6d9fbbba7d0bd8d8b1bf0b5d33d0cd2a", 0x7f0000);
    long read = profile.location(libc, 0x7f1234, profile.function(READ, ""));
    Shown expected = new Shown();
    int methods = TestSymbols.WRITTEN.methodCount();
    long caller = 0;
    for (int rid = 1; rid <= methods; rid++) {
      long method = profile.location(written, DotnetAddress.of(rid, 0), 0);
      if (rid == 1) {
        profile.sample(rid, read, method);
        expected.addStack("", List.of(name(rid), READ), rid);
      } else {
        profile.sample(rid, read, method, caller);
        expected.addStack("", List.of(name(rid - 1), name(rid), READ), rid);
      }
      caller = method;
    }
    Runs run = Runs.pprof(profile.build().toByteArray(), TestSymbols.both());
    assertEquals(methods, run.statistics().resolved());

    Path file = Files.write(folder.resolve("symbolized.pb"), run.bytes());
    Shown shown = Importers.pprof(file, "", "ns");

    assertEquals(List.of(), shown.differences(expected, 0));
    assertTrue(methods > 200, methods + " methods");
  }
}
