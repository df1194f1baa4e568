// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Recognizes frames of a stack that show how code was called and not what it does, such as {@code
 * Task.ExecuteEntry}. A stack is shorter without them; none is hidden unless a caller requests it.
 *
 * <p>The list is the resource {@code noise-frames.txt}. Immutable and thread-safe.
 */
public final class NoiseFrames {

  private static final String RESOURCE = "noise-frames.txt";
  private static final String HIDDEN = "StackTraceHiddenAttribute";

  /** {@code MethodImplAttributes.AggressiveInlining}. */
  private static final int AGGRESSIVE_INLINING = 0x100;

  /** More types are around no other. */
  private static final int DEEPEST = 16;

  /**
   * A line of the list.
   *
   * @param assembly where the method is
   * @param type a pattern
   * @param method a pattern
   */
  record Entry(String assembly, String type, String method) {

    static Entry parse(String line) {
      String[] parts = line.split(" ", -1);
      if (parts.length != 3) {
        throw new IllegalStateException(RESOURCE + " has no entry in the line " + line);
      }
      return new Entry(parts[0], plain(parts[1]), parts[2]);
    }

    boolean matches(String plainType, String name) {
      return fits(type, plainType) && fits(method, name);
    }

    private static boolean fits(String pattern, String text) {
      return pattern.endsWith("*")
          ? text.startsWith(pattern.substring(0, pattern.length() - 1))
          : text.equals(pattern);
    }
  }

  private static final NoiseFrames STANDARD = new NoiseFrames(read());

  private final List<Entry> entries;

  private NoiseFrames(List<Entry> entries) {
    this.entries = entries;
  }

  /** Returns the frames of the list. */
  public static NoiseFrames standard() {
    return STANDARD;
  }

  List<Entry> entries() {
    return entries;
  }

  private static List<Entry> read() {
    try (InputStream stream = NoiseFrames.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Optional.ofNullable(stream).orElseThrow(), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(Entry::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stack traces have a dot before a nested type, reflection a plus sign, some formats a slash. */
  private static String plain(String type) {
    return type.replace('+', '.').replace('/', '.');
  }

  /**
   * Returns whether a frame is noise, by its names.
   *
   * @param type the declaring type as reflection or a stack trace writes it
   * @param method the name without a signature
   */
  public boolean isNoise(String type, String method) {
    String plain = plain(type);
    return entries.stream().anyMatch(entry -> entry.matches(plain, method));
  }

  /**
   * Returns whether a frame is noise, by its names, or since it or a type around it is marked as
   * hidden from stack traces, or since the JIT has an instruction to inline it wherever it can.
   *
   * @param method a MethodDef of the image
   * @throws MetadataFormatException when there is no such method, or its row is damaged
   * @throws IllegalArgumentException if the token is not of the MethodDef table
   */
  public boolean isNoise(Image image, Token method) {
    if (method.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(method + " is not a MethodDef token");
    }
    MethodDef row = new MethodDef(image, method.rid());
    return (row.implFlags() & AGGRESSIVE_INLINING) != 0
        || isHidden(row)
        || isHiddenType(row.declaringType())
        || isNoise(new Names(image).declaringType(method), row.name());
  }

  private static boolean isHiddenType(TypeDef type) {
    Optional<TypeDef> each = Optional.of(type);
    for (int i = 0; i < DEEPEST && each.isPresent(); i++) {
      if (isHidden(each.get())) {
        return true;
      }
      each = each.get().enclosing();
    }
    return false;
  }

  private static boolean isHidden(Row row) {
    return row.customAttributes().stream().anyMatch(NoiseFrames::isHidden);
  }

  private static boolean isHidden(CustomAttribute attribute) {
    try {
      return typeName(attribute.image(), attribute.constructor()).equals(HIDDEN);
    } catch (MetadataFormatException damage) {
      return false;
    }
  }

  private static String typeName(Image image, Token constructor) {
    if (constructor.table() != MemberRef.TABLE) {
      return new MethodDef(image, constructor.rid()).declaringType().name();
    }
    Token type = new MemberRef(image, constructor.rid()).parent();
    return type.table() == TypeRef.TABLE ? new TypeRef(image, type.rid()).name() : "";
  }
}
