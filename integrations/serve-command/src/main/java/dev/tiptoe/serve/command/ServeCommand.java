// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.option.Candidates;
import dev.tiptoe.cli.option.SizeConverter;
import dev.tiptoe.cli.process.Stopping;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.serve.OtlpProxy;
import dev.tiptoe.serve.setting.Addresses;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import dev.tiptoe.serve.setting.ProxySettings;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tiptoe-serve}: names the .NET frames of profiles on their way to a back end. */
@Command(
    name = "tiptoe-serve",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    description = {
      "Names the .NET frames of OpenTelemetry profiles on their way to a back end. Receives OTLP"
          + " by gRPC and HTTP and sends the same profiles on, until SIGTERM.",
      "",
      "A sender gets a success only after the back end has accepted its profile. When the back"
          + " end is slow or unreachable, messages are sent again; after a while senders are"
          + " asked to retry."
    })
final class ServeCommand implements Callable<Integer> {

  /** A signal is waited for again and again. */
  private static final Duration LOOK = Duration.ofHours(1);

  private static final int GRPC_PORT = 4317;
  private static final int ADMIN_PORT = 9464;

  @Option(
      names = "--otlp",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description = "The address for OTLP by gRPC (default: 127.0.0.1:4317).")
  private Optional<InetSocketAddress> grpc = Optional.empty();

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description =
          "The address for OTLP by HTTP (default: the port after that of --otlp, so 4318).")
  private Optional<InetSocketAddress> http = Optional.empty();

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description =
          "The address for /health/live, /health/ready and /metrics, without TLS and token"
              + " (default:"
              + " 127.0.0.1:9464).")
  private Optional<InetSocketAddress> admin = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "URL",
      required = true,
      description =
          "The back end: grpc://HOST:PORT, http://HOST:PORT/PATH; with TLS grpcs:// or https://.")
  private URI to = URI.create("grpc://localhost:0");

  @Option(
      names = "--index",
      paramLabel = "DIR",
      required = true,
      description =
          "A folder of symbol indexes, which tiptoe index makes. What is added to it later is found"
              + " within half a minute. May be given several times.")
  private List<Path> indexes = List.of();

  @Option(
      names = "--names",
      paramLabel = "STYLE",
      completionCandidates = Candidates.Names.class,
      description = "written (the default), csharp or system, as of tiptoe symbolize.")
  private String names = "written";

  @Option(
      names = "--compress",
      paramLabel = "HOW",
      completionCandidates = Compressions.class,
      description = "same (the default: as it came), gzip or none.")
  private String compress = "same";

  @Option(
      names = "--pass-header",
      paramLabel = "NAME",
      description =
          "Passes this header of a sender on, such as X-Scope-OrgID. May be given several times.")
  private List<String> passed = List.of();

  @Option(
      names = "--dead-letters",
      paramLabel = "DIR",
      description =
          "Keeps messages that cannot be read, and those that the back end refuses for good.")
  private Optional<Path> deadLetters = Optional.empty();

  @Option(
      names = "--dead-letters-size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "The most bytes that they may take; beyond that the oldest are deleted"
              + " (default: 256M).")
  private long deadLettersSize = 256L << 20;

  @Option(
      names = "--stop-within",
      paramLabel = "TIME",
      description =
          "How long to wait for messages in flight at the end (default: 25s). A second signal"
              + " ends the command at once.")
  private Duration stop = Duration.ofSeconds(25);

  /** What {@code --compress} can be, for the completion of shells. */
  static final class Compressions extends Candidates {
    /** Used by picocli. */
    Compressions() {
      super(words(Compression.values()));
    }
  }

  @Mixin private LimitOptions limits = new LimitOptions();

  @Mixin private SecurityOptions security = new SecurityOptions();

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;

  ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    ProxySettings settings;
    FrameStyle style;
    try {
      style = word(FrameStyle.values(), names, "style");
      settings = settings();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
    }
    // Whatever else is on the class path: these log nothing, of which senders could cause any
    // number.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    List<Logger> quiet = List.of(Logger.getLogger("io.grpc"), Logger.getLogger("io.netty"));
    quiet.forEach(logger -> logger.setLevel(Level.OFF));
    try (OtlpProxy proxy = OtlpProxy.start(settings, symbols(), style, terminal::note)) {
      Stopping stopping = Stopping.atSignals();
      terminal.note(
          "OTLP by gRPC on "
              + shown(proxy.grpcAddress())
              + ", by HTTP on "
              + shown(proxy.httpAddress())
              + "; health and metrics on "
              + shown(proxy.adminAddress()));
      while (!stopping.await(LOOK)) {
        // Only a signal ends it.
      }
      stopping.endBy(proxy::close);
      boolean empty = proxy.stop(stop);
      terminal.note(empty ? "stopped" : "stopped; what was left was given back to its senders");
      return ExitCode.OK;
    } finally {
      quiet.forEach(logger -> logger.setLevel(null));
    }
  }

  private static String shown(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private Symbols symbols() throws IOException {
    for (Path index : indexes) {
      if (!Files.isDirectory(index)) {
        throw new NotDirectoryException(index.toString());
      }
    }
    return Symbols.of(indexes.stream().map(SharedIndexFolder::new).toArray(SymbolSource[]::new));
  }

  private ProxySettings settings() throws IOException {
    InetAddress local = InetAddress.getLoopbackAddress();
    InetSocketAddress first = grpc.orElseGet(() -> new InetSocketAddress(local, GRPC_PORT));
    InetSocketAddress second = http.orElseGet(() -> behind(first));
    InetSocketAddress third = admin.orElseGet(() -> new InetSocketAddress(local, ADMIN_PORT));
    return new ProxySettings(
        new Addresses(first, second, third),
        security.senders(System.getenv()),
        new BackEndSettings(
            to,
            security.backEnd(System.getenv()),
            word(Compression.values(), compress, "way to compress"),
            passed),
        limits.limits(),
        deadLetters.map(folder -> new DeadLetterSettings(folder, deadLettersSize)));
  }

  private static InetSocketAddress behind(InetSocketAddress address) {
    int port = address.getPort();
    return new InetSocketAddress(address.getAddress(), port == 0 ? 0 : (port + 1) & 0xffff);
  }

  private static <E extends Enum<E>> E word(E[] values, String text, String what) {
    for (E value : values) {
      if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a " + what + " (" + String.join(", ", words(values)) + ")");
  }

  private static <E extends Enum<E>> List<String> words(E[] values) {
    return Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }
}
