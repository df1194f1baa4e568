// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import com.google.protobuf.CodedInputStream;
import dev.tiptoe.serve.message.ByteArrays;
import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.tls.Tls;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A back end that speaks OTLP by gRPC. */
public final class GrpcBackEnd implements BackEnd {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  /** How the gRPC library's description of a stream begins that the back end reset. */
  private static final String RESET = "RST_STREAM closed stream";

  /** Those with which OTLP lets a message be sent again; RESOURCE_EXHAUSTED with a time only. */
  private static final Set<Status.Code> TEMPORARY =
      Set.of(
          Status.Code.CANCELLED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.ABORTED,
          Status.Code.OUT_OF_RANGE,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS);

  private static final int LARGEST_ANSWER = 1 << 16;
  private static final long KEEP_ALIVE_SECONDS = 60;

  private final MethodDescriptor<Export, byte[]> method;
  private final ManagedChannel channel;
  private final Optional<AccessToken> token;

  /** Prepares connections, which are made when they are needed. */
  public GrpcBackEnd(BackEndSettings settings, Optional<Tls> tls, EventLoopGroup loops)
      throws IOException {
    token = settings.security().token();
    method =
        MethodDescriptor.<Export, byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(ByteArrays.EXPORT)
            .setRequestMarshaller(new Exports())
            .setResponseMarshaller(ByteArrays.MARSHALLER)
            .build();
    URI to = settings.address();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + to.getHost() + ":" + to.getPort())
            .eventLoopGroup(loops)
            .channelType(NioSocketChannel.class)
            .defaultLoadBalancingPolicy("round_robin")
            .directExecutor()
            .disableRetry()
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .maxInboundMessageSize(LARGEST_ANSWER)
            .userAgent("tiptoe-serve")
            .compressorRegistry(fastGzip());
    channel =
        settings.isSecure()
            ? builder.sslContext(Tls.grpcClient(tls)).build()
            : builder.usePlaintext().build();
  }

  private static CompressorRegistry fastGzip() {
    CompressorRegistry registry = CompressorRegistry.newEmptyInstance();
    registry.register(
        new Compressor() {
          @Override
          public String getMessageEncoding() {
            return "gzip";
          }

          @Override
          public OutputStream compress(OutputStream out) throws IOException {
            return new FastGzip(out);
          }
        });
    return registry;
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Writes messages as they are. */
  private static final class Exports implements MethodDescriptor.Marshaller<Export> {
    @Override
    public InputStream stream(Export value) {
      return new ByteArrays.Known(value.bytes(), value.length());
    }

    @Override
    public Export parse(InputStream stream) {
      throw new UnsupportedOperationException("only written");
    }
  }

  @Override
  public CompletableFuture<Outcome> send(Export message, Duration within) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(within.toNanos(), TimeUnit.NANOSECONDS);
    ClientCall<Export, byte[]> call =
        MetadataUtils.newAttachHeadersInterceptor(headers(message))
            .interceptCall(
                method,
                message.isCompressed() ? options.withCompression("gzip") : options,
                channel);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(call, message, new Answer(outcome));
    return outcome;
  }

  private Metadata headers(Export message) {
    Metadata headers = new Metadata();
    message
        .headers()
        .forEach(
            (name, value) ->
                headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
    if (token.isPresent()) {
      headers.discardAll(AUTHORIZATION);
      headers.put(AUTHORIZATION, token.get().header());
    }
    return headers;
  }

  private static final class Answer implements StreamObserver<byte[]> {
    private final CompletableFuture<Outcome> outcome;
    private byte[] response = {};

    Answer(CompletableFuture<Outcome> outcome) {
      this.outcome = outcome;
    }

    @Override
    public void onNext(byte[] value) {
      response = value;
    }

    @Override
    public void onError(Throwable problem) {
      outcome.complete(
          outcome(Status.fromThrowable(problem), Status.trailersFromThrowable(problem)));
    }

    @Override
    public void onCompleted() {
      outcome.complete(new Outcome.Taken(response));
    }
  }

  /** Returns what became of a message, by the status that the call ended with. */
  static Outcome outcome(Status status, @Nullable Metadata trailers) {
    String why = status.getCode() + inWords(status);
    Optional<Duration> after =
        Optional.ofNullable(trailers)
            .flatMap(all -> Optional.ofNullable(all.get(DETAILS)))
            .flatMap(GrpcBackEnd::retryDelay);
    boolean again =
        TEMPORARY.contains(status.getCode())
            || isReset(status)
            || (status.getCode() == Status.Code.RESOURCE_EXHAUSTED && after.isPresent());
    return again
        ? new Outcome.Again(why, after)
        : new Outcome.Refused(status.getCode().value(), httpStatus(status.getCode()), why);
  }

  /**
   * Returns whether the back end gave no answer but reset the stream, as a server does that is
   * being stopped. The gRPC library derives such a status from the error code of the reset.
   */
  private static boolean isReset(Status status) {
    String description = status.getDescription();
    return description != null && description.startsWith(RESET);
  }

  private static String inWords(Status status) {
    Throwable cause = status.getCause();
    // "io exception" is less specific than the exception.
    String text =
        cause == null || cause.getMessage() == null ? status.getDescription() : cause.getMessage();
    return text == null ? "" : ": " + text;
  }

  private static int httpStatus(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND, UNIMPLEMENTED -> 404;
      case RESOURCE_EXHAUSTED -> 413;
      default -> 500;
    };
  }

  /** Returns the time in the RetryInfo of a google.rpc.Status. */
  private static Optional<Duration> retryDelay(byte[] status) {
    try {
      Optional<Duration> delay = Optional.empty();
      CodedInputStream in = CodedInputStream.newInstance(status);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == (3 << 3 | 2)) {
          Optional<Duration> found = ofDetail(in.readByteArray());
          delay = found.isPresent() ? found : delay;
        } else if (!in.skipField(tag)) {
          return delay;
        }
      }
      return delay;
    } catch (IOException | ArithmeticException e) {
      // What cannot be read has no time.
      return Optional.empty();
    }
  }

  private static Optional<Duration> ofDetail(byte[] any) throws IOException {
    String type = "";
    byte[] value = {};
    CodedInputStream in = CodedInputStream.newInstance(any);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == (1 << 3 | 2)) {
        type = in.readString();
      } else if (tag == (2 << 3 | 2)) {
        value = in.readByteArray();
      } else if (!in.skipField(tag)) {
        break;
      }
    }
    if (!type.endsWith("/google.rpc.RetryInfo")) {
      return Optional.empty();
    }
    CodedInputStream info = CodedInputStream.newInstance(value);
    return info.readTag() == (1 << 3 | 2)
        ? Optional.of(duration(CodedInputStream.newInstance(info.readByteArray())))
        : Optional.of(Duration.ZERO);
  }

  private static Duration duration(CodedInputStream in) throws IOException {
    long seconds = 0;
    int nanos = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == 1 << 3) {
        seconds = in.readInt64();
      } else if (tag == 2 << 3) {
        nanos = in.readInt32();
      } else if (!in.skipField(tag)) {
        break;
      }
    }
    return seconds < 0 ? Duration.ZERO : Duration.ofSeconds(Math.min(seconds, 86_400), nanos);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
