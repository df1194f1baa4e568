// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.serve.message.ByteArrays;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Writes frames of HTTP/2 as no client of gRPC would. One thread writes, another may read. */
public final class Http2Sender implements AutoCloseable {

  /** Types of frames. */
  public static final int DATA = 0;

  public static final int HEADERS = 1;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GO_AWAY = 7;
  public static final int CONTINUATION = 9;

  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW = 4;
  private static final int TIME_LIMIT = 300_000;

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  /** A frame that the other end has sent. */
  @SuppressWarnings("ArrayRecordComponent") // Only read.
  public record Frame(int type, int stream, byte[] payload) {
    /** Returns the payload as text. */
    public String text() {
      return new String(payload, StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Connects.
   *
   * @param window how many bytes of each answer it takes
   */
  public Http2Sender(InetSocketAddress address, int window) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
    socket.setSoTimeout(TIME_LIMIT);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.write(
        frame(
            SETTINGS,
            0,
            0,
            ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW).putInt(window).array()));
  }

  /** Returns a frame. */
  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Returns the beginning of a call with a profile. */
  public static byte[] call(int stream, boolean whole) {
    return call(stream, ByteArrays.EXPORT, whole);
  }

  /** Returns the beginning of a call of a method. */
  public static byte[] call(int stream, String method, boolean whole) {
    var block = new ByteArrayOutputStream();
    List<String> fields =
        List.of(
            ":method", "POST",
            ":scheme", "http",
            ":path", "/" + method,
            ":authority", "x",
            "content-type", "application/grpc",
            "te", "trailers");
    for (int i = 0; i < fields.size(); i++) {
      if (i % 2 == 0) {
        // A field that is not indexed, with its name.
        block.write(0);
      }
      byte[] text = fields.get(i).getBytes(StandardCharsets.US_ASCII);
      block.write(text.length);
      block.writeBytes(text);
    }
    return frame(HEADERS, whole ? END_HEADERS : 0, stream, block.toByteArray());
  }

  /** Returns the bytes of a message as gRPC has them. */
  public static byte[] message(byte[] bytes) {
    return ByteBuffer.allocate(5 + bytes.length).put(prefix(bytes.length)).put(bytes).array();
  }

  /** Returns what gRPC has before a message of so many bytes. */
  public static byte[] prefix(int length) {
    return ByteBuffer.allocate(5).put((byte) 0).putInt(length).array();
  }

  /** Returns a part of the data of a call. */
  public static byte[] data(int stream, byte[] bytes, boolean last) {
    return frame(DATA, last ? END_STREAM : 0, stream, bytes);
  }

  /** Returns the end of a call before its time. */
  public static byte[] reset(int stream) {
    return frame(RESET, 0, stream, ByteBuffer.allocate(4).putInt(8).array());
  }

  /** Writes bytes; returns whether the connection took them. */
  public boolean write(byte[] bytes) {
    try {
      out.write(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads frames, to the first of one of these types; empty if the connection ends before. */
  public Optional<Frame> next(List<Integer> types) throws IOException {
    try {
      while (true) {
        int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        int unusedFlags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        if (types.contains(type)) {
          return Optional.of(new Frame(type, stream, payload));
        }
      }
    } catch (EOFException | SocketException e) {
      return Optional.empty();
    }
  }

  /** Does the same beside what is written. */
  public CompletableFuture<Optional<Frame>> later(List<Integer> types) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return next(types);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
