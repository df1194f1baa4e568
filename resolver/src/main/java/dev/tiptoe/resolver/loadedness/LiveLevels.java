// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The levels of now, kept up with a map by those who ask. Thread-safe.
 *
 * <p>A question about a TypeDef about which nothing follows is answered without a lock, if no
 * change is pending. Any other takes in the changes that came before it. It does so in small parts,
 * so that of several threads each goes on as soon as its own changes are in, even if another thread
 * took them in.
 */
final class LiveLevels implements AskedLevels {

  /** How many changes are taken in while others wait. */
  private static final int PART = 64;

  private static final int MOST_ATTEMPTS = 8;

  private final Object lock = new Object();
  private final IdView view;
  private final MapChanges changes = new MapChanges();
  private final Learnt learnt;
  private final Function<IdView, TypeFacts> facts;

  /** What was worked out; null while it is worked out again. */
  private volatile @Nullable Following following;

  /** How often something had been learnt of modules when it was last asked for. */
  private volatile long modules;

  /** The metadata by which it was worked out; null before the first question. */
  private @Nullable TypeFacts read;

  private Lasting lasting;

  LiveLevels(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    this.view = map.now();
    this.facts = facts;
    map.addListener(changes);
    this.learnt = Learnt.from(map);
    this.lasting = new LastingModules(view);
  }

  @Override
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    Following current = following;
    if (current != null
        && learnt.ofModules() == modules
        && !changes.arePending()
        && current == following // or the changes were taken in by another
        && !current.mayKnow(new TypeKey(module, typeDef))) {
      return current.plainLevels().classIDs(module, typeDef);
    }
    return ask(levels -> levels.classIDs(module, typeDef));
  }

  @Override
  public <A> A ask(Function<Levels, A> question) {
    MapChanges.Position told = changes.position();
    for (int attempt = 1; ; ) {
      synchronized (lock) {
        Following current = current();
        if (takeIn(current, told)) {
          Levels levels = current.levels();
          A answer = question.apply(levels);
          if (!levels.isOutdated()) {
            return answer;
          }
          attempt = goOn(attempt);
          told = changes.position();
        }
      }
    }
  }

  /** After an answer that lacks its proof, which facts took away meanwhile. */
  private int goOn(int attempt) {
    if (attempt == MOST_ATTEMPTS) {
      throw new IllegalStateException("what follows from the facts has no proof");
    }
    if (attempt > 1) {
      following = null;
    }
    return attempt + 1;
  }

  /** Takes in some changes. Returns whether those that a question follows are taken in. */
  private boolean takeIn(Following current, MapChanges.Position told) {
    if (!changes.areTaken(told)) {
      changes.take(PART, current::changed, current::changed);
      current.settle();
      changes.release();
    }
    return changes.areTaken(told) && !current.isLost();
  }

  private Following current() {
    Following known = following;
    long newest = learnt.ofModules();
    boolean holds = known != null && !known.isLost() && !changes.hasGap();
    TypeFacts present = facts.apply(view);
    if (known != null && holds && newest == modules && present == read) {
      return known;
    }
    if (known != null && known.isLost()) {
      lasting = Lasting.nothing();
    }
    lasting.forget();
    Following current =
        known != null && holds && known.follow(present) ? known : workOutAgain(present);
    modules = newest;
    read = present;
    return current;
  }

  private Following workOutAgain(TypeFacts present) {
    following = null;
    changes.begin();
    Following again = new Following(view, present, lasting);
    again.begin();
    following = again;
    return again;
  }
}
