// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the page of {@code tiptoe view} is opened: a program that stands for a desktop's. */
class ViewOpeningTest {

  private static final String NO_DESKTOP =
      "tiptoe: there is no desktop here; open the page in a browser\n";

  @TempDir private Path folder = Path.of("");

  private Outcome view(String display, String... more) throws IOException {
    return view(0, display, more);
  }

  private Outcome view(int status, String display, String... more) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path opener =
        Files.writeString(
            bin.resolve("xdg-open"),
            "#!/bin/sh\nprintf %s \"$1\" > " + opened() + "\nexit " + status + "\n");
    Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
    Path trace =
        Files.write(folder.resolve("some.tiptoe"), TraceOf.text("crane", TestAssembly.DEMO.path()));
    String[] arguments = new String[2 + more.length];
    arguments[0] = "view";
    arguments[1] = trace.toString();
    System.arraycopy(more, 0, arguments, 2, more.length);
    Child child = Child.tiptoe(arguments).in(folder);
    child.builder().environment().keySet().removeIf(name -> name.endsWith("DISPLAY"));
    Map<String, String> environment = child.builder().environment();
    environment.put("PATH", bin + ":" + environment.getOrDefault("PATH", "/usr/bin:/bin"));
    if (!display.isEmpty()) {
      environment.put(display, ":0");
    }
    return child.outcome().expect(0);
  }

  private Path opened() {
    return folder.resolve("opened");
  }

  /** Waits until the program was started, or for as long as any child may take. */
  private String awaitOpened() throws IOException {
    Child.of("/bin/sh", "-c", "until [ -s " + opened() + " ]; do :; done").outcome().expect(0);
    return Files.readString(opened());
  }

  @Test
  void page_whereThereIsADesktop_isOpened() throws IOException {
    for (String display : new String[] {"DISPLAY", "WAYLAND_DISPLAY"}) {
      Outcome outcome = view(display, "--force");
      assertEquals("some.html\n", outcome.out());
      assertEquals("", outcome.err());
      assertEquals(folder.resolve("some.html").toString(), awaitOpened());
      Files.delete(opened());
    }
  }

  @Test
  void page_whereThereIsNoBrowser_isNamed() throws IOException {
    assertEquals(
        new Outcome(
            0, "some.html\n", "tiptoe: xdg-open found no browser; open the page in a browser\n"),
        view(3, "DISPLAY"));
  }

  @Test
  void page_whereThereIsNone_isNamed() throws IOException {
    assertEquals(new Outcome(0, "some.html\n", NO_DESKTOP), view(""));
    assertTrue(Files.exists(folder.resolve("some.html")));
  }

  @Test
  void page_thatIsNotToBeOpened_isNot() throws IOException {
    assertEquals(new Outcome(0, "some.html\n", ""), view("DISPLAY", "--no-open"));
    assertFalse(Files.exists(opened()));
  }
}
