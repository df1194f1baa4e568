// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the modules that the .NET host would give to a program whose files are in several
 * folders: its own, and those of the shared frameworks that it uses. Of an assembly that several
 * folders have, the host uses the highest version, and of equal versions that of the first folder.
 * Stateless.
 */
public final class HostChoice {

  /** The best version of an assembly, and the folder that has it. */
  private record Best(AssemblyVersion version, int folder) {

    Best better(Best other) {
      return other.version.compareTo(version) > 0 ? other : this;
    }
  }

  private HostChoice() {}

  /**
   * Returns the modules of the folders in their order, without those of which another folder has
   * the better version. Within one folder nothing is left out.
   */
  public static List<Image> among(List<List<Image>> folders) {
    if (folders.size() == 1) {
      return List.copyOf(folders.get(0));
    }
    Map<String, Best> best = new HashMap<>();
    for (int i = 0; i < folders.size(); i++) {
      for (Image image : folders.get(i)) {
        int folder = i;
        assembly(image)
            .ifPresent(of -> best.merge(key(of), new Best(of.version(), folder), Best::better));
      }
    }
    List<Image> chosen = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      for (Image image : folders.get(i)) {
        int folder = i;
        Optional<Best> winner = assembly(image).map(of -> best.get(key(of)));
        if (winner.filter(won -> won.folder() != folder).isEmpty()) {
          chosen.add(image);
        }
      }
    }
    return chosen;
  }

  private static String key(AssemblyIdentity assembly) {
    return (assembly.name() + "/" + assembly.culture()).toLowerCase(Locale.ROOT);
  }

  /** Returns its assembly; empty when it has none, or when that cannot be read. */
  private static Optional<AssemblyIdentity> assembly(Image image) {
    try {
      return image.assembly();
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }
}
