// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes and threads that index builds with the same MVIDs in one folder at the same time. */
class SharedWriterTest {

  private static final int MODULES = 60;
  private static final int THREADS = 2;
  private static final int PROCESSES = 2;

  /** Indexes a build of each module, as soon as there is a byte to read. */
  static final class Program {

    private Program() {}

    /** Takes the folder and the number of the process. */
    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      int process = Integer.parseInt(arguments[1]);
      System.out.write('\n');
      System.out.flush();
      System.in.read();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int build = process * THREADS + i;
        threads.add(new Thread(() -> index(folder, build)));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private static void index(Path folder, int build) {
      try {
        for (int module = 0; module < MODULES; module++) {
          new SymbolIndexWriter(folder, false)
              .write(image(module, build), new PortablePdb.Missing("none"));
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A build of a module has a method of its own name. */
  private static Image image(int module, int build) {
    ImageBuilder image = ImageBuilder.assembly("Shop", "1.0.0.0").mvid(new UUID(1, module));
    image.typeDef("Ns", "Type");
    image.method(
        "Run" + build, SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    return Image.of("Shop.dll", new PeBuilder().module(image).build());
  }

  @Test
  void builds_thatProcessesIndexAtOnce_areAllThere(@TempDir Path folder) throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Program.class.getName(),
                  folder.toString(),
                  Integer.toString(i))
              .redirectErrorStream(true)
              .start());
    }
    for (Process process : processes) {
      assertEquals('\n', process.getInputStream().read());
    }
    for (Process process : processes) {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }
    for (Process process : processes) {
      byte[] output = process.getInputStream().readAllBytes();
      assertEquals("", new String(output, StandardCharsets.UTF_8));
      assertEquals(0, process.waitFor());
    }
    for (int module = 0; module < MODULES; module++) {
      Path file = folder.resolve(new UUID(1, module) + SymbolIndexWriter.SUFFIX);
      assertEquals(PROCESSES * THREADS, SymbolIndex.open(file).buildCount());
    }
  }
}
