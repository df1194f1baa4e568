// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * IDs of a kind of which there are few, each row with a description as an immutable value. One
 * writer, lock-free readers.
 *
 * @param <D> the description
 */
final class DescribedTable<D extends Description<D>> implements Lifecycle<D> {

  /** What else there is to do about such IDs. */
  interface Kind<D> {

    /** A row came to say more by a time; before the first description it is {@code nothing}. */
    void learned(long at, D before, D now, int row);

    /** A row begins at another time than before. */
    void began(long at, D description, int row);

    /** When something ends that such a thing depends on. */
    End end(D description, long at);

    /** Nothing else. */
    static <D> Kind<D> plain() {
      return new Kind<>() {
        @Override
        public void learned(long at, D before, D now, int row) {}

        @Override
        public void began(long at, D description, int row) {}

        @Override
        public End end(D description, long at) {
          return End.NEVER;
        }
      };
    }
  }

  private final IdTable ids;
  private final NumberedValues<D> descriptions = new NumberedValues<>();
  private final D nothing;
  private final Kind<D> kind;
  private final Replay<D> replay;

  /** The time of the newest fact. */
  private long newest = Long.MIN_VALUE;

  DescribedTable(
      D nothing,
      Kind<D> kind,
      Replay.Shared shared,
      LongFunction<RuntimeID> typed,
      IdTable.Watcher watcher) {
    this.nothing = nothing;
    this.kind = kind;
    this.ids = new IdTable(watcher);
    this.replay = new Replay<>(this, shared, typed);
  }

  @Override
  public IdTable ids() {
    return ids;
  }

  Replay<D> replay() {
    return replay;
  }

  /** The description of a row, which has the row's number. */
  D description(int row) {
    return descriptions.get(row);
  }

  /** Begins a meaning of an ID that has none, or adds to the living one what agrees with it. */
  void met(long at, RuntimeID id, EvidenceKind evidence, D claimed) {
    int row = ids.live(id.value());
    boolean certain = row != Pages.NONE || !replay.hasClaims(id.value());
    boolean late = at < newest || replay.isLate(at);
    newest = Math.max(newest, at);
    if (late || !certain) {
      replay.describe(id.value(), evidence, at, claimed);
    } else if (row == Pages.NONE) {
      begin(at, id.value(), evidence, claimed);
    } else {
      add(at, id.value(), row, evidence, claimed);
    }
  }

  private void begin(long at, long id, EvidenceKind evidence, D description) {
    int row = ids.draft(id, at, evidence, 0, 0);
    descriptions.set(row, description);
    kind.learned(at, nothing, description, row);
    ids.publish(row);
  }

  private void add(long at, long id, int row, EvidenceKind evidence, D claimed) {
    D known = description(row);
    if (known.isOther(claimed)) {
      replay.describe(id, evidence, at, claimed);
    } else if (!known.agrees(claimed)) {
      replay.dispute(id, row, evidence, at, claimed);
    } else {
      D both = known.together(claimed);
      if (!both.equals(known)) {
        replay.keep(row);
        describe(at, row, both);
      }
      if (!both.equals(claimed)) {
        replay.keep(id, evidence, at, claimed);
      }
      ids.meetDescribed(row, evidence, at);
    }
  }

  // ---- life

  @Override
  public D shape(int row) {
    return description(row);
  }

  @Override
  public D named(D shape) {
    return nothing;
  }

  @Override
  public boolean areOthers(D known, D reported) {
    return known.isOther(reported);
  }

  @Override
  public Optional<D> together(D known, boolean announced, D reported, EvidenceKind evidence) {
    return known.agrees(reported) ? Optional.of(known.together(reported)) : Optional.empty();
  }

  @Override
  public int owner(long id, D shape, long at) {
    return Pages.NONE;
  }

  @Override
  public End end(long id, D shape, long at) {
    return kind.end(shape, at);
  }

  @Override
  public int begin(long id, Life<D> life) {
    int row = ids.append(id, life, 0, 0);
    D description = life.shape.anew();
    descriptions.set(row, description);
    kind.learned(life.complete, nothing, description, row);
    ids.publishApart(row);
    return row;
  }

  @Override
  public boolean isOf(int row, Life<D> life) {
    return !description(row).isOther(life.shape);
  }

  @Override
  public void describe(int row, Life<D> life) {
    describe(life.complete, row, life.shape);
  }

  private void describe(long at, int row, D shape) {
    D before = description(row);
    if (!before.equals(shape)) {
      D now = before.inWordsOf(shape);
      descriptions.set(row, now);
      kind.learned(at, before, now, row);
      ids.changed(row);
    }
  }

  @Override
  public void began(int row) {
    kind.began(ids.from(row), description(row), row);
  }

  @Override
  public void ended(int row) {}
}
