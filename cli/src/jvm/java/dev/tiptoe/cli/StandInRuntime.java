// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process that listens where a runtime would, in a folder for temporary files. It reports one
 * text as its version, its architecture and its command line.
 */
final class StandInRuntime {

  private static final int HEADER = 20;

  private StandInRuntime() {}

  /** Serves in the folder {@code arguments[0]} until it is killed. */
  public static void main(String[] arguments) throws IOException {
    long pid = ProcessHandle.current().pid();
    String name = "dotnet-diagnostic-" + pid + "-" + LinuxProcess.of(pid).startTime() + "-socket";
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(Path.of(arguments[0]).resolve(name)));
    System.out.println(pid);
    while (true) {
      try (SocketChannel peer = server.accept()) {
        ByteBuffer request = ByteBuffer.allocate(HEADER);
        while (request.hasRemaining() && peer.read(request) >= 0) {}
        ByteBuffer answer = answer(pid, UntrustedText.IN_UTF_16);
        while (answer.hasRemaining()) {
          int ignored = peer.write(answer);
        }
      }
    }
  }

  /** Returns the process information of a runtime of .NET 8 or later. */
  private static ByteBuffer answer(long pid, String text) {
    ByteBuffer payload = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
    payload.putInt(1).putLong(pid).putLong(0).putLong(0);
    for (int i = 0; i < 6; i++) {
      payload.putInt(text.length() + 1);
      for (int unit = 0; unit < text.length(); unit++) {
        payload.putChar(text.charAt(unit));
      }
      payload.putChar('\0');
    }
    payload.flip();
    return ByteBuffer.allocate(HEADER + payload.limit())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("DOTNET_IPC_V1\0".getBytes(StandardCharsets.US_ASCII))
        .putShort((short) (HEADER + payload.limit()))
        .put((byte) 0xff)
        .put((byte) 0)
        .putShort((short) 0)
        .put(payload)
        .flip();
  }
}
