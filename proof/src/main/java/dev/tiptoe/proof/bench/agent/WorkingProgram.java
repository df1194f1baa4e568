// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import dev.tiptoe.proof.bench.Contestant;
import dev.tiptoe.proof.bench.Timing;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A program that runs and can be asked for work. For one thread. */
interface WorkingProgram extends AutoCloseable {

  /** The process. */
  Contestant process();

  /** Has it work so much. */
  Timing work(int amount) throws IOException;

  @Override
  default void close() {
    process().close();
  }

  /** Starts a program; that is done when it is able to work. */
  @FunctionalInterface
  interface Start {
    WorkingProgram of(List<String> command, Map<String, String> environment) throws IOException;
  }

  /** A program that is asked by lines of its standard input. */
  record Asked(Contestant process, String word) implements WorkingProgram {
    @Override
    public Timing work(int amount) {
      return Timing.parse(process.ask(word + " " + amount));
    }

    /** It is able to work when it has answered once. */
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

  /** A server on a loopback port, and clients of it here. */
  record Served(Contestant process, WebClients clients) implements WorkingProgram {
    @Override
    public Timing work(int amount) throws IOException {
      return clients.ask(amount, process.pid());
    }

    /** It is able to work when it has answered once. */
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
