// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.Http2Sender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

class FrameBuffersTest {

  private static final int PREFACE = 24;

  private final EmbeddedChannel channel = new EmbeddedChannel(new FrameBuffers());

  private List<byte[]> handedOn() {
    List<byte[]> all = new ArrayList<>();
    for (ByteBuf part = channel.readInbound(); part != null; part = channel.readInbound()) {
      all.add(ByteBufUtil.getBytes(part));
      part.release();
    }
    return all;
  }

  private static byte[] joined(List<byte[]> parts) {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static List<byte[]> frames() {
    return List.of(
        new byte[PREFACE],
        Http2Sender.frame(Http2Sender.SETTINGS, 0, 0, new byte[0]),
        Http2Sender.data(1, new byte[] {7}, false),
        Http2Sender.frame(0xfa, 0, 0, new byte[16_000]),
        Http2Sender.data(1, new byte[] {8, 9}, true));
  }

  @Test
  void frames_thatComeTogether_areHandedOnOneByOne() {
    channel.writeInbound(Unpooled.wrappedBuffer(joined(frames())));
    List<byte[]> parts = handedOn();
    assertEquals(frames().size(), parts.size());
    for (int i = 0; i < parts.size(); i++) {
      assertArrayEquals(frames().get(i), parts.get(i));
    }
  }

  @Test
  void frames_thatComeInPieces_areWhole_whateverThePieces() {
    byte[] all = joined(frames());
    for (int size : new int[] {1, 2, 3, 8, 9, 10, 24, 25, 1000, 16_010}) {
      EmbeddedChannel pieces = new EmbeddedChannel(new FrameBuffers());
      var out = new ByteArrayOutputStream();
      for (int from = 0; from < all.length; from += size) {
        int length = Math.min(size, all.length - from);
        pieces.writeInbound(Unpooled.copiedBuffer(all, from, length));
        for (ByteBuf part = pieces.readInbound(); part != null; part = pieces.readInbound()) {
          out.writeBytes(ByteBufUtil.getBytes(part));
          part.release();
        }
      }
      assertArrayEquals(all, out.toByteArray());
    }
  }

  @Test
  void smallFrame_keepsNothingOfWhatCameWithIt() {
    ByteBuf read = Unpooled.buffer(1 << 16).writeBytes(joined(frames()));
    channel.writeInbound(read);
    assertEquals(0, read.refCnt());
    int kept = 0;
    for (ByteBuf part = channel.readInbound(); part != null; part = channel.readInbound()) {
      kept += part.capacity();
      part.release();
    }
    assertTrue(kept < 2 * joined(frames()).length, kept + " bytes");
  }

  @Test
  void frame_thatFillsItsBuffer_isNotCopied() {
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[PREFACE]));
    ByteBuf read = Unpooled.wrappedBuffer(Http2Sender.data(1, new byte[10_000], false));
    channel.writeInbound(read);
    assertEquals(1, read.refCnt());
    assertEquals(2, handedOn().size());
    assertEquals(0, read.refCnt());
  }

  @Test
  void withTls_itMovesBehindWhatDecrypts() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(false);
    EmbeddedChannel encrypted = new EmbeddedChannel(new FrameBuffers(), new SslHandler(engine));
    // The head of a record, whose rest does not come.
    encrypted.writeInbound(Unpooled.wrappedBuffer(new byte[] {22, 3, 1, 0, 5}));
    List<Class<?>> handlers = new ArrayList<>();
    encrypted.pipeline().forEach(each -> handlers.add(each.getValue().getClass()));
    assertEquals(List.of(SslHandler.class, FrameBuffers.class), handlers.subList(0, 2));
  }
}
