// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.List;

/**
 * A connection to the web server with just enough HTTP/1.1 for its answers: chunked bodies over a
 * persistent connection. A full client would take time from the measured program. Not thread-safe.
 */
final class WebConnection implements AutoCloseable {

  private static final String SHIP =
      "{\"id\":1,\"name\":\"Ship 1\",\"cargo\":1,\"berth\":{\"pier\":1,\"side\":\"a\"},"
          + "\"crates\":[{\"content\":\"beans\",\"number\":1}]}";

  /** The requests, which are sent in turn by number. */
  private static final List<byte[]> REQUESTS =
      List.of(
          request("GET /", ""),
          request("POST /ships", SHIP),
          request("GET /ships/1", ""),
          request("GET /ships?cargo=Tea", ""));

  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  WebConnection(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  private static byte[] request(String methodAndPath, String body) {
    String content =
        body.isEmpty()
            ? ""
            : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
    String text = methodAndPath + " HTTP/1.1\r\nHost: harbour\r\n" + content + "\r\n" + body;
    return text.getBytes(US_ASCII);
  }

  /** Sends the request of that number, reads the whole answer, and returns its status code. */
  int ask(int number) throws IOException {
    socket.getOutputStream().write(REQUESTS.get(number % REQUESTS.size()));
    String status = line();
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      chunked |= header.equalsIgnoreCase("Transfer-Encoding: chunked");
      if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
        in.skipNBytes(Integer.parseInt(header.substring(15).strip()));
      }
    }
    if (chunked) {
      skipChunks();
    }
    return Integer.parseInt(status.substring(9, 12));
  }

  private void skipChunks() throws IOException {
    for (int size = Integer.parseInt(line(), 16); size != 0; size = Integer.parseInt(line(), 16)) {
      in.skipNBytes(size);
      line();
    }
    line();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection was closed");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
