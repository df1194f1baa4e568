// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tiptoe.bridge.process.LinuxProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The diagnostics sockets that are bound in the network namespaces of processes, as the kernel
 * lists them. They show whether a process may have one without reading its files. Thread-safe;
 * caches the list of each namespace.
 */
final class BoundSockets {

  private static final Pattern NAME = Pattern.compile("/dotnet-diagnostic-([0-9]{1,18})-[^/]*$");

  /** The longest part of a list that is read: a process can make the list long. */
  private static final int MOST_LINES = 1_000_000;

  private final Map<String, Set<Long>> numbers = new ConcurrentHashMap<>();

  /** Creates an empty cache. */
  BoundSockets() {}

  /**
   * Returns whether a bound socket has the process's number, in its own namespace, in its name. Any
   * process may bind a socket of any name, so this proves nothing.
   */
  boolean mayBelongTo(LinuxProcess process) throws IOException {
    String namespace = process.networkNamespace();
    Set<Long> known = numbers.get(namespace);
    if (known == null) {
      known = read(process);
      numbers.put(namespace, known);
    }
    return known.contains(process.ownPid());
  }

  private static Set<Long> read(LinuxProcess process) {
    try (BufferedReader lines = Files.newBufferedReader(process.boundSockets(), ISO_8859_1)) {
      return lines
          .lines()
          .limit(MOST_LINES)
          .map(NAME::matcher)
          .filter(Matcher::find)
          .map(name -> Long.parseLong(name.group(1)))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException | UncheckedIOException e) {
      return Set.of(); // There is no list for this process, or it has just ended.
    }
  }
}
