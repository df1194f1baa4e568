// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.nio.file.Path;

/** The committed binaries of the test assemblies; their C# sources are beside them. */
public enum TestAssembly {
  /** A program with several busy threads, generics and async code: {@code Demo.dll [SECONDS]}. */
  DEMO("Demo"),

  /**
   * Dumps names and references with System.Reflection.Metadata: {@code MetadataDump.dll names DIR
   * [--tables all]} and {@code MetadataDump.dll refs DIR}.
   */
  METADATA_DUMP("MetadataDump"),

  /** Prints its arguments and exits with the number in the first. */
  HELLO("Hello"),

  /** Ends in odd ways and does odd things: {@code Storm.dll NAME}, see its Program.cs. */
  STORM("Storm");

  private final String assemblyName;

  TestAssembly(String assemblyName) {
    this.assemblyName = assemblyName;
  }

  /**
   * The absolute path of the DLL.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public Path path() {
    return Repository.existing(
        "testdata/assemblies/" + assemblyName + "/" + assemblyName + ".dll",
        "run testdata/assemblies/build");
  }
}
