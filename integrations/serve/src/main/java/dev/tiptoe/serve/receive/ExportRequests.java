// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.forward.Lane;
import dev.tiptoe.serve.forward.QueuedMessage;
import dev.tiptoe.serve.forward.Reply;
import dev.tiptoe.serve.message.ByteArrays;
import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.Sender;
import dev.tiptoe.serve.message.SenderRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes the requests of one connection, one after the other. Only the thread of the connection uses
 * it.
 *
 * <p>A request that is refused before it is read is answered at once. Then the rest of it is
 * discarded for a short time, so that the answer is not lost in a reset, and the connection is
 * closed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of netty: what fails closes the connection.
final class ExportRequests extends SimpleChannelInboundHandler<HttpObject> {

  private static final String PROTOCOL = "http";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final long IDLE_SECONDS = 60;
  private static final long DISCARD_SECONDS = 2;

  private enum State {
    IDLE,
    READING,
    DISCARDING,
    ANSWERING
  }

  private final Gate gate;
  private final Lane lane;
  private State state = State.IDLE;
  private boolean keepAlive;
  private Map<String, String> passed = Map.of();
  private @Nullable Charge charge;
  private @Nullable ByteArrayOutputStream body;
  private @Nullable QueuedMessage message;
  private @Nullable ScheduledFuture<?> timer;

  ExportRequests(Gate gate, Sender sender) {
    this.gate = gate;
    this.lane = new Lane(sender, gate.limits().perSender());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    closeAfter(context, IDLE_SECONDS);
    context.fireChannelActive();
  }

  private void setTimer(ChannelHandlerContext context, long nanos, Runnable action) {
    ScheduledFuture<?> last = timer;
    if (last != null) {
      last.cancel(false);
    }
    timer = context.executor().schedule(action, nanos, TimeUnit.NANOSECONDS);
  }

  private void closeAfter(ChannelHandlerContext context, long seconds) {
    setTimer(context, TimeUnit.SECONDS.toNanos(seconds), context::close);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part.decoderResult().isFailure()) {
      if (state == State.IDLE || state == State.READING) {
        refuse(context, SenderRefusal.of(Reason.DAMAGED, "not a request of HTTP/1.1"));
      }
      return;
    }
    if (part instanceof HttpRequest head) {
      if (state == State.IDLE) {
        begin(context, head);
      } else {
        // It did not wait for its answer; it is asked to send this again.
        keepAlive = false;
      }
    }
    if (part instanceof HttpContent content) {
      read(context, content);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest head) {
    UnaryOperator<@Nullable String> header = name -> head.headers().get(name);
    Charge taken = new Charge(gate.budget(), lane.sender());
    charge = taken;
    keepAlive = HttpUtil.isKeepAlive(head);
    Optional<SenderRefusal> refusal = formRefusal(head).or(() -> gate.refusal(header, taken));
    if (refusal.isEmpty() && HttpUtil.getContentLength(head, 0L) > gate.limits().message()) {
      refusal = Optional.of(gate.tooLarge());
    }
    if (refusal.isPresent()) {
      refuse(context, refusal.get());
      return;
    }
    state = State.READING;
    passed = gate.passed(header);
    body = new ByteArrayOutputStream();
    setTimer(context, gate.receiveNanos(), () -> refuse(context, gate.slow()));
    if (HttpUtil.is100ContinueExpected(head)) {
      context.writeAndFlush(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private static Optional<SenderRefusal> formRefusal(HttpRequest head) {
    if (!AdminRequests.path(head).equals(ByteArrays.PATH)) {
      return Optional.of(
          SenderRefusal.of(Reason.UNKNOWN, "only profiles are taken here, at " + ByteArrays.PATH));
    }
    if (!head.method().equals(HttpMethod.POST)) {
      return Optional.of(
          new SenderRefusal(
              Reason.FORM,
              Reason.FORM.code(),
              HttpResponseStatus.METHOD_NOT_ALLOWED.code(),
              "profiles are sent with POST",
              Optional.empty()));
    }
    CharSequence type = HttpUtil.getMimeType(head);
    if (type == null || !PROTOBUF.contentEquals(type)) {
      return Optional.of(
          SenderRefusal.of(Reason.FORM, "profiles are taken as " + PROTOBUF + ", not as " + type));
    }
    String encoding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
    return switch (encoding.toLowerCase(Locale.ROOT)) {
      case "gzip", "identity" -> Optional.empty();
      default ->
          Optional.of(
              SenderRefusal.of(
                  Reason.FORM, "profiles are taken with gzip or plain, not with " + encoding));
    };
  }

  private void read(ChannelHandlerContext context, HttpContent content) {
    boolean isLast = content instanceof LastHttpContent;
    if (state == State.DISCARDING && isLast) {
      closeAfter(context, 0);
    } else if (state == State.READING) {
      if (append(context, content.content()) && isLast) {
        forward(context);
      }
    }
  }

  /** Takes bytes of the message; returns whether there was room for them. */
  private boolean append(ChannelHandlerContext context, ByteBuf bytes) {
    ByteArrayOutputStream into = body;
    Charge taken = charge;
    if (into == null || taken == null) {
      return false;
    }
    int more = bytes.readableBytes();
    if (into.size() + more > gate.limits().message()) {
      refuse(context, gate.tooLarge());
      return false;
    }
    // The array may be twice as long as what is in it.
    if (!taken.grow(2L * more)) {
      refuse(context, gate.busy());
      return false;
    }
    try {
      bytes.readBytes(into, more);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return true;
  }

  private void forward(ChannelHandlerContext context) {
    ByteArrayOutputStream all = body;
    Charge taken = charge;
    if (all == null || taken == null) {
      return;
    }
    state = State.ANSWERING;
    body = null;
    charge = null;
    stopTimer();
    // Less than before.
    boolean unused = taken.change(all.size() + Charge.OVERHEAD);
    gate.metrics().received(PROTOCOL, all.size());
    QueuedMessage next =
        new QueuedMessage(
            lane,
            all.toByteArray(),
            passed,
            taken,
            gate.times(Optional.empty()),
            new Answer(context));
    message = next;
    gate.forwarder().accept(next);
  }

  private void stopTimer() {
    ScheduledFuture<?> last = timer;
    if (last != null) {
      last.cancel(false);
    }
  }

  /** Answers from the threads that forward. */
  private final class Answer implements Reply {
    private final ChannelHandlerContext context;

    Answer(ChannelHandlerContext context) {
      this.context = context;
    }

    @Override
    public void taken(byte[] response) {
      gate.metrics().answered(PROTOCOL, "taken");
      context.executor().execute(() -> respond(context, response(HttpResponseStatus.OK, response)));
    }

    @Override
    public void refused(SenderRefusal refusal) {
      gate.metrics().answered(PROTOCOL, refusal.reason().label());
      context.executor().execute(() -> respond(context, response(refusal)));
    }
  }

  private static FullHttpResponse response(HttpResponseStatus status, byte[] body) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, PROTOBUF)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }

  private static FullHttpResponse response(SenderRefusal refusal) {
    FullHttpResponse response =
        response(HttpResponseStatus.valueOf(refusal.status()), refusal.toStatus());
    refusal
        .seconds()
        .ifPresent(seconds -> response.headers().set(HttpHeaderNames.RETRY_AFTER, seconds));
    if (refusal.reason() == Reason.UNAUTHENTICATED) {
      response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    return response;
  }

  /** Answers a request that was read, and waits for the next. */
  private void respond(ChannelHandlerContext context, FullHttpResponse response) {
    message = null;
    boolean goesOn = keepAlive && !gate.stopping().isSet();
    if (!goesOn) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    state = goesOn ? State.IDLE : State.DISCARDING;
    // Also bounds the time that the sender has for reading this.
    closeAfter(context, IDLE_SECONDS);
    var written = context.writeAndFlush(response);
    if (!goesOn) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Answers a request that is not read to its end. */
  private void refuse(ChannelHandlerContext context, SenderRefusal refusal) {
    if (state == State.DISCARDING || state == State.ANSWERING) {
      return;
    }
    state = State.DISCARDING;
    forget();
    gate.metrics().answered(PROTOCOL, refusal.reason().label());
    FullHttpResponse response = response(refusal);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    closeAfter(context, DISCARD_SECONDS);
    context.writeAndFlush(response);
  }

  private void forget() {
    body = null;
    Charge taken = charge;
    charge = null;
    if (taken != null) {
      taken.release();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stopTimer();
    if (state == State.READING) {
      gate.metrics().answered(PROTOCOL, "cancelled");
    }
    forget();
    QueuedMessage taken = message;
    message = null;
    if (taken != null) {
      gate.metrics().answered(PROTOCOL, "cancelled");
      gate.forwarder().cancel(taken);
    }
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // Connections break, and handshakes of TLS fail: that is the sender's affair.
    context.close();
  }
}
