// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Maps run-time IDs to their meanings, and tokens back to IDs, from the facts of a feed, with
 * intervals and evidence.
 *
 * <p>Facts come through the methods of {@link RuntimeFeed}; {@link #now} and {@link #at} return
 * views for questions. The same fact from two sources is one entry with two pieces of evidence.
 * Each fact counts at its own time, however late it comes. Unloading ends an ID and all that
 * depends on it; a reused ID begins a new entry. Where a fact gives a living ID another meaning,
 * the ID is uncertain from then on, until an unload is reported that explains it.
 *
 * <p>Threads: one thread feeds at a time, and another that feeds meanwhile is refused with an
 * {@link IllegalStateException}; any number read meanwhile. No reader ever waits or makes the
 * writer wait; a reader sees every fact whose call had returned before the question. Memory: about
 * 70 bytes for each meaning of a ClassID or FunctionID, 16 more for each further kind of evidence,
 * up to 300 more for the times of evidence that is repeated; {@link #forgetBefore} frees it.
 *
 * <p>A session has one; {@code Session.newMap} makes one without a session. Not to be implemented
 * outside this library: later versions add methods.
 */
public interface RuntimeIdMap extends RuntimeFeed {

  /** Returns the map as of now: each answer is as of the time of its question. */
  IdView now();

  /**
   * Returns the map as of a time. The valid IDs of that time, and their evidence, do not change any
   * more once facts of a later time arrive, except by an observation that waited for such a fact.
   * Later facts may still add to descriptions, such as a base type or the path of a module. A late
   * fact of an earlier time does change the view.
   */
  IdView at(long time);

  /**
   * Returns the map as of the last moment at which a fact held. At that time everything about it
   * was known, such as a base type that was announced later, or code that was reported later.
   */
  IdView atEndOf(Fact fact);

  /** All entries there ever were. */
  IdHistory history();

  /**
   * Adds a listener, which gets the changes from now on until it is removed. A listener that throws
   * gets no more calls; the call that fed the fact throws its exception, after the fact has been
   * processed.
   */
  void addListener(MapListener listener);

  /**
   * Removes a listener. It gets no more calls, except for one that the feeding thread is making
   * right now.
   */
  void removeListener(MapListener listener);

  /** Returns the metadata of a module that has no file; empty if the feed had no copy of it. */
  Optional<Bytes> metadataOf(LoadedModule module);

  /** Returns the runtime that the facts are about, once the feed has reported it. */
  Optional<RuntimeInfo> runtime();

  /**
   * Facts that conflict with what was known; the first 1,000 are kept, all are counted in the
   * {@link #statistics}.
   */
  List<Conflict> conflicts();

  /**
   * Returns a lease if an ID may be used in a request to the running program, while the feed
   * continues.
   *
   * @param <I> the kind of ID
   */
  <I extends RuntimeID> LeaseAnswer<I> lease(I id);

  /** Returns whether the ID still has the meaning of the lease, and the feed continues. */
  boolean isValid(Lease<?> lease);

  /**
   * Returns why the feed ended, once it has: then the map can be read, but no more requests to the
   * program are possible.
   */
  Optional<String> sealed();

  /** Returns the runtime's own name of a method; empty if the feed had none. */
  Optional<ReportedName> reportedName(FunctionFact function);

  /**
   * Returns the runtime's own name of a TypeDef, without type arguments; empty if the feed had
   * none.
   */
  Optional<String> reportedName(ModuleID module, Token typeDef);

  /**
   * Passes on the facts that this map has kept, in the order of their times: another map that takes
   * them in gives the same answers. They are not all facts that came: repeated evidence is left
   * out, and so are samples, whose executions are passed as {@link RuntimeFeed#functionExecuting}.
   *
   * <p>Counts as feeding: call it on the thread that feeds, or while none does. Takes some 100
   * bytes for each fact meanwhile.
   */
  void passFacts(RuntimeFeed feed);

  /** What was counted so far. */
  MapStatistics statistics();

  /**
   * Drops the history before a time, and frees its memory: IDs and code that had ended by then, and
   * the evidence for them. What lived on is kept from its own beginning, with its evidence.
   *
   * <p>Afterwards an answer about an earlier time is from what was kept; where that says nothing,
   * the answer says that the facts were dropped: {@link Meaning.Forgotten}, {@link
   * CodeLocation.Forgotten}, {@link LookupAnswer.Reason#FORGOTTEN}. An answer about a later time is
   * the same as before, but for IDs that had ended by then: these are unknown. IDs that were
   * uncertain are kept. Of a token of a living module it is still known that its IDs were unloaded,
   * and when. A fact of an earlier time that comes later has its place only if it is about a
   * meaning that was kept; others count as {@linkplain MapStatistics#lost lost}. So a program
   * forgets what is older than any source may be late.
   *
   * <p>Counts as feeding: call it on the thread that feeds, or while none does. Readers go on
   * meanwhile. Takes time for each fact that is kept, and some 100 bytes meanwhile.
   *
   * @param time a time; one after the newest fact is that of the newest fact
   */
  void forgetBefore(long time);

  /** Returns the time before which the facts were dropped, if any were. */
  OptionalLong forgottenBefore();
}
