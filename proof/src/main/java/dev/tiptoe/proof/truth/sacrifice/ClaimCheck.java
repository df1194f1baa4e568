// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks claims against the answers of a process, in batches. Mutable, for one thread.
 *
 * <p>A process that is lost is asked nothing more; what it was not asked is counted.
 */
final class ClaimCheck {

  /** So many questions fit into what the system takes before anybody reads it. */
  private static final int BATCH = 128;

  /** A claim that the answer seems to deny, or that seems to have been missed. */
  private record Doubt(Claim claim, Reply reply, ClaimTally tally) {}

  private final Line line;
  private final Set<ClassID> claimedAnnounced;
  private final Announced announced;
  private final List<Doubt> doubts = new ArrayList<>();
  private boolean lost;

  /**
   * A check over this line.
   *
   * @param announced what is announced from now on; the answers add to it
   * @param claimedAnnounced the classes of which it is claimed that they were announced before
   */
  ClaimCheck(Line line, Announced announced, Set<ClassID> claimedAnnounced) {
    this.line = line;
    this.announced = announced;
    this.claimedAnnounced = claimedAnnounced;
  }

  /** Asks about each claim. What is announced meanwhile must not be claimed to have been before. */
  void check(Stream<Claim> claims, ClaimTally tally) {
    Iterator<Claim> all = claims.iterator();
    while (all.hasNext()) {
      List<Claim> batch = new ArrayList<>(BATCH);
      while (batch.size() < BATCH && all.hasNext()) {
        batch.add(all.next());
      }
      if (lost) {
        tally.unasked("the process had ended", batch.size());
      } else {
        check(batch, tally);
      }
    }
  }

  private void judge(Claim claim, Reply reply, ClaimTally tally) {
    ClaimVerdict verdict = claim.judge(reply, announced);
    if (verdict instanceof ClaimVerdict.Wrong || verdict instanceof ClaimVerdict.Missed) {
      doubts.add(new Doubt(claim, reply, tally));
    } else {
      tally.add(verdict);
    }
  }

  /**
   * Judges again what seemed wrong or missed, now that the trace was read on: what other threads
   * had announced is known only from there.
   */
  void conclude() {
    doubts.forEach(doubt -> doubt.tally().add(doubt.claim().judge(doubt.reply(), announced)));
    doubts.clear();
  }

  /** Whether the process was lost over a question. */
  boolean isOver() {
    return lost;
  }

  private void check(List<Claim> batch, ClaimTally tally) {
    List<Reply> replies = line.ask(batch.stream().map(Claim::question).toList());
    for (int i = 0; i < replies.size(); i++) {
      Reply reply = replies.get(i);
      for (ClassID id : reply.announced()) {
        if (claimedAnnounced.contains(id)) {
          tally.wrong(id + " was claimed to have been announced, and was only now");
        }
      }
      tally.count("loads announced meanwhile", reply.announced().size());
      announced.add(reply.announced());
      judge(batch.get(i), reply, tally);
    }
    if (replies.size() < batch.size()) {
      lost = true;
      tally.unasked("the process ended at " + batch.get(replies.size()).question(), 1);
      tally.unasked("the process had ended", batch.size() - replies.size() - 1L);
    }
  }
}
