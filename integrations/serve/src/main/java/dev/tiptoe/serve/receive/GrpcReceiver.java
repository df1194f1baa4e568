// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.forward.Lane;
import dev.tiptoe.serve.message.ByteArrays;
import dev.tiptoe.serve.message.Sender;
import io.grpc.Attributes;
import io.grpc.Decompressor;
import io.grpc.DecompressorRegistry;
import io.grpc.Grpc;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Receives OTLP by gRPC, and answers the health checks of gRPC. */
public final class GrpcReceiver {

  private static final String HEALTH = "grpc.health.v1.Health";

  /** What a connection may have sent before it is looked at. */
  private static final int WINDOW = 1 << 18;

  private static final int LONGEST_NAME = 200;
  private static final int MOST_CALLS = 64;
  private static final int LARGEST_HEADERS = 16 << 10;
  private static final int MOST_RESETS = 400;
  private static final int RESET_SECONDS = 10;
  private static final long HANDSHAKE_SECONDS = 20;
  private static final long IDLE_MINUTES = 10;
  private static final long KEEP_ALIVE_SECONDS = 60;
  private static final long LEAST_KEEP_ALIVE_SECONDS = 10;

  private final Server server;

  /**
   * Listens.
   *
   * @throws IOException when the address cannot be had
   */
  public GrpcReceiver(
      InetSocketAddress address,
      Optional<SslContext> tls,
      Gate gate,
      Connections connections,
      Loops loops)
      throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .channelFactory(connections.listening(GrpcReceiver::prepare))
            .bossEventLoopGroup(loops.accepting())
            .workerEventLoopGroup(loops.reading())
            .withOption(ChannelOption.SO_BACKLOG, HttpReceiver.BACKLOG)
            .directExecutor()
            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
            .maxConcurrentCallsPerConnection(MOST_CALLS)
            .maxInboundMetadataSize(LARGEST_HEADERS)
            .maxInboundMessageSize(gate.limits().message())
            .maxRstFramesPerWindow(MOST_RESETS, RESET_SECONDS)
            .flowControlWindow(WINDOW)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(LEAST_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
            .decompressorRegistry(compressedStays())
            .addStreamTracerFactory(InboundBytes.factory(gate.budget(), loops))
            .addTransportFilter(new Lanes(connections, gate.limits().perSender()))
            .addService(profiles(gate))
            .addService(health(gate))
            .fallbackHandlerRegistry(new Others());
    tls.ifPresent(builder::sslContext);
    server = builder.build().start();
  }

  private static void prepare(Channel accepted) {
    accepted.pipeline().addLast(new FrameBuffers());
  }

  /** Gzip is accepted and left as it is: it is inflated later, by threads that may take long. */
  private static DecompressorRegistry compressedStays() {
    Decompressor gzip =
        new Decompressor() {
          @Override
          public String getMessageEncoding() {
            return "gzip";
          }

          @Override
          public InputStream decompress(InputStream in) {
            return in;
          }
        };
    return DecompressorRegistry.emptyInstance().with(gzip, true);
  }

  /** Gives each connection a lane. */
  private static final class Lanes extends ServerTransportFilter {
    private final Connections connections;
    private final int perSender;

    Lanes(Connections connections, int perSender) {
      this.connections = connections;
      this.perSender = perSender;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
      Sender sender = connections.sender(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
      return attributes.toBuilder().set(ExportCalls.LANE, new Lane(sender, perSender)).build();
    }
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .setRequestMarshaller(ByteArrays.MARSHALLER)
        .setResponseMarshaller(ByteArrays.MARSHALLER)
        .build();
  }

  private static ServerServiceDefinition profiles(Gate gate) {
    return ServerServiceDefinition.builder(ByteArrays.SERVICE)
        .addMethod(method(ByteArrays.EXPORT), new ExportCalls(gate))
        .build();
  }

  private static ServerServiceDefinition health(Gate gate) {
    return ServerServiceDefinition.builder(HEALTH)
        .addMethod(method(HEALTH + "/Check"), new HealthCalls(gate))
        .build();
  }

  /** Refuses every other service. */
  private static final class Others extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
      ServerCallHandler<byte[], byte[]> refuse =
          (ServerCall<byte[], byte[]> call, Metadata headers) -> {
            call.close(
                Status.UNIMPLEMENTED.withDescription(
                    shortened(name) + ": only profiles are taken here (" + ByteArrays.EXPORT + ")"),
                new Metadata());
            return new ServerCall.Listener<>() {};
          };
      return ServerMethodDefinition.create(method(name), refuse);
    }
  }

  private static String shortened(String name) {
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name;
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.getListenSockets().get(0);
  }

  /** Takes no further connections and calls; those that are there go on. */
  public void stop() {
    server.shutdown();
  }

  /** Waits for the end of all calls; returns whether they have ended. */
  public boolean await(Duration within) {
    try {
      return server.awaitTermination(Math.max(0, within.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends all calls and connections. */
  public void close() {
    server.shutdownNow();
  }
}
