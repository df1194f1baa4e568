// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.forward.Forwarder;
import dev.tiptoe.serve.forward.Times;
import dev.tiptoe.serve.message.Budget;
import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.Limits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a message before it is read, for all protocols. Thread-safe.
 *
 * @param token what senders must have
 * @param passed the names of headers that are passed on
 * @param timer one thread, for time limits
 * @param stopping whether no further messages are taken
 */
public record Gate(
    Forwarder forwarder,
    Budget budget,
    Limits limits,
    Optional<AccessToken> token,
    List<String> passed,
    Delays delays,
    ProxyMetrics metrics,
    ScheduledExecutorService timer,
    Stopping stopping) {

  private static final String AUTHORIZATION = "authorization";

  /** What can be sent by every protocol. */
  private static final Pattern HEADER = Pattern.compile("[ -~]{1,4096}");

  /** Whether no further messages are taken. Thread-safe. */
  public static final class Stopping {
    private volatile boolean set;

    /** Creates one that is not set. */
    public Stopping() {}

    /** Sets it. */
    public void set() {
      set = true;
    }

    /** Returns whether it is set. */
    public boolean isSet() {
      return set;
    }
  }

  /**
   * Returns why a message is not to be read; empty if it is.
   *
   * @param header returns the value of a header, or null
   * @param charge takes what every message needs
   */
  Optional<SenderRefusal> refusal(UnaryOperator<@Nullable String> header, Charge charge) {
    if (token.isPresent()
        && !token.get().admits(Optional.ofNullable(header.apply(AUTHORIZATION)))) {
      return Optional.of(
          SenderRefusal.of(
              Reason.UNAUTHENTICATED, "the token is missing, or is not the right one"));
    }
    if (stopping.isSet()) {
      return Optional.of(
          SenderRefusal.until(Reason.STOPPING, "the proxy ends", delays.forSender()));
    }
    return charge.grow(Charge.OVERHEAD) ? Optional.empty() : Optional.of(busy());
  }

  SenderRefusal busy() {
    return SenderRefusal.until(
        Reason.BUSY, "too many messages at once; send this again later", delays.forSender());
  }

  SenderRefusal tooLarge() {
    return SenderRefusal.of(
        Reason.TOO_LARGE, "message: more than " + limits.message() + " bytes, which is the limit");
  }

  SenderRefusal slow() {
    return SenderRefusal.of(
        Reason.SLOW, "the message did not arrive within " + limits.receive().toMillis() + " ms");
  }

  /** Returns what is passed on of the headers. */
  Map<String, String> passed(UnaryOperator<@Nullable String> header) {
    Map<String, String> found = new HashMap<>();
    for (String name : passed) {
      String value = header.apply(name);
      if (value != null && HEADER.matcher(value).matches()) {
        found.put(name, value);
      }
    }
    return found;
  }

  /**
   * Returns until when a message is sent.
   *
   * @param left what the sender leaves; empty if it does not say
   */
  Times times(Optional<Duration> left) {
    return Times.from(System.nanoTime(), limits, left);
  }

  /** Returns the time limit for receiving, in nanoseconds. */
  long receiveNanos() {
    return TimeUnit.MILLISECONDS.toNanos(limits.receive().toMillis());
  }
}
