// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tiptoe.serve.message.ByteArrays;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.SslContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A back end that answers as a test sets it, by gRPC or by HTTP. Thread-safe. */
public final class StandIn implements AutoCloseable {

  /**
   * What it answers.
   *
   * @param code of gRPC; 0 for a message that is taken
   * @param status of HTTP
   * @param details of gRPC, or the response
   * @param retryAfter of HTTP; 0 for none
   */
  @SuppressWarnings("ArrayRecordComponent") // Only read.
  public record Answer(int code, int status, byte[] details, int retryAfter) {
    /** It takes the message. */
    public static Answer taken(byte[] response) {
      return new Answer(0, 200, response, 0);
    }

    /** It is not there. */
    public static final Answer AWAY = new Answer(14, 503, new byte[0], 0);

    /** It refuses the message for good. */
    public static final Answer REFUSED = new Answer(3, 400, new byte[0], 0);
  }

  /**
   * A message as it came.
   *
   * @param bytes uncompressed
   * @param compressed how it came
   * @param headers the names in lower case
   */
  @SuppressWarnings("ArrayRecordComponent") // Only read.
  public record Received(byte[] bytes, boolean compressed, Map<String, String> headers) {}

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private final List<Received> received = new ArrayList<>();
  private final List<String> taken = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile Function<Received, CompletableFuture<Answer>> behaviour =
      message -> CompletableFuture.completedFuture(Answer.taken(new byte[0]));
  private volatile boolean keeping = true;
  private @Nullable Server grpc;
  private @Nullable HttpServer http;
  private URI address = URI.create("none:none");

  private StandIn() {}

  /** Starts one that speaks gRPC. */
  public static StandIn grpc() throws IOException {
    return grpc(0);
  }

  /** Starts one that speaks gRPC, at a port. */
  public static StandIn grpc(int port) throws IOException {
    return grpc(port, Optional.empty());
  }

  /** Starts one that speaks gRPC with TLS. */
  public static StandIn grpc(SslContext tls) throws IOException {
    return grpc(0, Optional.of(tls));
  }

  private static StandIn grpc(int port, Optional<SslContext> tls) throws IOException {
    StandIn standIn = new StandIn();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    tls.ifPresent(builder::sslContext);
    Server server =
        builder
            .executor(standIn.threads)
            .maxInboundMessageSize(64 << 20)
            .addService(standIn.service())
            .build()
            .start();
    standIn.grpc = server;
    standIn.address = URI.create("grpc://127.0.0.1:" + server.getPort());
    return standIn;
  }

  /** Starts one that speaks HTTP. */
  public static StandIn http() throws IOException {
    StandIn standIn = new StandIn();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(standIn.threads);
    server.createContext("/otlp" + ByteArrays.PATH, standIn::exchange);
    server.start();
    standIn.http = server;
    standIn.address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/otlp");
    return standIn;
  }

  /** Returns where it is. */
  public URI address() {
    return address;
  }

  /** Sets what it answers from now on. */
  public void answers(Function<Received, Answer> answer) {
    behaviour = message -> CompletableFuture.completedFuture(answer.apply(message));
  }

  /** Sets what it answers from now on, perhaps later. */
  public void answersLater(Function<Received, CompletableFuture<Answer>> answer) {
    behaviour = answer;
  }

  /** Returns what came. */
  public List<Received> received() {
    synchronized (received) {
      return List.copyOf(received);
    }
  }

  /** Returns the identities of the messages that it has taken, in their order. */
  public List<String> taken() {
    synchronized (taken) {
      return List.copyOf(taken);
    }
  }

  /** Keeps nothing of what comes from now on. */
  public StandIn forgetting() {
    keeping = false;
    return this;
  }

  private CompletableFuture<Answer> answer(Received message) {
    if (keeping) {
      synchronized (received) {
        received.add(message);
      }
    }
    return behaviour.apply(message);
  }

  private void note(Received message, Answer answer) {
    if (keeping && answer.code() == 0) {
      synchronized (taken) {
        taken.add(Profiles.id(message.bytes()));
      }
    }
  }

  private ServerServiceDefinition service() {
    MethodDescriptor<byte[], byte[]> export =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(ByteArrays.EXPORT)
            .setRequestMarshaller(ByteArrays.MARSHALLER)
            .setResponseMarshaller(ByteArrays.MARSHALLER)
            .build();
    return ServerServiceDefinition.builder(ByteArrays.SERVICE)
        .addMethod(export, this::listener)
        .build();
  }

  private ServerCall.Listener<byte[]> listener(ServerCall<byte[], byte[]> call, Metadata headers) {
    Map<String, String> texts = new ConcurrentHashMap<>();
    for (String name : headers.keys()) {
      if (!name.endsWith("-bin")) {
        texts.put(
            name,
            String.valueOf(headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER))));
      }
    }
    call.request(1);
    return new ServerCall.Listener<byte[]>() {
      @Override
      public void onMessage(byte[] bytes) {
        Received message = new Received(bytes, "gzip".equals(texts.get("grpc-encoding")), texts);
        var unused = answer(message).thenAccept(answer -> reply(call, message, answer));
      }
    };
  }

  private void reply(ServerCall<byte[], byte[]> call, Received message, Answer answer) {
    if (answer.code() == 0) {
      note(message, answer);
      call.sendHeaders(new Metadata());
      call.sendMessage(answer.details());
      call.close(Status.OK, new Metadata());
    } else {
      Metadata trailers = new Metadata();
      if (answer.details().length > 0) {
        trailers.put(DETAILS, answer.details());
      }
      call.close(Status.fromCodeValue(answer.code()).withDescription("as set"), trailers);
    }
  }

  private void exchange(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    byte[] plain =
        zipped ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes;
    Map<String, String> texts = new ConcurrentHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> texts.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
    Received message = new Received(plain, zipped, texts);
    Answer answer = answer(message).join();
    note(message, answer);
    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
    if (answer.retryAfter() > 0) {
      exchange.getResponseHeaders().set("Retry-After", String.valueOf(answer.retryAfter()));
    }
    exchange.sendResponseHeaders(
        answer.status(), answer.details().length == 0 ? -1 : answer.details().length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(answer.details());
    }
  }

  @Override
  public void close() {
    if (grpc != null) {
      grpc.shutdownNow();
    }
    if (http != null) {
      http.stop(0);
    }
    threads.shutdownNow();
  }
}
