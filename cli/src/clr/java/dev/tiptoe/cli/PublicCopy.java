// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of the command's classes that any user may read; those of a build may lie in a user's
 * home.
 *
 * @param folder for users to run it in
 * @param classPath the copies
 */
record PublicCopy(Path folder, List<Path> classPath) {

  private static final Set<String> LIBRARIES = Set.of("picocli", "caffeine", "jna", "xz");

  /** Copies them, and lets all users enter the folder. */
  static PublicCopy in(Path folder) throws IOException {
    open(folder);
    List<Path> copies = new ArrayList<>();
    for (Path entry : Child.classPath()) {
      if (isOurs(entry)) {
        Path copy = folder.resolve(copies.size() + "-" + entry.getFileName());
        copyAll(entry, copy);
        copies.add(copy);
      }
    }
    return new PublicCopy(folder, copies);
  }

  private static boolean isOurs(Path entry) {
    String name = String.valueOf(entry.getFileName());
    return name.equals("classes")
        || name.startsWith("tiptoe-")
        || LIBRARIES.contains(name.replaceFirst("-.*", ""));
  }

  private static void copyAll(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(from)) {
      all = walk.toList();
    }
    for (Path each : all) {
      Path copy = to.resolve(from.relativize(each).toString());
      Files.copy(each, copy);
      open(copy);
    }
  }

  private static void open(Path path) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Returns the command that runs it. */
  Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** Returns why a user cannot run it; empty when the user can. */
  Optional<String> problem(RunAs runAs) {
    return Stream.concat(Stream.of(java()), classPath.stream())
        .flatMap(file -> runAs.problem(file).stream())
        .findFirst();
  }

  /** The command, wrapped. */
  Child tiptoe(RunAs runAs, String... arguments) {
    String path =
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(List.of(java().toString(), "-Xlog:disable"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", path, Tiptoe.class.getName()));
    command.addAll(List.of(arguments));
    return Child.of(runAs.wrap(command).toArray(String[]::new)).in(folder);
  }
}
