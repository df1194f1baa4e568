// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.metric.ProxyMetrics;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Answers one request of a probe or of Prometheus; then the connection is closed. */
@SuppressWarnings("FutureReturnValueIgnored") // Of netty: what fails closes the connection.
final class AdminRequests extends SimpleChannelInboundHandler<HttpObject> {

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final long MOST_SECONDS = 10;

  private final Gate.Stopping stopping;
  private final ProxyMetrics metrics;
  private boolean answered;

  AdminRequests(Gate.Stopping stopping, ProxyMetrics metrics) {
    this.stopping = stopping;
    this.metrics = metrics;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.executor().schedule(() -> context.close(), MOST_SECONDS, TimeUnit.SECONDS);
    context.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (!answered && part instanceof HttpRequest head) {
      answered = true;
      FullHttpResponse response =
          head.decoderResult().isFailure()
              ? response(HttpResponseStatus.BAD_REQUEST, TEXT, "not a request of HTTP/1.1\n")
              : answer(head);
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private FullHttpResponse answer(HttpRequest head) {
    if (!head.method().equals(HttpMethod.GET)) {
      return response(HttpResponseStatus.METHOD_NOT_ALLOWED, TEXT, "only GET\n");
    }
    return switch (path(head)) {
      case "/health/live" -> response(HttpResponseStatus.OK, TEXT, "live\n");
      case "/health/ready" ->
          stopping.isSet()
              ? response(HttpResponseStatus.SERVICE_UNAVAILABLE, TEXT, "stopping\n")
              : response(HttpResponseStatus.OK, TEXT, "ready\n");
      case "/metrics" -> response(HttpResponseStatus.OK, ProxyMetrics.CONTENT_TYPE, metrics.text());
      default ->
          response(HttpResponseStatus.NOT_FOUND, TEXT, "/health/live, /health/ready, /metrics\n");
    };
  }

  /** Returns the path of a request, as it is written: none has a character to decode. */
  static String path(HttpRequest head) {
    String uri = head.uri();
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  private static FullHttpResponse response(HttpResponseStatus status, String type, String text) {
    return response(status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static FullHttpResponse response(HttpResponseStatus status, String type, byte[] body) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
