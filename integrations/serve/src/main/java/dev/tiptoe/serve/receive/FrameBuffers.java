// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;

/**
 * Passes the bytes of an HTTP/2 connection on frame by frame, in buffers of their own size. A
 * message of gRPC keeps the buffers of its frames until it is whole; without this a frame of one
 * byte would keep all that was read together with it. Only the thread of the connection uses it.
 *
 * <p>It is the first handler of a connection. With TLS it moves behind the handler that decrypts.
 */
final class FrameBuffers extends ChannelInboundHandlerAdapter {

  /** What a client sends before its first frame (RFC 9113, 3.4). */
  private static final int PREFACE = 24;

  /** The bytes of the length, the type, the flags and the stream (RFC 9113, 4.1). */
  private static final int HEADER = 9;

  private static final int LENGTH = 3;

  private boolean isPlaced;

  /** The bytes of the current frame that have not come yet. */
  private int left = PREFACE;

  /** How many bytes have come of the next frame's header. */
  private int headerRead;

  private int length;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf bytes) || !(isPlaced || isPlacedNow(context))) {
      context.fireChannelRead(message);
      return;
    }
    try {
      while (bytes.isReadable()) {
        context.fireChannelRead(taken(context, bytes, ofOneFrame(bytes)));
      }
    } finally {
      bytes.release();
    }
  }

  /** Returns whether this is where bytes are not encrypted; if not, has another one there. */
  private boolean isPlacedNow(ChannelHandlerContext context) {
    ChannelPipeline pipeline = context.pipeline();
    ChannelHandlerContext tls = pipeline.context(SslHandler.class);
    if (tls != null) {
      FrameBuffers behind = new FrameBuffers();
      behind.isPlaced = true;
      pipeline.addAfter(tls.name(), null, behind);
      pipeline.remove(this);
      return false;
    }
    isPlaced = true;
    return true;
  }

  /** Returns how many of the next bytes belong to one frame. */
  private int ofOneFrame(ByteBuf bytes) {
    int readable = bytes.readableBytes();
    int count = 0;
    if (left == 0) {
      while (headerRead < HEADER && count < readable) {
        if (headerRead < LENGTH) {
          length = length << 8 | bytes.getUnsignedByte(bytes.readerIndex() + count);
        }
        headerRead++;
        count++;
      }
      if (headerRead == HEADER) {
        left = length;
        length = 0;
        headerRead = 0;
      }
    }
    int more = Math.min(left, readable - count);
    left -= more;
    return count + more;
  }

  private static ByteBuf taken(ChannelHandlerContext context, ByteBuf bytes, int count) {
    return count >= bytes.capacity() / 2
        ? bytes.readRetainedSlice(count)
        : context.alloc().buffer(count).writeBytes(bytes, count);
  }
}
