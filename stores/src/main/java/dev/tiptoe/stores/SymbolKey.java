// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The key of a file in a symbol store: three or four parts such as {@code
 * foo.pdb/497b72f6390a44fc878e5a2d63b6cc4bFFFFFFFF/foo.pdb}. Immutable.
 *
 * <p>No part can lead out of a folder: each is one {@linkplain FileNames#isSafe safe} file name.
 * Source: SSQP Key Conventions of dotnet/diagnostics.
 *
 * @param parts the parts, without separators
 */
public record SymbolKey(List<String> parts) {

  private static final String ANY_AGE = "FFFFFFFF";
  private static final String DEBUG = "_.debug";
  private static final String ELF_ID = "[0-9a-f]{16,40}";
  private static final int ELF_DIGITS = 40;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /**
   * Creates a key.
   *
   * @throws IllegalArgumentException if it does not have three or four safe parts
   */
  public SymbolKey {
    parts = List.copyOf(parts);
    if (!isValid(parts)) {
      throw new IllegalArgumentException("not a symbol key: " + parts);
    }
  }

  private static boolean isValid(List<String> parts) {
    return (parts.size() == 3 || parts.size() == 4) && parts.stream().allMatch(FileNames::isSafe);
  }

  /** Returns the key with its parts between slashes; empty for a text that is not a key. */
  public static Optional<SymbolKey> parse(String text) {
    // The limit keeps empty parts at the end, which are not safe names.
    return of(List.of(text.split("/", -1)));
  }

  private static Optional<SymbolKey> of(List<String> parts) {
    return isValid(parts) ? Optional.of(new SymbolKey(parts)) : Optional.empty();
  }

  private static Optional<SymbolKey> of(String fileName, String id) {
    String name = FileNames.base(fileName).toLowerCase(Locale.ROOT);
    return of(List.of(name, id, name));
  }

  /** Returns the key of a PE file; empty when its name cannot be that of a file. */
  public static Optional<SymbolKey> pe(String fileName, int timeStamp, int sizeOfImage) {
    return of(fileName, String.format(Locale.ROOT, "%08X%x", timeStamp, sizeOfImage));
  }

  /** Returns the key of a PDB for Windows; empty when its name cannot be that of a file. */
  public static Optional<SymbolKey> windowsPdb(String fileName, UUID guid, int age) {
    return of(fileName, digits(guid) + Integer.toHexString(age));
  }

  /** Returns the key of a portable PDB; empty when its name cannot be that of a file. */
  public static Optional<SymbolKey> portablePdb(String fileName, UUID guid) {
    return of(fileName, digits(guid) + ANY_AGE);
  }

  /**
   * Returns the key of an ELF file; empty for a build ID of fewer than 8 or more than 20 bytes.
   *
   * @param buildId in hex
   */
  public static Optional<SymbolKey> elf(String fileName, String buildId) {
    return elfId(buildId).flatMap(id -> of(fileName, "elf-buildid-" + id));
  }

  /**
   * Returns the key of an ELF file's debug information; empty for a build ID of fewer than 8 or
   * more than 20 bytes.
   *
   * @param buildId in hex
   */
  public static Optional<SymbolKey> elfDebug(String buildId) {
    return elfId(buildId).flatMap(id -> of(DEBUG, "elf-buildid-sym-" + id));
  }

  /** Short build IDs are padded with zeros at their end. */
  private static Optional<String> elfId(String buildId) {
    String id = buildId.toLowerCase(Locale.ROOT);
    return id.matches(ELF_ID) && id.length() % 2 == 0
        ? Optional.of(id + "0".repeat(ELF_DIGITS - id.length()))
        : Optional.empty();
  }

  /**
   * Returns the key by which a file with an identity is requested; empty when there is none, such
   * as for an MVID, which no symbol server knows.
   */
  public static Optional<SymbolKey> of(Identity identity, String fileName) {
    if (identity instanceof Identity.Pdb pdb) {
      return portablePdb(fileName, pdb.id().guid());
    }
    if (identity instanceof Identity.WindowsPdb pdb) {
      return windowsPdb(fileName, pdb.guid(), pdb.age());
    }
    if (identity instanceof Identity.Pe pe) {
      return pe(fileName, pe.timeStamp(), pe.sizeOfImage());
    }
    return identity instanceof Identity.BuildId elf ? elf(fileName, elf.hex()) : Optional.empty();
  }

  /** Returns a GUID's 32 digits, in lower case. */
  static String digits(UUID guid) {
    return guid.toString().replace("-", "");
  }

  /**
   * Returns the file of this key in a folder; empty when the file system cannot express its name.
   */
  public Optional<Path> in(Path root) {
    try {
      Path file = root;
      for (String part : parts) {
        file = file.resolve(part);
      }
      return Optional.of(file);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the key as the path of a URL: each part escaped, with slashes between them. */
  public String urlPath() {
    return parts.stream().map(SymbolKey::escaped).collect(Collectors.joining("/"));
  }

  private static String escaped(String part) {
    StringBuilder text = new StringBuilder();
    for (byte one : part.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (one & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~".indexOf(c) >= 0;
      if (plain) {
        text.append(c);
      } else {
        text.append('%').append(HEX.toHexDigits(one));
      }
    }
    return text.toString();
  }

  /** Returns the parts with slashes between them. */
  @Override
  public String toString() {
    return String.join("/", parts);
  }
}
