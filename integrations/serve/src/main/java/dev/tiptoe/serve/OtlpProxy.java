// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.serve.forward.DeadLetters;
import dev.tiptoe.serve.forward.Forwarder;
import dev.tiptoe.serve.forward.Naming;
import dev.tiptoe.serve.forward.Notes;
import dev.tiptoe.serve.message.Budget;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.receive.Connections;
import dev.tiptoe.serve.receive.Gate;
import dev.tiptoe.serve.receive.GrpcReceiver;
import dev.tiptoe.serve.receive.HttpReceiver;
import dev.tiptoe.serve.receive.Loops;
import dev.tiptoe.serve.send.BackEnd;
import dev.tiptoe.serve.send.GrpcBackEnd;
import dev.tiptoe.serve.send.HttpBackEnd;
import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.serve.setting.ProxySettings;
import dev.tiptoe.serve.setting.Security;
import dev.tiptoe.serve.tls.Tls;
import dev.tiptoe.symbols.Symbols;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A proxy for a back end that speaks OTLP: receives profiles, names their .NET frames, and sends
 * them on. A sender gets the answer of the back end, so acknowledged profiles are not lost, however
 * the process of the proxy ends. Messages are not kept longer than that, except for dead letters.
 *
 * <p>Thread-safe. Its threads: one for each processor that names frames, one that takes connections
 * and two that read and write them, two for a back end by HTTP, and a timer. Memory: that of the
 * limits, some 300 KB for each connection that sends at full speed, and that of the symbols.
 */
public final class OtlpProxy implements AutoCloseable {

  private static final int LOOPS = 2;
  private static final int CLIENT_THREADS = 2;
  private static final int MOST_PROBES = 64;
  private static final long END_SECONDS = 5;
  private static final long LOOK_SECONDS = 60;

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final Gate.Stopping stopping = new Gate.Stopping();
  private final Forwarder forwarder;
  private final GrpcReceiver grpc;
  private final HttpReceiver http;
  private final HttpReceiver admin;
  private boolean closed;

  private OtlpProxy(ProxySettings settings, Symbols symbols, FrameStyle style, Consumer<String> log)
      throws IOException {
    boolean made = false;
    try {
      ScheduledThreadPoolExecutor timer = timer();
      int processors = Runtime.getRuntime().availableProcessors();
      ExecutorService workers = threads(processors, "tiptoe-serve-names");
      Loops loops = new Loops(loops(1, "tiptoe-serve-accept"), loops(LOOPS, "tiptoe-serve-io"));
      ProxyMetrics metrics = new ProxyMetrics();
      Notes notes = new Notes(log, System::nanoTime);
      Delays delays = new Delays(new SecureRandom());
      Limits limits = settings.limits();
      Budget budget = new Budget(limits.memory() - limits.naming());
      metrics.watch(budget);
      Optional<DeadLetters> deadLetters =
          settings.deadLetters().isPresent()
              ? Optional.of(new DeadLetters(settings.deadLetters().get(), metrics))
              : Optional.empty();
      CredentialNotes credentials = new CredentialNotes(notes, metrics);
      for (Security each : List.of(settings.senders(), settings.backEnd().security())) {
        each.token().ifPresent(token -> watch(token, timer, credentials));
      }
      BackEnd backEnd = backEnd(settings.backEnd(), timer, credentials, loops.reading());
      closing.push(backEnd::close);
      Naming naming =
          new Naming(
              symbols, style, settings.backEnd().compression(), settings.limits(), delays, metrics);
      forwarder =
          new Forwarder(
              settings.limits(),
              backEnd,
              naming,
              deadLetters,
              delays,
              metrics,
              notes,
              processors,
              workers,
              timer);
      Gate gate =
          new Gate(
              forwarder,
              budget,
              settings.limits(),
              settings.senders().token(),
              settings.backEnd().passed(),
              delays,
              metrics,
              timer,
              stopping);
      Connections senders =
          new Connections(
              settings.limits().connections(),
              () -> notes.add("connections", "too many connections; a new one was closed"));
      metrics.gauge("connections", "Connections of senders.", senders::open);
      Optional<Tls> tls =
          settings.senders().tls().isPresent()
              ? Optional.of(new Tls(settings.senders().tls().get(), timer, credentials))
              : Optional.empty();
      Optional<SslContext> grpcTls =
          tls.isPresent() ? Optional.of(tls.get().grpcServer()) : Optional.empty();
      Optional<SslContext> httpTls =
          tls.isPresent() ? Optional.of(tls.get().httpServer()) : Optional.empty();
      grpc = new GrpcReceiver(settings.addresses().grpc(), grpcTls, gate, senders, loops);
      closing.push(grpc::close);
      http = HttpReceiver.otlp(settings.addresses().http(), httpTls, gate, senders, loops);
      closing.push(http::close);
      Connections probes = new Connections(MOST_PROBES, () -> {});
      admin = HttpReceiver.admin(settings.addresses().admin(), gate, probes, loops);
      closing.push(admin::close);
      made = true;
    } finally {
      if (!made) {
        closeAll();
      }
    }
  }

  /**
   * Starts a proxy.
   *
   * @param symbols thread-safe; used by several threads at once
   * @param log receives lines about problems, from one thread at a time
   * @throws IOException when an address, a file or a folder cannot be used
   */
  public static OtlpProxy start(
      ProxySettings settings, Symbols symbols, FrameStyle style, Consumer<String> log)
      throws IOException {
    return new OtlpProxy(settings, symbols, style, log);
  }

  private ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, daemons("tiptoe-serve-timer"));
    timer.setRemoveOnCancelPolicy(true);
    closing.push(timer::shutdownNow);
    return timer;
  }

  /** A file of tokens is read again when it is used; here it is said that it cannot be read. */
  private static void watch(
      AccessToken token, ScheduledThreadPoolExecutor timer, CredentialNotes credentials) {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> token.problem().ifPresent(credentials::refused),
            LOOK_SECONDS,
            LOOK_SECONDS,
            TimeUnit.SECONDS);
  }

  private ExecutorService threads(int count, String name) {
    ExecutorService threads = Executors.newFixedThreadPool(count, daemons(name));
    closing.push(threads::shutdownNow);
    return threads;
  }

  private EventLoopGroup loops(int count, String name) {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(count, daemons(name), NioIoHandler.newFactory());
    closing.push(
        () ->
            loops
                .shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS));
    return loops;
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  private BackEnd backEnd(
      BackEndSettings settings,
      ScheduledThreadPoolExecutor timer,
      CredentialNotes credentials,
      EventLoopGroup loops)
      throws IOException {
    Optional<Tls> tls =
        settings.security().tls().isPresent()
            ? Optional.of(new Tls(settings.security().tls().get(), timer, credentials))
            : Optional.empty();
    return settings.isGrpc()
        ? new GrpcBackEnd(settings, tls, loops)
        : new HttpBackEnd(settings, tls, threads(CLIENT_THREADS, "tiptoe-serve-http"));
  }

  /** Returns where it takes OTLP by gRPC. */
  public InetSocketAddress grpcAddress() {
    return grpc.address();
  }

  /** Returns where it takes OTLP by HTTP. */
  public InetSocketAddress httpAddress() {
    return http.address();
  }

  /** Returns where it answers probes and shows its metrics. */
  public InetSocketAddress adminAddress() {
    return admin.address();
  }

  /**
   * Ends in good order: takes no further messages, waits for those in flight, gives those that are
   * left back to their senders, and closes. Returns whether none was left.
   *
   * @param within how long it waits
   */
  public boolean stop(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    stopping.set();
    http.stop();
    grpc.stop();
    boolean received = grpc.await(within);
    boolean sent = forwarder.awaitEmpty(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    int left = forwarder.giveBackAll();
    var unused = grpc.await(Duration.ofMillis(500));
    close();
    return received && sent && left == 0;
  }

  /** Ends at once. Senders of messages in flight get no answer. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      closeAll();
    }
  }

  private void closeAll() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
