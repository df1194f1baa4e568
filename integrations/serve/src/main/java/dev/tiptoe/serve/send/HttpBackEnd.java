// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import dev.tiptoe.serve.message.ByteArrays;
import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.tls.Tls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A back end that speaks OTLP by HTTP. */
public final class HttpBackEnd implements BackEnd {

  private static final String PROTOBUF = "application/x-protobuf";
  private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,5}");
  private static final Duration DAY = Duration.ofDays(1);
  private static final int LARGEST_ANSWER = 1 << 16;
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final HttpClient client;
  private final URI address;
  private final Optional<AccessToken> token;

  /**
   * Prepares connections, which are made when they are needed.
   *
   * @param threads for the client's own work
   */
  public HttpBackEnd(BackEndSettings settings, Optional<Tls> tls, ExecutorService threads)
      throws IOException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .executor(threads)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(settings.isSecure() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    if (tls.isPresent()) {
      builder.sslContext(tls.get().httpClient());
    }
    client = builder.build();
    address = withPath(settings.address());
    token = settings.security().token();
  }

  private static URI withPath(URI address) {
    String text = address.toString().replaceAll("/+$", "");
    return URI.create(text.endsWith(ByteArrays.PATH) ? text : text + ByteArrays.PATH);
  }

  @Override
  public CompletableFuture<Outcome> send(Export message, Duration within) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(within)
            .header("Content-Type", PROTOBUF)
            .header("User-Agent", "tiptoe-serve");
    message.headers().forEach(request::setHeader);
    token.ifPresent(secret -> request.setHeader("Authorization", secret.header()));
    if (message.isCompressed()) {
      request.header("Content-Encoding", "gzip");
      request.POST(HttpRequest.BodyPublishers.ofByteArray(zipped(message)));
    } else {
      request.POST(HttpRequest.BodyPublishers.ofByteArray(message.bytes(), 0, message.length()));
    }
    CompletableFuture<HttpResponse<byte[]>> response =
        client.sendAsync(request.build(), about -> new Answer().subscriber());
    return response
        .copy()
        // The time of the request itself ends with the head of the response.
        .orTimeout(within.toNanos(), TimeUnit.NANOSECONDS)
        .handle(
            (answer, problem) -> {
              if (problem != null) {
                response.cancel(true);
                return new Outcome.Again(inWords(problem), Optional.empty());
              }
              return outcome(answer);
            });
  }

  private static byte[] zipped(Export message) {
    var bytes = new ByteArrayOutputStream(message.length() / 3 + 64);
    try (GZIPOutputStream out =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        }) {
      out.write(message.bytes(), 0, message.length());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Keeps the first bytes of a response. */
  private static final class Answer {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    HttpResponse.BodySubscriber<byte[]> subscriber() {
      return BodySubscribers.mapping(
          BodySubscribers.ofByteArrayConsumer(some -> some.ifPresent(this::keep)),
          done -> kept.toByteArray());
    }

    private void keep(byte[] some) {
      kept.write(some, 0, Math.min(some.length, LARGEST_ANSWER - kept.size()));
    }
  }

  private static String inWords(Throwable problem) {
    Throwable cause = problem.getCause() == null ? problem : problem.getCause();
    if (cause instanceof TimeoutException || problem instanceof TimeoutException) {
      return "no answer in time";
    }
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  private static Outcome outcome(HttpResponse<byte[]> answer) {
    int status = answer.statusCode();
    boolean isProtobuf =
        answer.headers().firstValue("Content-Type").orElse(PROTOBUF).startsWith(PROTOBUF);
    if (status / 100 == 2) {
      return new Outcome.Taken(isProtobuf ? answer.body() : new byte[0]);
    }
    Optional<Duration> after =
        answer.headers().firstValue("Retry-After").flatMap(text -> after(text, Instant.now()));
    return TEMPORARY.contains(status)
        ? new Outcome.Again("HTTP " + status, after)
        : new Outcome.Refused(code(status), status, "HTTP " + status);
  }

  /** Returns the time of a Retry-After, which has seconds or a date (RFC 9110, 10.2.3). */
  static Optional<Duration> after(String text, Instant now) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration time = Duration.between(now, date);
      return Optional.of(time.isNegative() ? Duration.ZERO : time.compareTo(DAY) > 0 ? DAY : time);
    } catch (DateTimeException e) {
      // What cannot be read has no time.
      return Optional.empty();
    }
  }

  private static int code(int status) {
    return switch (status) {
      case 400, 413, 415, 422 -> 3;
      case 401 -> 16;
      case 403 -> 7;
      case 404, 405 -> 12;
      default -> 13;
    };
  }

  @Override
  public void close() {
    // The client has no end of its own in Java 17; its connections end with the threads.
  }
}
