// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.jmh;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/**
 * Names with signatures for random MethodDefs of one image; names of types are cached, names of
 * methods are not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NamesBenchmark {

  /** The image: {@code -p file=…/System.Private.CoreLib.dll}. */
  @Param("System.Private.CoreLib.dll")
  public String file = "";

  private final Random random = new Random(1);

  @SuppressWarnings("NullAway.Init") // JMH calls open() before anything else.
  private Image image;

  @SuppressWarnings("NullAway.Init")
  private Names names;

  private int methods;

  /** Opens the image. */
  @Setup
  public void open() throws IOException {
    image = Image.open(Path.of(file));
    names = new Names(image);
    methods = image.methodDefs().size();
  }

  /** Makes one name. */
  @Benchmark
  public String nameOfMethodDef() {
    return names.of(new MethodDef(image, 1 + random.nextInt(methods)).token());
  }
}
