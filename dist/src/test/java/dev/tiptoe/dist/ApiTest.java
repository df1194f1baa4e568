// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The public API beside that of the last release, in {@code src/api}. What a release had stays:
 * additions are free, but for what callers would have to implement. What is broken on purpose is
 * listed in {@code src/api/accepted.txt}, by its line in the release. A release writes the listings
 * anew, with {@code -Dapi.write=true}, and empties that file.
 */
class ApiTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path BASELINE = HOME.resolve("src/api");
  private static final Path ACCEPTED = BASELINE.resolve("accepted.txt");

  private static final String REMEDY =
      """
      not as in the last release. Keep what callers use, or, if it has to break before 1.0, put
      these lines into src/api/accepted.txt, and what changes for callers into CHANGELOG.md:
      """;

  /** The folders of the libraries. */
  static final List<String> LIBRARIES = Modules.libraries();

  @ParameterizedTest
  @FieldSource("LIBRARIES")
  void api_ofALibrary_keepsWhatTheLastReleaseHad(String module) throws IOException {
    Path file = BASELINE.resolve(Path.of(module).getFileName() + ".txt");
    Set<String> now = new ApiListing(HOME, module).lines();
    if (Boolean.getBoolean("api.write")) {
      Files.createDirectories(BASELINE);
      Files.write(file, now);
    }
    Set<String> released = new TreeSet<>(Files.readAllLines(file));
    List<String> broken =
        Stream.concat(
                released.stream().filter(line -> !now.contains(line)),
                now.stream()
                    .filter(line -> !released.contains(line))
                    .filter(line -> isToBeImplemented(line, released)))
            .filter(line -> !accepted().contains(line))
            .toList();
    assertTrue(broken.isEmpty(), () -> REMEDY + String.join("\n", broken));
  }

  /** A new abstract method breaks implementations of the type, unless the type is sealed. */
  private static boolean isToBeImplemented(String line, Set<String> released) {
    int end = line.indexOf(": ");
    return end > 0
        && line.substring(end).matches(": (protected )?abstract .*")
        && released.stream()
            .anyMatch(
                header ->
                    header.startsWith(line.substring(0, end) + " = ")
                        && !header.contains("= sealed"));
  }

  private static Set<String> accepted() {
    try {
      return Files.readAllLines(ACCEPTED).stream()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void accepted_hasOnlyWhatTheLastReleaseHadAndIsGone() throws IOException {
    Set<String> now = new TreeSet<>();
    Set<String> released = new TreeSet<>();
    for (String module : LIBRARIES) {
      now.addAll(new ApiListing(HOME, module).lines());
      released.addAll(Files.readAllLines(BASELINE.resolve(Path.of(module).getFileName() + ".txt")));
    }
    List<String> stale =
        accepted().stream().filter(line -> released.contains(line) == now.contains(line)).toList();
    assertEquals(List.of(), stale);
  }

  @Test
  void listing_ofALibrary_hasItsFrontDoorAndNothingInternal() throws IOException {
    Set<String> lines = new ApiListing(HOME, "resolver").lines();
    assertTrue(
        lines.contains("dev.tiptoe.resolver.Session: method dev.tiptoe.resolver.Moment now()"));
    assertTrue(lines.stream().noneMatch(line -> line.contains("dev.tiptoe.resolver.loadedness.")));
    assertTrue(lines.stream().noneMatch(line -> line.contains("com.google.")));
  }

  @Test
  void newAbstractMethod_ofAnOpenType_breaksWhoImplementsIt() {
    Set<String> released = Set.of("a.Open = interface", "a.Closed = sealed interface permits a.B");
    assertTrue(isToBeImplemented("a.Open: abstract method void run()", released));
    assertTrue(!isToBeImplemented("a.Open: default method void run()", released));
    assertTrue(!isToBeImplemented("a.Closed: abstract method void run()", released));
    assertTrue(!isToBeImplemented("a.New: abstract method void run()", released));
  }
}
