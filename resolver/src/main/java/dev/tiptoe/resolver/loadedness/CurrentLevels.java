// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The current levels of a map. A question first applies the changes that the map reported before
 * it. Thread-safe.
 *
 * <p>A question about a TypeDef to which no rule leads needs no lock if no change is pending. Other
 * questions share a lock, and hold it alone while they apply changes. They apply them in small
 * parts, so that each of several threads continues when its own changes are applied, by whichever
 * thread. The first question computes everything, once: those that come meanwhile wait for it.
 */
final class CurrentLevels implements Loadedness.Source {

  /** How many changes are applied while other threads wait. */
  private static final int PART = 64;

  private static final int MOST_ATTEMPTS = 8;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final IdView view;
  private final ChangeQueue changes = new ChangeQueue();
  private final ChangeCounts counts;
  private final Function<IdView, TypeFacts> facts;

  /** The inference that is up to date but for pending changes; null while one is computed anew. */
  private volatile @Nullable Inference inference;

  /** The count of changes to modules at the last question. */
  private volatile long modules;

  /** The metadata that the inference uses; null before the first question. */
  private @Nullable TypeFacts used;

  private Permanence permanence;

  CurrentLevels(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    this.view = map.now();
    this.facts = facts;
    map.addListener(changes);
    this.counts = ChangeCounts.of(map);
    this.permanence = new PermanentModules(view);
  }

  @Override
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    Inference current = inference;
    if (current != null
        && counts.modules() == modules
        && !changes.arePending()
        && current == inference // or the changes were applied to another
        && !current.mayLeadTo(new TypeKey(module, typeDef))) {
      return current.observedLevels().classIDs(module, typeDef);
    }
    return ask(levels -> levels.classIDs(module, typeDef));
  }

  @Override
  public <A> A ask(Function<Levels, A> question) {
    ChangeQueue.Position asked = changes.position();
    for (int attempt = 1; ; ) {
      Optional<A> answer = askShared(question, asked);
      if (answer.isPresent()) {
        return answer.get();
      }
      lock.writeLock().lock();
      try {
        Inference current = current();
        if (apply(current, asked)) {
          Levels levels = current.levels();
          A alone = question.apply(levels);
          if (!levels.isOutdated()) {
            return alone;
          }
          attempt = goOn(attempt);
          asked = changes.position();
        }
      } finally {
        lock.writeLock().unlock();
      }
    }
  }

  /** Answers beside other questions; empty if changes that came before it are to be applied. */
  @SuppressWarnings("ReferenceEquality") // facts always answer the same
  private <A> Optional<A> askShared(Function<Levels, A> question, ChangeQueue.Position asked) {
    if (inference == null || counts.modules() != modules) {
      return Optional.empty();
    }
    TypeFacts present = facts.apply(view);
    lock.readLock().lock();
    try {
      Inference current = inference;
      if (current == null
          || present != used
          || counts.modules() != modules
          || changes.hasGap()
          || !changes.areReleased(asked)
          || current.isLost()) {
        return Optional.empty();
      }
      Levels levels = current.levels();
      A answer = question.apply(levels);
      return levels.isOutdated() ? Optional.empty() : Optional.of(answer);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Prepares another attempt, after facts removed the proof of an answer meanwhile. */
  private int goOn(int attempt) {
    if (attempt == MOST_ATTEMPTS) {
      throw new IllegalStateException("what follows from the facts has no proof");
    }
    if (attempt > 1) {
      inference = null;
    }
    return attempt + 1;
  }

  /** Applies some changes. Returns whether all that came before a question are applied. */
  private boolean apply(Inference current, ChangeQueue.Position asked) {
    if (!changes.areReleased(asked)) {
      changes.take(PART, current::update, current::update);
      current.propagate();
      changes.release();
    }
    return changes.areReleased(asked) && !current.isLost();
  }

  private Inference current() {
    Inference known = inference;
    long newest = counts.modules();
    boolean holds = known != null && !known.isLost() && !changes.hasGap();
    TypeFacts present = facts.apply(view);
    if (known != null && holds && newest == modules && present == used) {
      return known;
    }
    if (known != null && known.isLost()) {
      permanence = Permanence.none();
    }
    permanence.refresh();
    Inference current =
        known != null && holds && known.adopt(present) ? known : computeAnew(present);
    modules = newest;
    used = present;
    return current;
  }

  private Inference computeAnew(TypeFacts present) {
    inference = null;
    changes.begin();
    Inference anew = new Inference(view, present, permanence);
    anew.begin();
    inference = anew;
    return anew;
  }
}
