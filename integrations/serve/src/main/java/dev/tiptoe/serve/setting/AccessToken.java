// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A secret in the header {@code Authorization}: a bearer token, or with a space in it the whole
 * value, such as {@code ApiKey abc}. A file may have several, a line each: all of them are
 * admitted, the first is sent. A file is read again when it has changed. Thread-safe.
 */
public final class AccessToken {

  private static final String BEARER = "Bearer ";
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]{1,4096}");
  private static final long LARGEST_FILE = 1 << 16;
  private static final long LOOK_AGAIN = TimeUnit.SECONDS.toNanos(5);

  private final @Nullable Path file;
  private final LongSupplier clock;
  private volatile List<byte[]> values;
  private volatile long looked;
  private volatile String problem = "";

  private AccessToken(@Nullable Path file, List<byte[]> values, LongSupplier clock) {
    this.file = file;
    this.values = values;
    this.clock = clock;
    this.looked = clock.getAsLong();
  }

  /**
   * Returns a token.
   *
   * @throws IllegalArgumentException when the text is empty or not printable ASCII
   */
  public static AccessToken of(String text) {
    return new AccessToken(null, List.of(header(text.strip())), System::nanoTime);
  }

  /**
   * Reads a file of tokens.
   *
   * @throws IOException when the file cannot be read or has no token
   */
  public static AccessToken ofFile(Path file) throws IOException {
    return ofFile(file, System::nanoTime);
  }

  static AccessToken ofFile(Path file, LongSupplier clock) throws IOException {
    return new AccessToken(file, read(file), clock);
  }

  private static List<byte[]> read(Path file) throws IOException {
    if (Files.size(file) > LARGEST_FILE) {
      throw new IOException(file + ": too large for a file of tokens");
    }
    try {
      List<byte[]> read =
          Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .map(AccessToken::header)
              .toList();
      if (read.isEmpty()) {
        throw new IOException(file + ": has no token");
      }
      return read;
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static byte[] header(String text) {
    if (!PRINTABLE.matcher(text).matches()) {
      throw new IllegalArgumentException("a token is printable ASCII, at most 4096 characters");
    }
    String whole = text.indexOf(' ') < 0 ? BEARER + text : text;
    return whole.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the value of the header to send. */
  public String header() {
    return new String(current().get(0), StandardCharsets.US_ASCII);
  }

  /**
   * Returns whether the value of a header is admitted, in a time that does not depend on the value.
   */
  public boolean admits(Optional<String> authorization) {
    byte[] given = folded(authorization.orElse("").getBytes(StandardCharsets.UTF_8));
    boolean admitted = false;
    for (byte[] value : current()) {
      admitted |= MessageDigest.isEqual(folded(value), given);
    }
    return admitted;
  }

  /** Returns a value with its scheme, which has no case (RFC 9110, 11.1), in lower case. */
  private static byte[] folded(byte[] value) {
    byte[] folded = value.clone();
    for (int i = 0; i < folded.length && folded[i] != ' '; i++) {
      folded[i] = (byte) (folded[i] >= 'A' && folded[i] <= 'Z' ? folded[i] | 0x20 : folded[i]);
    }
    return folded;
  }

  /** Returns why the file cannot be used now; then what it had before is still valid. */
  public Optional<String> problem() {
    List<byte[]> unused = current();
    String newest = problem;
    return newest.isEmpty() ? Optional.empty() : Optional.of(newest);
  }

  private List<byte[]> current() {
    long now = clock.getAsLong();
    if (file != null && now - looked > LOOK_AGAIN) {
      looked = now;
      try {
        values = read(file);
        problem = "";
      } catch (FileSystemException e) {
        // While a file is being replaced, what it had is still valid.
        problem = file + ": cannot be read";
      } catch (IOException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    return values;
  }
}
