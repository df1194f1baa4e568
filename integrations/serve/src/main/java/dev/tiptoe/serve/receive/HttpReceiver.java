// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Listens for HTTP/1.1. */
@SuppressWarnings("FutureReturnValueIgnored") // Of netty: what fails closes the connection.
public final class HttpReceiver {

  private static final int LONGEST_LINE = 4096;
  private static final int LARGEST_HEAD = 16 << 10;
  private static final int LARGEST_CHUNK = 64 << 10;
  static final int BACKLOG = 1024;
  private static final long HANDSHAKE_SECONDS = 20;

  private final Channel listening;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  private HttpReceiver(
      InetSocketAddress address,
      Optional<SslContext> tls,
      Connections counted,
      Loops loops,
      Function<Channel, ChannelHandler> handlers)
      throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops.accepting(), loops.reading())
            .channelFactory(counted.listening(accepted -> {}))
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    tls.ifPresent(context -> addTls(channel, context));
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(limits()), handlers.apply(channel));
                  }
                });
    var bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    listening = bound.channel();
  }

  /** Receives OTLP. */
  public static HttpReceiver otlp(
      InetSocketAddress address,
      Optional<SslContext> tls,
      Gate gate,
      Connections connections,
      Loops loops)
      throws IOException {
    return new HttpReceiver(
        address,
        tls,
        connections,
        loops,
        channel -> new ExportRequests(gate, connections.sender(channel.remoteAddress())));
  }

  /** Answers probes and shows the metrics. */
  public static HttpReceiver admin(
      InetSocketAddress address, Gate gate, Connections connections, Loops loops)
      throws IOException {
    return new HttpReceiver(
        address,
        Optional.empty(),
        connections,
        loops,
        channel -> new AdminRequests(gate.stopping(), gate.metrics()));
  }

  private static void addTls(Channel channel, SslContext context) {
    var handler = context.newHandler(channel.alloc());
    handler.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
    channel.pipeline().addLast(handler);
  }

  private static HttpDecoderConfig limits() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(LONGEST_LINE)
        .setMaxHeaderSize(LARGEST_HEAD)
        .setMaxChunkSize(LARGEST_CHUNK);
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Takes no further connections; those that are there end with their next answer. */
  public void stop() {
    listening.close().awaitUninterruptibly();
  }

  /** Ends all connections. */
  public void close() {
    stop();
    connections.close().awaitUninterruptibly();
  }
}
