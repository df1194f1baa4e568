// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.serve.OtlpProxy;
import dev.tiptoe.serve.setting.Addresses;
import dev.tiptoe.serve.setting.BackEndSettings;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.serve.setting.ProxySettings;
import dev.tiptoe.serve.setting.Security;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A proxy in a process of its own, until its standard input ends. */
public final class ServedMain {

  private ServedMain() {}

  /** Takes the folder of indexes, the back end, and the ports of gRPC and of the metrics. */
  public static void main(String[] arguments) throws IOException {
    InetAddress local = InetAddress.getLoopbackAddress();
    Limits usual = Limits.of(16 << 20);
    Limits limits =
        new Limits(
            usual.memory(),
            1 << 20,
            usual.connections(),
            usual.sends(),
            usual.perSender(),
            usual.receive(),
            usual.attempt(),
            Duration.ofSeconds(3));
    OtlpProxy proxy =
        OtlpProxy.start(
            new ProxySettings(
                new Addresses(
                    new InetSocketAddress(local, Integer.parseInt(arguments[2])),
                    new InetSocketAddress(local, 0),
                    new InetSocketAddress(local, Integer.parseInt(arguments[3]))),
                Security.NONE,
                new BackEndSettings(
                    URI.create(arguments[1]), Security.NONE, Compression.SAME, List.of()),
                limits,
                Optional.empty()),
            Symbols.of(new SharedIndexFolder(Path.of(arguments[0]))),
            FrameStyle.WRITTEN,
            System.out::println);
    System.out.println("listens");
    while (System.in.read() >= 0) {
      // Until the end.
    }
    boolean empty = proxy.stop(Duration.ofSeconds(30));
    System.out.println(empty ? "stopped" : "stopped with messages in flight");
  }
}
