// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A program in one source file, which the build runs by {@code java FILE} and tests run in their
 * own JVM. Its method {@code run(String[], PrintStream)} takes the arguments and where errors go,
 * and returns the exit code.
 */
public final class SourceProgram implements AutoCloseable {

  private final URLClassLoader loader;
  private final Method run;

  private SourceProgram(URLClassLoader loader, Method run) {
    this.loader = loader;
    this.run = run;
  }

  /**
   * Compiles a program, with all warnings as errors.
   *
   * @param source the file, with the name of its class
   * @param classes an empty folder
   */
  public static SourceProgram compile(Path source, Path classes)
      throws IOException, ReflectiveOperationException {
    String name = source.getFileName().toString().replace(".java", "");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-Xlint:all",
                "-Werror",
                "-d",
                classes.toString(),
                source.toString());
    if (status != 0) {
      throw new AssertionError(source + " does not compile");
    }
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    return new SourceProgram(
        loader, loader.loadClass(name).getMethod("run", String[].class, PrintStream.class));
  }

  /** Runs the program with these arguments. */
  public Outcome run(Object... arguments) throws ReflectiveOperationException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    try (PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8)) {
      int status = (int) run.invoke(null, words, err);
      return new Outcome(status, "", errors.toString(StandardCharsets.UTF_8));
    }
  }

  /** Returns the outcome of a run that prints these lines of errors and nothing else. */
  public static Outcome ending(int status, String... errors) {
    return new Outcome(
        status, "", Stream.of(errors).map(line -> line + "\n").collect(Collectors.joining()));
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
