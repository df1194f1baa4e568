// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.nio.file.Path;

/** The committed binaries of the test assemblies; their C# sources are beside them. */
public enum TestAssembly {
  /** A program with several busy threads, generics and async code: {@code Demo.dll [SECONDS]}. */
  DEMO("demo", "Demo"),

  /** Dumps everything that System.Reflection.Metadata reads, see its Program.cs. */
  METADATA_DUMP("MetadataDump"),

  /** Makes the runtime resolve the references of a folder's assemblies: {@code FOLDER}. */
  RESOLVE_TOKENS("ResolveTokens"),

  /** Prints its arguments and exits with the number in the first. */
  HELLO("Hello"),

  /**
   * Everything that C# can express: signatures, attributes, constants, bodies, names of every kind;
   * its portable PDB is beside it. When run, it calls most of it.
   */
  CONSTRUCTS("Constructs"),

  /** A small program with its portable PDB, and the sources in that, inside. */
  EMBEDDED("Embedded"),

  /** Ends in odd ways and does odd things: {@code Storm.dll NAME}, see its Program.cs. */
  STORM("Storm"),

  /** A busy server with requests on its standard input, see its Program.cs. */
  DOCKYARD("Dockyard"),

  /** A heap of known contents: {@code Heap.dll OBJECTS SECONDS [MODE]}, see its Program.cs. */
  HEAP("Heap"),

  /** Types that are in no file: {@code Fileless.dll TYPES MILLISECONDS}, see its Program.cs. */
  FILELESS("Fileless"),

  /**
   * Generics and everything else that is hard to load: {@code Torture.dll [TURNS [INSTRUMENT...]]}.
   */
  TORTURE("Torture"),

  /** An ASP.NET Core server that is its own client: {@code WebServer.dll [REQUESTS]}. */
  WEB_SERVER("WebServer"),

  /** Prints where the fields of its types lie, and waits for the end of its input. */
  MEASURES("Measures"),

  /** The C# compiler at work: {@code CompileOne.dll ROSLYN SOURCE.cs REFERENCES...}. */
  COMPILE_ONE("CompileOne"),

  /**
   * Prints what its references lead to, over several load contexts: {@code Bindings.dll FOLDER}.
   */
  BINDINGS("Bindings"),

  /** Every construct for which the compiler makes methods; there is a debug build beside it. */
  WRITTEN("Written"),

  /** The same in Visual Basic. */
  WRITTEN_VB("WrittenVB"),

  /** The same in F#; to run it, FSharp.Core.dll must be beside it. */
  WRITTEN_FSHARP("WrittenFSharp"),

  /** Throws through every construct, and prints the stack traces: {@code Traces.dll [offsets]}. */
  TRACES("Traces"),

  /**
   * Methods whose frames differ, run one kind after another: {@code Zoo.dll [ROUNDS [MILLISECONDS
   * [THREADS [KIND]]]]}.
   */
  ZOO("Zoo"),

  /**
   * Twenty methods whose shares of the time are known, on busy threads beside idle ones: {@code
   * Shares.dll SECONDS}.
   */
  SHARES("Shares"),

  /** Has its work done by dynamic methods and expression trees, see its Program.cs. */
  EMITTED("Emitted");

  private final String folder;
  private final String assemblyName;

  TestAssembly(String assemblyName) {
    this("testdata/assemblies", assemblyName);
  }

  TestAssembly(String folder, String assemblyName) {
    this.folder = folder;
    this.assemblyName = assemblyName;
  }

  /**
   * The absolute path of the DLL.
   *
   * @throws IllegalStateException if it is not there, or {@code tiptoe.home} is not set
   */
  public Path path() {
    return Repository.existing(
        folder + "/" + assemblyName + "/" + assemblyName + ".dll", "run testdata/assemblies/build");
  }
}
