// SPDX-License-Identifier: Apache-2.0
/**
 * Deduces which types must be loaded from observations: rules from one type to another, and the
 * closed answers they lead to.
 *
 * <p>{@link Loadedness} answers for one time, or follows a map. Each rule is a small class; {@code
 * witnesses.table} names the runtimes on which it was tested, and {@link TypeFacts} is all that
 * they need of metadata. Nothing here observes, and nothing calls a runtime.
 */
@NullMarked
package dev.tiptoe.resolver.loadedness;

import org.jspecify.annotations.NullMarked;
