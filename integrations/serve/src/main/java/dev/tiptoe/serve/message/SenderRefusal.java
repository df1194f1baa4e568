// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * The answer to a sender whose message is not accepted.
 *
 * @param reason why
 * @param code the code of gRPC
 * @param status the status of HTTP
 * @param text for people
 * @param again after which time it should be sent again; empty if it should not
 */
public record SenderRefusal(
    Reason reason, int code, int status, String text, Optional<Duration> again) {

  /** Clients of gRPC take headers of 8 KiB, where this is three times as long, and there twice. */
  private static final int LONGEST_TEXT = 400;

  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

  /** Shortens the text, which may come from elsewhere. */
  public SenderRefusal {
    text = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
  }

  /** Returns a refusal for good. */
  public static SenderRefusal of(Reason reason, String text) {
    return new SenderRefusal(reason, reason.code(), reason.status(), text, Optional.empty());
  }

  /** Returns a refusal for the time being. */
  public static SenderRefusal until(Reason reason, String text, Duration again) {
    return new SenderRefusal(reason, reason.code(), reason.status(), text, Optional.of(again));
  }

  /** Returns the seconds after which it should be sent again, at least one. */
  public Optional<Long> seconds() {
    return again.map(time -> Math.max(1, (time.toMillis() + 999) / 1000));
  }

  /** Returns a {@code google.rpc.Status}, with {@code RetryInfo} in its details. */
  public byte[] toStatus() {
    byte[] message = text.getBytes(StandardCharsets.UTF_8);
    return written(
        out -> {
          out.writeInt32(1, code);
          out.writeByteArray(2, message);
          if (again.isPresent()) {
            out.writeByteArray(3, retryInfo(again.get()));
          }
        });
  }

  private static byte[] retryInfo(Duration again) {
    byte[] duration =
        written(
            out -> {
              out.writeInt64(1, again.getSeconds());
              out.writeInt32(2, again.getNano());
            });
    byte[] info = written(out -> out.writeByteArray(1, duration));
    return written(
        out -> {
          out.writeString(1, RETRY_INFO);
          out.writeByteArray(2, info);
        });
  }

  @FunctionalInterface
  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  private static byte[] written(Fields fields) {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      fields.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
