// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.query;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The message of DuckDB about a query, without the place in the query. */
final class SqlMessage {

  /** The class of an exception that was thrown by a function of ours, before its message. */
  private static final Pattern JAVA_CLASS = Pattern.compile("\\b(?:\\w+\\.)+\\w*(?:\\$\\w+)?: ");

  /** The text after the first sentence: suggestions, and the place in the query. */
  private static final Pattern MORE =
      Pattern.compile("\\s*\\n\\s*(?:LINE \\d|Did you mean|Candidate )");

  /** A character beyond U+FFFF, of which DuckDB's driver makes one for each byte of its UTF-8. */
  private static final Pattern BYTES = Pattern.compile("[\u00f0-\u00f4][\u0080-\u00bf]{3}");

  private SqlMessage() {}

  static String of(SQLException problem) {
    String all = String.valueOf(problem.getMessage()).strip();
    String whole = BYTES.matcher(all).replaceAll(SqlMessage::decoded);
    return JAVA_CLASS.matcher(MORE.split(whole, 2)[0]).replaceFirst("");
  }

  private static String decoded(MatchResult bytes) {
    return new String(bytes.group().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
