// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process as a test wants Linux to show it.
 *
 * @param proc the folder in place of {@code /proc}
 * @param pid its number
 * @param temporary its temporary folder
 */
record FakeProcess(Path proc, long pid, Path temporary) {

  static final int START_TIME = 4711;

  /** A process in {@code folder} that has the CoreCLR of .NET 9 mapped. */
  static FakeProcess in(Path folder) throws IOException {
    Path proc = Files.createDirectory(folder.resolve("proc"));
    FakeProcess process =
        new FakeProcess(proc, 42, Files.createDirectory(folder.resolve("temporary")));
    Files.createDirectory(proc.resolve("42"));
    Files.createSymbolicLink(process.file("root"), Path.of("/"));
    process.write("stat", "42 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21\n");
    process.write("status", "Name:\ta\nUid:\t9\t" + uid() + "\t9\t9\nNSpid:\t42\t7\n");
    process.write("environ", "A=B\0TMPDIR=" + process.temporary + "\0");
    process.maps("/usr/share/dotnet/shared/Microsoft.NETCore.App/9.0.1/libcoreclr.so");
    return process;
  }

  private static int uid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** The target that attaching to it reaches. */
  FakeTarget target() throws IOException {
    return new FakeTarget(socket(), Path.of("/"), new Target.Identity(7, uid(), true), false);
  }

  LinuxProcess process() {
    return new LinuxProcess(proc, pid);
  }

  Path socket() {
    return temporary.resolve("dotnet-diagnostic-7-" + START_TIME + "-socket");
  }

  void maps(String... files) throws IOException {
    StringBuilder maps = new StringBuilder("7f00-7f01 r-xp 00000000 00:00 0\n");
    for (String file : files) {
      maps.append("7f00-7f01 r-xp 00000000 00:00 0      ").append(file).append('\n');
    }
    write("maps", maps.toString());
  }

  void write(String name, String text) throws IOException {
    Files.writeString(file(name), text);
  }

  Path file(String name) {
    return proc.resolve(Long.toString(pid)).resolve(name);
  }
}
