// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import dev.tiptoe.cli.option.SizeConverter;
import dev.tiptoe.serve.setting.Limits;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The limits for senders. */
final class LimitOptions {

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Memory of all messages in flight (default: a third of Java's heap). When it is used"
              + " up, senders are asked to retry later.")
  private Optional<Long> memory = Optional.empty();

  @Option(
      names = "--largest-message",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "The largest message, uncompressed (default: 16M, or a 16th of --memory if that is"
              + " less).")
  private Optional<Long> message = Optional.empty();

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Connections of senders at a time (default: 1024).")
  private Optional<Integer> connections = Optional.empty();

  @Option(
      names = "--sends",
      paramLabel = "N",
      description = "Messages that are sent to the back end at a time (default: 64).")
  private Optional<Integer> sends = Optional.empty();

  @Option(
      names = "--per-sender",
      paramLabel = "N",
      description =
          "Messages of one connection that are sent at a time (default: 1, which keeps their order)."
              + " For a collector that sends everything over one connection, take more.")
  private Optional<Integer> perSender = Optional.empty();

  @Option(
      names = "--receive-within",
      paramLabel = "TIME",
      description = "In which time a message must arrive (default: 20s).")
  private Optional<Duration> receive = Optional.empty();

  @Option(
      names = "--answer-within",
      paramLabel = "TIME",
      description = "In which time the back end must answer an attempt (default: 10s).")
  private Optional<Duration> attempt = Optional.empty();

  @Option(
      names = "--retry-for",
      paramLabel = "TIME",
      description =
          "How long the proxy retries a message before it asks the sender to retry (default:"
              + " 30s).")
  private Optional<Duration> retry = Optional.empty();

  /**
   * Returns the limits.
   *
   * @throws IllegalArgumentException when they do not go together
   */
  Limits limits() {
    Limits usual = memory.map(Limits::of).orElseGet(Limits::usual);
    return new Limits(
        usual.memory(),
        message.map(size -> (int) Math.min(Integer.MAX_VALUE, size)).orElse(usual.message()),
        connections.orElse(usual.connections()),
        sends.orElse(usual.sends()),
        perSender.orElse(usual.perSender()),
        receive.orElse(usual.receive()),
        attempt.orElse(usual.attempt()),
        retry.orElse(usual.retry()));
  }
}
