// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks claims against the answers of a process, in batches. Mutable, not thread-safe.
 *
 * <p>A process that is lost gets no more questions; the claims left over are counted.
 */
final class ClaimCheck {

  /** The system buffers so many questions before any is read. */
  private static final int BATCH = 128;

  /** A claim that the answer seems to contradict, or that seems to have been missed. */
  private record Doubt(Claim claim, Reply reply, ClaimTally tally) {}

  private final Line line;
  private final Set<ClassID> claimedAnnounced;
  private final Announced announced;
  private final List<Doubt> doubts = new ArrayList<>();
  private boolean lost;

  /**
   * Creates a check over this line.
   *
   * @param announced what is announced from now on; the answers add to it
   * @param claimedAnnounced the classes that are claimed to have been announced before
   */
  ClaimCheck(Line line, Announced announced, Set<ClassID> claimedAnnounced) {
    this.line = line;
    this.announced = announced;
    this.claimedAnnounced = claimedAnnounced;
  }

  /**
   * Checks each claim. A class that is announced meanwhile must not be claimed to have been
   * announced before.
   */
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
   * Judges again what seemed wrong or missed, after the trace was read further: only it has the
   * announcements on other threads.
   */
  void conclude() {
    doubts.forEach(doubt -> doubt.tally().add(doubt.claim().judge(doubt.reply(), announced)));
    doubts.clear();
  }

  /** Returns whether the process was lost over a question. */
  boolean isOver() {
    return lost;
  }

  private void check(List<Claim> batch, ClaimTally tally) {
    List<Reply> replies = line.ask(batch.stream().map(Claim::question).toList());
    for (int i = 0; i < replies.size(); i++) {
      Reply reply = replies.get(i);
      for (ClassID id : reply.announced()) {
        if (claimedAnnounced.contains(id)) {
          tally.wrong(id + " was claimed to have been announced, but a question announced it");
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
