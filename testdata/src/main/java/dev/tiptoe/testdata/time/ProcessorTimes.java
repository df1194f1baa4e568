// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.time;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes down how long this JVM computed for each test class, which the report of a build compares
 * with the budget of a class: unlike the time that passed, it does not depend on what else the
 * machine does. JUnit finds it as a service.
 *
 * <p>A line of the file {@code processor-times}, in the folder that the system property {@code
 * tests.folder} names, has three columns with tabs between them: when the class was done, in
 * milliseconds since 1970; its name; the processor's time in seconds.
 */
public final class ProcessorTimes implements TestExecutionListener {

  private static final double NANOS = 1e9;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final Map<String, Long> began = new HashMap<>();
  private final @Nullable String folder = System.getProperty("tests.folder");

  /** Creates the listener. */
  public ProcessorTimes() {}

  @Override
  public void executionStarted(TestIdentifier test) {
    topLevelClass(test).ifPresent(name -> began.put(name, system.getProcessCpuTime()));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    topLevelClass(test).ifPresent(this::done);
  }

  private void done(String name) {
    Long start = began.remove(name);
    if (start != null && folder != null) {
      double seconds = (system.getProcessCpuTime() - start) / NANOS;
      write(Path.of(folder), System.currentTimeMillis() + "\t" + name + "\t" + seconds + "\n");
    }
  }

  private static Optional<String> topLevelClass(TestIdentifier test) {
    return test.getSource()
        .filter(ClassSource.class::isInstance)
        .map(source -> ((ClassSource) source).getClassName())
        .filter(name -> test.isContainer() && !name.contains("$"));
  }

  private static void write(Path folder, String line) {
    try {
      Files.createDirectories(folder);
      Files.write(
          folder.resolve("processor-times"),
          line.getBytes(UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
