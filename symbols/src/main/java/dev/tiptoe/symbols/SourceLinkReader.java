// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A position in the JSON of Source Link: an object whose member {@code documents} is an object of
 * texts. Other members are skipped. Mutable, not thread-safe.
 *
 * <p>Source: RFC 8259.
 */
final class SourceLinkReader {

  /** Real ones have a few entries of a hundred bytes. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_ENTRIES = 1 << 12;
  private static final int DEEPEST = 32;
  private static final String DIGITS = "0123456789+-.eE";

  private final Bytes bytes;
  private final String json;
  private int at;

  SourceLinkReader(Bytes bytes) {
    this.bytes = bytes;
    if (bytes.length() > MOST_BYTES) {
      throw damaged("a Source Link map of more than " + MOST_BYTES + " bytes");
    }
    String text = bytes.utf8(0, bytes.length());
    this.json = text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  private MetadataFormatException damaged(String reason) {
    return bytes.damaged(0, reason);
  }

  private MetadataFormatException unexpected() {
    return damaged("Source Link is not the JSON it should be at character " + at);
  }

  /** Returns the patterns and URLs, in their order. */
  List<Map.Entry<String, String>> documents() {
    List<Map.Entry<String, String>> documents = new ArrayList<>();
    expect('{');
    if (!follows('}')) {
      do {
        String name = string();
        expect(':');
        if (name.equals("documents")) {
          readDocuments(documents);
        } else {
          skipValue(DEEPEST);
        }
      } while (follows(','));
      expect('}');
    }
    skipSpace();
    if (at < json.length()) {
      throw unexpected();
    }
    return documents;
  }

  private void readDocuments(List<Map.Entry<String, String>> documents) {
    expect('{');
    if (follows('}')) {
      return;
    }
    do {
      String pattern = string();
      expect(':');
      documents.add(Map.entry(pattern, string()));
      if (documents.size() > MOST_ENTRIES) {
        throw damaged("a Source Link map of more than " + MOST_ENTRIES + " entries");
      }
    } while (follows(','));
    expect('}');
  }

  private void skipValue(int depth) {
    skipSpace();
    if (depth == 0) {
      throw unexpected();
    }
    switch (peek()) {
      case '"' -> string();
      case '{' -> {
        at++;
        if (!follows('}')) {
          do {
            string();
            expect(':');
            skipValue(depth - 1);
          } while (follows(','));
          expect('}');
        }
      }
      case '[' -> {
        at++;
        if (!follows(']')) {
          do {
            skipValue(depth - 1);
          } while (follows(','));
          expect(']');
        }
      }
      default -> skipWord();
    }
  }

  /** Skips a number, a truth value or null. */
  private void skipWord() {
    for (String word : List.of("true", "false", "null")) {
      if (json.startsWith(word, at)) {
        at += word.length();
        return;
      }
    }
    int from = at;
    while (DIGITS.indexOf(peek()) >= 0) {
      at++;
    }
    if (at == from) {
      throw unexpected();
    }
  }

  private String string() {
    expect('"');
    StringBuilder text = new StringBuilder();
    for (char next = next(); next != '"'; next = next()) {
      if (next < ' ') {
        throw unexpected();
      }
      text.append(next == '\\' ? escaped() : next);
    }
    return text.toString();
  }

  private char escaped() {
    char escape = next();
    return switch (escape) {
      case '"', '\\', '/' -> escape;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
          int digit = Character.digit(next(), 16);
          if (digit < 0) {
            throw unexpected();
          }
          unit = unit << 4 | digit;
        }
        yield (char) unit;
      }
      default -> throw unexpected();
    };
  }

  private char next() {
    char next = peek();
    if (at >= json.length()) {
      throw unexpected();
    }
    at++;
    return next;
  }

  /** Returns the next character; NUL at the end, which is valid nowhere. */
  private char peek() {
    return at < json.length() ? json.charAt(at) : '\0';
  }

  private void skipSpace() {
    while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) {
    if (!follows(wanted)) {
      throw unexpected();
    }
  }

  private boolean follows(char wanted) {
    skipSpace();
    boolean follows = peek() == wanted;
    if (follows) {
      at++;
    }
    return follows;
  }
}
