// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.metric;

import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.serve.message.Budget;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Counts what a proxy does. Thread-safe. */
public final class ProxyMetrics {

  /** The type of {@link #text}. */
  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final String PREFIX = "tiptoe_serve_";

  private final PrometheusRegistry registry = new PrometheusRegistry();

  private final Counter messages =
      counter(
          "messages", "Messages that were answered, by protocol and result.", "protocol", "result");
  private final Counter received =
      counter("received_bytes", "Bytes of messages as they were received.", "protocol");
  private final Counter sent =
      counter("sent_bytes", "Bytes of messages that the back end took, uncompressed.");
  private final Counter retries = counter("retries", "Attempts after the first to send a message.");
  private final Counter locations =
      counter("locations", "Locations of .NET, by what became of them.", "result");
  private final Counter deadLetters =
      counter("dead_letters", "Undeliverable messages, by result.", "result");
  private final Counter credentials =
      counter(
          "credential_changes",
          "Files of certificates and tokens that changed, by what became of them.",
          "result");
  private final Histogram attempts =
      seconds("attempt_seconds", "The time of an attempt to send a message.");
  private final Histogram naming =
      seconds("naming_seconds", "The time in which the frames of a message were named.");

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(PREFIX + name).help(help).labelNames(labels).register(registry);
  }

  private Histogram seconds(String name, String help) {
    return Histogram.builder()
        .name(PREFIX + name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
        .register(registry);
  }

  /** Adds the gauges of a budget. */
  public void watch(Budget budget) {
    gauge("in_flight_bytes", "Memory of the messages in flight.", budget::used);
    gauge("in_flight_bytes_limit", "What they may use.", budget::limit);
  }

  /** Adds a gauge. */
  public void gauge(String name, String help, LongSupplier value) {
    GaugeWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .callback(callback -> callback.call((double) value.getAsLong()))
        .register(registry);
  }

  /** Counts the bytes of a message that was received. */
  public void received(String protocol, long bytes) {
    received.labelValues(protocol).inc(bytes);
  }

  /** Counts a message that was answered. */
  public void answered(String protocol, String result) {
    messages.labelValues(protocol, result).inc();
  }

  /** Counts a message that the back end took. */
  public void sent(long bytes) {
    sent.inc(bytes);
  }

  /** Counts an attempt. */
  public void attempted(long nanos) {
    attempts.observe(nanos / 1e9);
  }

  /** Counts another attempt that will be made. */
  public void retried() {
    retries.inc();
  }

  /** Counts the locations of a message. */
  public void named(SymbolizeStatistics statistics, long nanos) {
    naming.observe(nanos / 1e9);
    locations.labelValues("resolved").inc(statistics.resolved());
    statistics
        .unresolved()
        .forEach(
            (why, count) -> locations.labelValues(why.name().toLowerCase(Locale.ROOT)).inc(count));
  }

  /** Counts dead letters. */
  public void deadLetters(String result, long count) {
    deadLetters.labelValues(result).inc(count);
  }

  /** Counts files of certificates and tokens that have changed. */
  public void credentials(String result) {
    credentials.labelValues(result).inc();
  }

  /** Returns all metrics in Prometheus' text format. */
  public byte[] text() {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create()
          .write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
