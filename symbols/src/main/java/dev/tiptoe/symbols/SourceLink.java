// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The map of Source Link from the paths that a compiler saw to URLs. Immutable.
 *
 * <p>A pattern that ends with {@code *} stands for all paths that begin with the rest of it; the
 * longest pattern that fits is the one that counts. Upper and lower case are the same. Entries that
 * the specification does not allow are ignored.
 *
 * @see <a
 *     href="https://github.com/dotnet/designs/blob/main/accepted/2020/diagnostics/source-link.md">
 *     Source Link</a>
 */
public final class SourceLink {

  /** The kind of CustomDebugInformation that has the map; it belongs to the module. */
  public static final UUID KIND = UUID.fromString("cc110556-a091-4d38-9fec-25ab9a351a6a");

  /** No map: no path has a URL. */
  public static final SourceLink NONE = new SourceLink(List.of());

  private record Entry(String path, boolean isPrefix, String before, String behind) {}

  private final List<Entry> entries;

  private SourceLink(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Reads a map.
   *
   * @param json JSON in UTF-8
   * @throws MetadataFormatException when it is not the JSON that the specification describes, or is
   *     larger than any real one
   */
  public static SourceLink parse(Bytes json) {
    List<Entry> entries = new ArrayList<>();
    for (Map.Entry<String, String> document : new SourceLinkReader(json).documents()) {
      entry(document.getKey(), document.getValue()).ifPresent(entries::add);
    }
    entries.sort(Comparator.comparingInt((Entry entry) -> entry.path().length()).reversed());
    return new SourceLink(List.copyOf(entries));
  }

  private static Optional<Entry> entry(String pattern, String url) {
    int star = pattern.indexOf('*');
    int inUrl = url.indexOf('*');
    boolean isPrefix = star >= 0;
    boolean valid =
        isPrefix
            ? star == pattern.length() - 1 && inUrl >= 0 && url.indexOf('*', inUrl + 1) < 0
            : inUrl < 0;
    if (!valid || pattern.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        isPrefix
            ? new Entry(
                pattern.substring(0, star), true, url.substring(0, inUrl), url.substring(inUrl + 1))
            : new Entry(pattern, false, url, ""));
  }

  /** Returns the URL of a source file. */
  public Optional<String> url(String path) {
    if (path.indexOf('*') >= 0) {
      return Optional.empty();
    }
    for (Entry entry : entries) {
      int length = entry.path().length();
      boolean fits = entry.isPrefix() ? length <= path.length() : length == path.length();
      if (fits && path.regionMatches(true, 0, entry.path(), 0, length)) {
        return Optional.of(entry.before() + escaped(path.substring(length)) + entry.behind());
      }
    }
    return Optional.empty();
  }

  /** Returns a path as part of a URL: everything but its separators is escaped. */
  private static String escaped(String path) {
    StringBuilder url = new StringBuilder(path.length() + 16);
    int from = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i == path.length() || path.charAt(i) == '/' || path.charAt(i) == '\\') {
        String part = URLEncoder.encode(path.substring(from, i), StandardCharsets.UTF_8);
        // Of the characters that a URL may have as they are, a form has other ones.
        url.append(part.replace("+", "%20").replace("*", "%2A").replace("%7E", "~"));
        if (i < path.length()) {
          url.append('/');
        }
        from = i + 1;
      }
    }
    return url.toString();
  }
}
