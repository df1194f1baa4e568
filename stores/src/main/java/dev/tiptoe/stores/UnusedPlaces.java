// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The given places in which nothing was found so far, and no problem either. Thread-safe. */
final class UnusedPlaces {

  /** The places as they were given, and how the files below them are called. */
  private final Map<Path, String> places = new LinkedHashMap<>();

  private volatile boolean isEmpty = true;

  /** Adds a place; what a link leads to is found below its target. */
  synchronized void add(Path place) {
    places.put(place, real(place).toString());
    isEmpty = false;
  }

  private static Path real(Path place) {
    try {
      return Files.isSymbolicLink(place) ? place.toRealPath() : place;
    } catch (IOException e) {
      return place;
    }
  }

  /**
   * Removes the places that a file is, or is below.
   *
   * @param file its path; that of a member begins with that of its file
   */
  void remove(String file) {
    if (!isEmpty) {
      synchronized (this) {
        places.values().removeIf(place -> isBelow(file, place));
        isEmpty = places.isEmpty();
      }
    }
  }

  /** Returns the place, of those that are left, which is a file and no folder around it. */
  synchronized Optional<Path> placeAt(String file) {
    return places.entrySet().stream()
        .filter(place -> place.getValue().equals(file))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean isBelow(String file, String place) {
    return file.startsWith(place)
        && (file.length() == place.length()
            || place.endsWith(File.separator)
            || file.charAt(place.length()) == File.separatorChar
            || file.charAt(place.length()) == '!');
  }

  /** Reports those that are left. */
  synchronized void report(StoreListener listener) {
    places.keySet().forEach(listener::unused);
  }
}
