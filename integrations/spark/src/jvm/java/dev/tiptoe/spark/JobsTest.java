// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {

  @TempDir private Path folder;

  /** What a job printed, and its code before it. */
  private String run(String... arguments) {
    LocalSpark.session();
    StringWriter said = new StringWriter();
    int code = Jobs.run(new PrintWriter(said, true), arguments);
    return code + "\n" + said;
  }

  @Test
  void arguments_thatAreWrong_areReported() {
    assertTrue(run("symbolize", "x").startsWith("2\nMissing required options"), "usage");
    String missing = folder.resolve("none").toString();
    assertEquals(
        "1\n" + missing + ": there is no such file\n",
        run("index", "--out", missing, "--report", missing, missing));
  }

  @Test
  void places_areDistinguished() {
    assertEquals("added:indexes", Jobs.place(LocalSpark.session(), "added:indexes", 1).toString());
    assertEquals(
        "hdfs://host/indexes",
        Jobs.place(LocalSpark.session(), "hdfs://host/indexes", 1).toString());
    assertEquals("/indexes", Jobs.place(LocalSpark.session(), "/indexes", 1).toString());
  }
}
