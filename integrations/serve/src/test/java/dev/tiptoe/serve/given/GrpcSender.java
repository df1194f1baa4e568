// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.serve.message.ByteArrays;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends messages by gRPC, over one connection. Thread-safe. */
public final class GrpcSender implements AutoCloseable {

  /** The method that senders call. */
  public static final MethodDescriptor<byte[], byte[]> EXPORT = method(ByteArrays.EXPORT);

  private final ManagedChannel channel;

  /** Prepares the connection. */
  public GrpcSender(InetSocketAddress address) {
    channel = to(address).usePlaintext().build();
  }

  /** Prepares the connection, with TLS. */
  public GrpcSender(InetSocketAddress address, SslContext tls) {
    channel = to(address).sslContext(tls).build();
  }

  /** Prepares the connection, from another address of this machine. */
  public GrpcSender(InetSocketAddress address, InetAddress from) {
    channel =
        to(address)
            .usePlaintext()
            .localSocketPicker(
                new NettyChannelBuilder.LocalSocketPicker() {
                  @Override
                  public SocketAddress createSocketAddress(
                      SocketAddress remote, Attributes attributes) {
                    return new InetSocketAddress(from, 0);
                  }
                })
            .build();
  }

  private static NettyChannelBuilder to(InetSocketAddress address) {
    return NettyChannelBuilder.forAddress("localhost", address.getPort()).disableRetry();
  }

  /** Returns a method. */
  public static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .setRequestMarshaller(ByteArrays.MARSHALLER)
        .setResponseMarshaller(ByteArrays.MARSHALLER)
        .build();
  }

  /** Returns the connection. */
  public ManagedChannel channel() {
    return channel;
  }

  /** Sends a message. The result fails with what a client sees. */
  public CompletableFuture<byte[]> send(byte[] message) {
    return send(message, CallOptions.DEFAULT, Map.of());
  }

  /** Sends a message. */
  public CompletableFuture<byte[]> send(
      byte[] message, CallOptions options, Map<String, String> headers) {
    return send(EXPORT, message, options, headers);
  }

  /** Calls a method. */
  public CompletableFuture<byte[]> send(
      MethodDescriptor<byte[], byte[]> method,
      byte[] message,
      CallOptions options,
      Map<String, String> headers) {
    Metadata metadata = new Metadata();
    headers.forEach(
        (name, value) ->
            metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
    Channel with =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        with.newCall(
            method,
            options.getDeadline() == null
                ? options.withDeadlineAfter(300, TimeUnit.SECONDS)
                : options),
        message,
        new StreamObserver<byte[]>() {
          @Override
          public void onNext(byte[] response) {
            answer.complete(response);
          }

          @Override
          public void onError(Throwable problem) {
            answer.completeExceptionally(problem);
          }

          @Override
          public void onCompleted() {
            // The response has come.
          }
        });
    return answer;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
