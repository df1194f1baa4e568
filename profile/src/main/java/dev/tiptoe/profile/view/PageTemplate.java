// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;

/**
 * The page around the profile: its markup, style and script, and the policy that allows these and
 * nothing else.
 */
final class PageTemplate {

  private static final String STYLE = "{{style}}";
  private static final String PROFILE = "{{profile}}";
  private static final String SCRIPT = "{{script}}";
  private static final String POLICY = "{{policy}}";

  private PageTemplate() {}

  /** Writes the profile that a page carries. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a page; what it carries is compressed, and becomes letters that are no markup. */
  static void write(OutputStream out, Content content) throws IOException {
    String style = PageScript.resource("style.css");
    String script = PageScript.text();
    String page =
        PageScript.resource("page.html")
            .replace(POLICY, policy("\n" + style + "\n", "\n" + script + "\n"));
    write(out, part(page, "", STYLE), style, part(page, STYLE, PROFILE));
    try (OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
        OutputStream packed = new DeflaterOutputStream(base64)) {
      content.writeTo(packed);
    }
    write(out, part(page, PROFILE, SCRIPT), script, part(page, SCRIPT, ""));
  }

  /** Returns the text between two marks; an empty mark is the beginning or the end. */
  private static String part(String page, String from, String to) {
    int start = from.isEmpty() ? 0 : page.indexOf(from) + from.length();
    return page.substring(start, to.isEmpty() ? page.length() : page.indexOf(to));
  }

  private static void write(OutputStream out, String... texts) throws IOException {
    for (String text : texts) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Nothing but this style and this script is to be used, and nothing is to be loaded. */
  private static String policy(String style, String script) {
    return "default-src 'none'; style-src 'sha256-"
        + sha256(style)
        + "'; script-src 'sha256-"
        + sha256(script)
        + "'";
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Passes all on but the closing. */
  private static final class Unclosed extends FilterOutputStream {

    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
