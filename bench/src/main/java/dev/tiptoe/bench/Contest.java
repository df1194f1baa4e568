// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Runs our side and its peers on the same works, in turn. What slows the machine down slows all of
 * them, so the ratio stays the same.
 *
 * <p>Each side is a process of its own. All do a work once with every character counted, to check
 * that they agree, then {@code warmUp} times to warm up, then {@code rounds} times.
 */
public final class Contest implements AutoCloseable {

  private final Contestant ours;
  private final List<Contestant> peers = new ArrayList<>();
  private final int warmUp;
  private final int rounds;

  /** Starts ours and its only peer. */
  public Contest(List<String> ours, List<String> peer, int warmUp, int rounds) throws IOException {
    this(ours, Map.of("the peer", peer), warmUp, rounds);
  }

  /** Starts all sides: the peers' commands, by their names for error messages. */
  public Contest(List<String> ours, Map<String, List<String>> peers, int warmUp, int rounds)
      throws IOException {
    this.ours = Contestant.start("our side", ours);
    for (Map.Entry<String, List<String>> peer : peers.entrySet()) {
      this.peers.add(Contestant.start(peer.getKey(), peer.getValue()));
    }
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /** Measures all sides; the fastest of several peers counts. */
  public RaceResult at(Race work) {
    String word = work.word();
    Timing whole = Timing.parse(ours.ask(Stage.WHOLE + word));
    boolean agree = true;
    for (Contestant peer : peers) {
      agree &= whole.agrees(Timing.parse(peer.ask(Stage.WHOLE + word)));
    }
    long[] ourTimes = new long[rounds];
    long[][] theirTimes = new long[peers.size()][rounds];
    for (int i = -warmUp; i < rounds; i++) {
      Timing our = Timing.parse(ours.ask(word));
      for (int peer = 0; peer < theirTimes.length; peer++) {
        Timing their = Timing.parse(peers.get(peer).ask(word));
        agree &= our.agrees(their);
        theirTimes[peer][Math.max(i, 0)] = their.nanoseconds();
      }
      ourTimes[Math.max(i, 0)] = our.nanoseconds();
    }
    long fastest = Arrays.stream(theirTimes).mapToLong(Contest::median).min().orElse(0);
    return new RaceResult(work, whole.count(), median(ourTimes), fastest, agree);
  }

  /** Returns the heap that our side needs. */
  public HeapFootprint footprint() {
    return HeapFootprint.parse(ours.ask(MetadataBench.FOOTPRINT));
  }

  private static long median(long[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }

  /** Ends all sides as they end by themselves, with what they have started. */
  public void end() throws IOException {
    ours.end();
    for (Contestant peer : peers) {
      peer.end();
    }
  }

  /** Kills all sides. */
  @Override
  public void close() {
    ours.close();
    peers.forEach(Contestant::close);
  }
}
