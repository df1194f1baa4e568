// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.jmh;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.TypeRefResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The works of {@code prove bench metadata} over the managed DLLs of a folder, each time with
 * images that have cached nothing. There the peer, System.Reflection.Metadata, runs beside them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class FolderBenchmark {

  /** The folder: {@code -p folder=…}. */
  @Param(".")
  public String folder = "";

  private final List<Path> paths = new ArrayList<>();

  /** The metadata of its files. */
  private final List<Bytes> files = new ArrayList<>();

  /** Finds the files and reads their metadata. */
  @Setup
  public void read() throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      found = all.filter(path -> path.toString().endsWith(".dll")).sorted().toList();
    }
    for (Path path : found) {
      try {
        files.add(Image.open(path).metadata().container().metadata().inMemory());
        paths.add(path);
      } catch (MetadataFormatException e) {
        // Not managed.
      }
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("no managed DLL lies in " + folder);
    }
  }

  /** Opens all files, and reads MVID and assembly. */
  @Benchmark
  public void open(Blackhole sink) throws IOException {
    for (Path path : paths) {
      Image image = Image.open(path);
      sink.consume(image.mvid());
      sink.consume(image.assembly());
    }
  }

  /** Names every method, with its signature. */
  @Benchmark
  public void names(Blackhole sink) {
    for (Bytes file : files) {
      Image image = Image.of(file);
      Names names = new Names(image);
      int methods = image.metadata().tables().count(MethodDef.TABLE);
      for (int rid = 1; rid <= methods; rid++) {
        sink.consume(names.of(Token.of(MethodDef.TABLE, rid)));
      }
    }
  }

  /** Resolves every TypeRef, indexes included. */
  @Benchmark
  public void references(Blackhole sink) {
    List<Image> images = files.stream().map(Image::of).toList();
    TypeRefResolver resolver = new TypeRefResolver(LoadedModules.of(images));
    for (Image image : images) {
      for (TypeRef reference : image.typeRefs()) {
        sink.consume(resolver.resolve(reference));
      }
    }
  }
}
