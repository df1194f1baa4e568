// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.command.Outcome;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the tests of {@code ModulePathTest} share, which stand by kind. */
abstract class ModulePathFixture {

  static Outcome modular(String... arguments) {
    List<String> options = new ArrayList<>(List.of("--module-path", modulePath()));
    options.addAll(List.of("--module", "dev.tiptoe.cli/" + Tiptoe.class.getName()));
    options.addAll(List.of(arguments));
    return Child.java(options).outcome();
  }

  /** Modules that nothing requires, such as those that only tests need, are not resolved. */
  static String modulePath() {
    return Child.classPath().stream()
        .filter(entry -> !entry.endsWith("test-classes"))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
