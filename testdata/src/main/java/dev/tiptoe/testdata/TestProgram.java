// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.nio.file.Path;
import java.util.List;

/**
 * The programs that witnesses run, from small to large: each ends by itself within seconds, with
 * status 0.
 */
public enum TestProgram {
  /** Busy threads, generics, async code. */
  DEMO("demo", TestAssembly.DEMO) {
    @Override
    public List<String> arguments() {
      return List.of("2");
    }
  },

  /** Whatever is hard to load; the same in every run. */
  TORTURE("torture", TestAssembly.TORTURE),

  /** An ASP.NET Core server under load. */
  WEB_SERVER("web-server", TestAssembly.WEB_SERVER),

  /** The C# compiler, compiling a file. It is not fetched by every build. */
  COMPILER("compiler", TestAssembly.COMPILE_ONE) {
    @Override
    public List<String> arguments() {
      Path roslyn =
          Repository.existing(
              "testdata/compiler/node_modules/@typespec/http-client-csharp/dist/generator",
              "run testdata/compiler/fetch");
      Path source = Repository.existing("testdata/compiler/Driver.cs", "it is in the repository");
      return List.of(roslyn.toString(), source.toString(), TestRuntime.directory().toString());
    }
  };

  private final String programName;
  private final TestAssembly assembly;

  TestProgram(String programName, TestAssembly assembly) {
    this.programName = programName;
    this.assembly = assembly;
  }

  /** What it is called where one is chosen by name. */
  public String programName() {
    return programName;
  }

  /**
   * The absolute path of its assembly.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public Path assembly() {
    return assembly.path();
  }

  /**
   * Its command line after the assembly.
   *
   * @throws IllegalStateException if something that it needs is not there, or {@code tiptoe.home}
   *     is not set
   */
  public List<String> arguments() {
    return List.of();
  }
}
