// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.True;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unasked;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Unclaimed;
import dev.tiptoe.proof.truth.sacrifice.ClaimVerdict.Wrong;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import java.util.List;

/**
 * A claim about one type: which ClassID it has, and how far it was loaded before the first
 * question.
 *
 * <p>A type that was announced then is not announced again. A type that was never announced is
 * announced now, at its own question or at an earlier one that loaded it too. A usable type has
 * nothing left to load.
 *
 * @param question gets its ClassID, and loads it
 * @param claim the claim
 */
record LoadedSoFar(ClrQuestion question, LookupAnswer<ClassID> claim) implements Claim {

  @Override
  public ClaimVerdict judge(Reply reply, Announced announced) {
    if (Hresult.isFailure(reply.hresult()) || reply.id() == 0) {
      return new Unasked(Hresult.describe(reply.hresult()));
    }
    ClassID id = new ClassID(reply.id());
    if (claim instanceof Loaded<ClassID> loaded) {
      return judge(loaded, id, announced.contains(id), reply.announced().isEmpty());
    }
    if (claim instanceof NeverAnnounced<ClassID>) {
      return announced.contains(id)
          ? new True("never announced")
          : wrong(id, "the question did not announce it");
    }
    return new Unclaimed(claim.getClass().getSimpleName());
  }

  private ClaimVerdict judge(
      Loaded<ClassID> loaded, ClassID id, boolean announcedNow, boolean whole) {
    if (!loaded.ids().isEmpty() && !loaded.ids().equals(List.of(id))) {
      return wrong(id, "the CLR gives another ID");
    }
    if (announcedNow && loaded.atLeast() != Level.PUBLISHED) {
      return wrong(id, "the question announced it");
    }
    if (!whole && loaded.atLeast() == Level.USABLE) {
      return wrong(id, "the question loaded types that it needs");
    }
    String ids = loaded.ids().isEmpty() ? ", without an ID" : "";
    String rule = UsedRules.ruleOf(loaded.proof()).map(name -> ", it " + name).orElse("");
    return new True(loaded.atLeast().inWords() + ids + rule);
  }

  private Wrong wrong(ClassID id, String how) {
    return new Wrong(id + ": " + how + "; claimed: " + claim.why());
  }
}
