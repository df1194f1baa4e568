// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Contestant;
import dev.tiptoe.bench.Timing;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A running program that does work on request. Not thread-safe. */
interface WorkingProgram extends AutoCloseable {

  /** Returns the process. */
  Contestant process();

  /** Makes it do so much work. */
  Timing work(int amount) throws IOException;

  @Override
  default void close() {
    process().close();
  }

  /** Starts a program; returns when it is ready to work. */
  @FunctionalInterface
  interface Start {
    WorkingProgram of(List<String> command, Map<String, String> environment) throws IOException;
  }

  /** A program that takes requests as lines of its standard input. */
  record Asked(Contestant process, String word) implements WorkingProgram {
    @Override
    public Timing work(int amount) {
      return Timing.parse(process.ask(word + " " + amount));
    }

    /** It is ready when it has answered once. */
    static Start start(String word) {
      return (command, environment) -> {
        WorkingProgram subject = new Asked(Contestant.start(word, command, environment), word);
        try {
          subject.work(0);
          return subject;
        } catch (RuntimeException e) {
          subject.close();
          throw e;
        }
      };
    }
  }

  /** A server on a loopback port, with clients of it here. */
  record Served(Contestant process, WebClients clients) implements WorkingProgram {
    @Override
    public Timing work(int amount) throws IOException {
      return clients.ask(amount, process.pid());
    }

    /** It is ready when it has answered once. */
    static WorkingProgram start(List<String> command, Map<String, String> environment)
        throws IOException {
      Contestant process = Contestant.start("the server", command, environment);
      try {
        WebClients clients = new WebClients(URI.create(process.line("its address")));
        clients.ask(1, process.pid());
        return new Served(process, clients);
      } catch (IOException | RuntimeException e) {
        process.close();
        throw e;
      }
    }
  }
}
