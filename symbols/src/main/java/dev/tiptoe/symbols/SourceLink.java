// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The map of Source Link from the paths that a compiler saw to URLs. Immutable.
 *
 * <p>A pattern that ends with {@code *} stands for all paths that begin with the rest of it; the
 * longest pattern that fits is the one that counts. Upper and lower case are the same. Entries that
 * the specification does not allow, or whose URL is longer than any real one, are ignored. A path
 * takes the same time however many entries there are.
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

  /** Longer URLs than this are of no use, and would be those of many files. */
  private static final int LONGEST_URL = 1 << 12;

  private record Entry(String path, boolean isPrefix, String before, String behind) {}

  /** The paths of single files, in one case. */
  private final Map<String, Entry> files = new HashMap<>();

  /** The beginnings of paths, in one case. */
  private final Map<String, Entry> beginnings = new HashMap<>();

  private final PrefixTable longest;

  private SourceLink(List<Entry> entries) {
    for (Entry entry : entries) {
      // Of patterns that fit equally well, the first one counts.
      String path = folded(entry.path());
      if (entry.isPrefix()) {
        beginnings.putIfAbsent(path, entry);
      } else if (!beginnings.containsKey(path)) {
        files.putIfAbsent(path, entry);
      }
    }
    longest = new PrefixTable(beginnings.keySet().toArray(String[]::new));
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
    return new SourceLink(entries);
  }

  private static Optional<Entry> entry(String pattern, String url) {
    int star = pattern.indexOf('*');
    int inUrl = url.indexOf('*');
    boolean isPrefix = star >= 0;
    boolean valid =
        isPrefix
            ? star == pattern.length() - 1 && inUrl >= 0 && url.indexOf('*', inUrl + 1) < 0
            : inUrl < 0;
    if (!valid || pattern.isEmpty() || url.length() > LONGEST_URL) {
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
    String sought = folded(path);
    Entry file = files.get(sought);
    if (file != null) {
      return Optional.of(file.before());
    }
    int found = longest.longest(sought);
    Entry entry = found == PrefixTable.NONE ? null : beginnings.get(longest.text(found));
    return Optional.ofNullable(entry)
        .map(it -> it.before() + escaped(path.substring(it.path().length())) + it.behind());
  }

  /** Returns a text of the same length in which upper and lower case are the same. */
  private static String folded(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    text.codePoints()
        .map(each -> Character.toLowerCase(Character.toUpperCase(each)))
        .forEach(folded::appendCodePoint);
    return folded.toString();
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
