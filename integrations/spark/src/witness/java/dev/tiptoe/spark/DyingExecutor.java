// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The first executor that begins its {@value #TASK}th task ends there, as if it were killed, and
 * leaves a file. Loaded by executors.
 */
public final class DyingExecutor implements SparkPlugin {

  /** The name of a property of Spark's: the file. */
  static final String FILE = "spark.dying.file";

  private static final int TASK = 20;
  private static final int KILLED = 137;

  /** Creates it, as Spark does. */
  public DyingExecutor() {}

  @Override
  public @Nullable DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new Executor();
  }

  private static final class Executor implements ExecutorPlugin {

    private final AtomicInteger tasks = new AtomicInteger();
    private Path file = Path.of("");

    @Override
    public void init(PluginContext context, Map<String, String> extra) {
      file = Path.of(context.conf().get(FILE));
    }

    @Override
    public void onTaskStart() {
      if (tasks.incrementAndGet() == TASK && isFirst()) {
        Runtime.getRuntime().halt(KILLED);
      }
    }

    private boolean isFirst() {
      try {
        Files.createFile(file);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
