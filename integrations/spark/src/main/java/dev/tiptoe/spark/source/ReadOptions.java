// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of a query for the files that it reads. Immutable.
 *
 * @param table the name of the table
 * @param paths files, folders and patterns, of any file system that Hadoop has
 * @param lines whether the lines of a method are distinguished
 * @param modules a folder with the modules of programs that were recorded elsewhere; empty for none
 * @param sampleType the kind of values; empty for the default of each file
 * @param skipsDamaged whether a damaged file has no rows; otherwise the query fails
 * @param splitBytes files, or parts of files, are read together up to so many bytes
 * @param listing a file that keeps what is read for further queries; empty for none
 */
record ReadOptions(
    String table,
    List<String> paths,
    boolean lines,
    String modules,
    String sampleType,
    boolean skipsDamaged,
    long splitBytes,
    String listing)
    implements Serializable {

  private static final long SPLIT_BYTES = 128L << 20;

  private static final Set<String> NAMES =
      Set.of(
          "table",
          "path",
          "paths",
          "lines",
          "modules",
          "sampleType",
          "damaged",
          "splitBytes",
          "listing");

  static ReadOptions of(CaseInsensitiveStringMap options) {
    Set<String> unknown = new TreeSet<>(options.asCaseSensitiveMap().keySet());
    unknown.removeIf(name -> NAMES.stream().anyMatch(name::equalsIgnoreCase));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown options of tiptoe: " + String.join(", ", unknown));
    }
    String damaged = options.getOrDefault("damaged", "fail");
    if (!damaged.equals("fail") && !damaged.equals("skip")) {
      throw new IllegalArgumentException("damaged is fail or skip, not " + damaged);
    }
    long splitBytes = options.getLong("splitBytes", SPLIT_BYTES);
    if (splitBytes <= 0) {
      throw new IllegalArgumentException("splitBytes is more than 0, not " + splitBytes);
    }
    return new ReadOptions(
        options.getOrDefault("table", "samples"),
        paths(options),
        options.getBoolean("lines", true),
        options.getOrDefault("modules", ""),
        options.getOrDefault("sampleType", ""),
        damaged.equals("skip"),
        splitBytes,
        options.getOrDefault("listing", ""));
  }

  private static List<String> paths(Map<String, String> options) {
    String path = options.get("path");
    List<String> paths =
        Stream.concat(
                Stream.ofNullable(path), Stream.of(several(options.getOrDefault("paths", "[]"))))
            .toList();
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("tiptoe needs a path: load(\"/profiles\")");
    }
    return paths;
  }

  /** Spark hands several paths over as an array of JSON. */
  private static String[] several(String json) {
    try {
      String @Nullable [] paths = new ObjectMapper().readValue(json, String[].class);
      return paths == null ? new String[0] : paths;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("paths is no array of texts: " + e.getOriginalMessage());
    }
  }
}
