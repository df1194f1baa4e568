// SPDX-License-Identifier: Apache-2.0
/**
 * Infers how far types are loaded: premises are observations in the map, rules conclude from them,
 * and levels are the answers, now or at a past time.
 *
 * <p>A question goes through:
 *
 * <ol>
 *   <li>{@link Loadedness}, the front;
 *   <li>{@code CurrentLevels}, which first applies pending changes, or {@code PastLevels}, which
 *       computes one time once;
 *   <li>{@code Levels}, which answers one question from observations and conclusions;
 *   <li>{@code ObservedLevels}, which answers from the map alone, and is all that a question needs
 *       about a TypeDef to which no rule leads;
 *   <li>{@code InferenceGraph}, which has the rank of each type that rules lead to;
 *   <li>{@code Proof}, which names the observation and the rules that prove this rank.
 * </ol>
 *
 * <p>A change of the map goes through: {@code ChangeQueue}; {@code Inference}, which finds the
 * premises that changed; {@code Premises}, which reads their observations and applies the rules;
 * and {@code Propagation}, which carries the conclusions along the steps of the {@code
 * InferenceGraph}.
 *
 * <p>Each {@link Rule} is a small class; {@code witnesses.table} names the runtimes on which it was
 * tested, and {@link TypeFacts} is all that rules need of metadata. Nothing here observes, and
 * nothing calls a runtime.
 */
@NullMarked
package dev.tiptoe.resolver.loadedness;

import org.jspecify.annotations.NullMarked;
