// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Ours and the peer at the same works, in turn: what slows the machine down slows both, so that the
 * ratio stays what it is.
 *
 * <p>Each side is a process of its own. Both do a work once with every character counted, so that
 * it is known whether they agree, then {@code warmUp} times to warm up, then {@code rounds} times.
 */
public final class Contest implements AutoCloseable {

  private final Contestant ours;
  private final Contestant peer;
  private final int warmUp;
  private final int rounds;

  /** Starts both sides. */
  public Contest(List<String> ours, List<String> peer, int warmUp, int rounds) throws IOException {
    this.ours = Contestant.start("our side", ours);
    this.peer = Contestant.start("the peer", peer);
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /** Lets both do a work. */
  public Comparison at(Work work) {
    Timing wholeOurs = Timing.parse(ours.ask(MetadataBench.WHOLE + work.word()));
    Timing wholePeer = Timing.parse(peer.ask(MetadataBench.WHOLE + work.word()));
    boolean agree = wholeOurs.agrees(wholePeer);
    long[] ourTimes = new long[rounds];
    long[] peerTimes = new long[rounds];
    for (int i = -warmUp; i < rounds; i++) {
      Timing our = Timing.parse(ours.ask(work.word()));
      Timing their = Timing.parse(peer.ask(work.word()));
      agree &= our.agrees(their);
      if (i >= 0) {
        ourTimes[i] = our.nanoseconds();
        peerTimes[i] = their.nanoseconds();
      }
    }
    return new Comparison(work, wholeOurs.count(), median(ourTimes), median(peerTimes), agree);
  }

  /** How much heap our side takes. */
  public Footprint footprint() {
    return Footprint.parse(ours.ask(MetadataBench.FOOTPRINT));
  }

  /** A method to name: a file, a tab, and the token. */
  public String method() {
    return ours.ask(MetadataBench.METHOD);
  }

  /** Runs two commands in turn, each to its end: what counts is the whole process. */
  public Comparison first(List<String> our, List<String> their) throws IOException {
    long[] ourTimes = new long[rounds];
    long[] peerTimes = new long[rounds];
    boolean agree = true;
    // Once to warm up: for what both read to be in memory.
    for (int i = -1; i < rounds; i++) {
      long start = System.nanoTime();
      String ourAnswer = output(our);
      long between = System.nanoTime();
      String theirAnswer = output(their);
      long end = System.nanoTime();
      agree &= ourAnswer.equals(theirAnswer);
      if (i >= 0) {
        ourTimes[i] = between - start;
        peerTimes[i] = end - between;
      }
    }
    return new Comparison(Work.FIRST, 1, median(ourTimes), median(peerTimes), agree);
  }

  private static String output(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new LaunchException(command.get(0) + " ended with " + process.exitValue());
      }
      return output;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
  }

  private static long median(long[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }

  @Override
  public void close() {
    ours.close();
    peer.close();
  }
}
