// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.serve.OtlpProxy;
import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.Addresses;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.serve.setting.ProxySettings;
import dev.tiptoe.serve.setting.Security;
import dev.tiptoe.serve.setting.TlsFiles;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts proxies for tests, on loopback. */
public final class Proxies {

  private final SymbolSource symbols;
  private URI to = URI.create("grpc://127.0.0.1:1");
  private Limits limits =
      new Limits(
          64 << 20,
          1 << 20,
          100,
          8,
          1,
          Duration.ofMinutes(2),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2));
  private Security senders = Security.NONE;
  private Security backEnd = Security.NONE;
  private Compression compression = Compression.SAME;
  private Optional<DeadLetterSettings> deadLetters = Optional.empty();
  private List<String> passed = List.of();

  /** The lines that the proxies logged. */
  public final List<String> logged = java.util.Collections.synchronizedList(new ArrayList<>());

  /** Starts proxies with these symbols. */
  public Proxies(SymbolSource symbols) {
    this.symbols = symbols;
  }

  /** Sets the back end. */
  public Proxies to(URI address) {
    to = address;
    return this;
  }

  /** Sets the limits. */
  public Proxies limits(Limits set) {
    limits = set;
    return this;
  }

  /** Sets how long messages are sent again. */
  public Proxies retry(Duration attempt, Duration retry) {
    limits =
        new Limits(
            limits.memory(),
            limits.message(),
            limits.connections(),
            limits.sends(),
            limits.perSender(),
            limits.receive(),
            attempt,
            retry);
    return this;
  }

  /** Sets the time for receiving a message. */
  public Proxies receive(Duration receive) {
    limits =
        new Limits(
            limits.memory(),
            limits.message(),
            limits.connections(),
            limits.sends(),
            limits.perSender(),
            receive,
            limits.attempt(),
            limits.retry());
    return this;
  }

  /** Sets the memory and the largest message. */
  public Proxies memory(long memory, int message) {
    limits =
        new Limits(
            memory,
            message,
            limits.connections(),
            limits.sends(),
            limits.perSender(),
            limits.receive(),
            limits.attempt(),
            limits.retry());
    return this;
  }

  /** Sets the most connections. */
  public Proxies connections(int most) {
    limits =
        new Limits(
            limits.memory(),
            limits.message(),
            most,
            limits.sends(),
            limits.perSender(),
            limits.receive(),
            limits.attempt(),
            limits.retry());
    return this;
  }

  /** Sets how many messages of one sender are sent at a time. */
  public Proxies perSender(int most) {
    limits =
        new Limits(
            limits.memory(),
            limits.message(),
            limits.connections(),
            limits.sends(),
            most,
            limits.receive(),
            limits.attempt(),
            limits.retry());
    return this;
  }

  /** Sets the tokens of senders and of the back end. */
  public Proxies tokens(String senderToken, String backEndToken) {
    senders = new Security(senders.tls(), Optional.of(AccessToken.of(senderToken)));
    backEnd = new Security(backEnd.tls(), Optional.of(AccessToken.of(backEndToken)));
    return this;
  }

  /** Sets the TLS of senders. */
  public Proxies senderTls(TlsFiles files) {
    senders = new Security(Optional.of(files), senders.token());
    return this;
  }

  /** Sets the TLS of the back end. */
  public Proxies backEndTls(TlsFiles files) {
    backEnd = new Security(Optional.of(files), backEnd.token());
    return this;
  }

  /** Sets how messages are sent. */
  public Proxies compression(Compression set) {
    compression = set;
    return this;
  }

  /** Sets the headers that are passed on. */
  public Proxies passing(String... names) {
    passed = List.of(names);
    return this;
  }

  /** Sets the folder of dead letters. */
  public Proxies deadLetters(Path folder, long bytes) {
    deadLetters = Optional.of(new DeadLetterSettings(folder, bytes));
    return this;
  }

  /** Starts a proxy. */
  public OtlpProxy start() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return OtlpProxy.start(
        new ProxySettings(
            new Addresses(any, any, any),
            senders,
            new BackEndSettings(to, backEnd, compression, passed),
            limits,
            deadLetters),
        Symbols.of(symbols),
        FrameStyle.WRITTEN,
        logged::add);
  }
}
