// SPDX-License-Identifier: Apache-2.0
/**
 * What must be loaded, given what was observed: rules from one type to another, and the closed
 * answer they lead to.
 *
 * <p>{@link Loadedness} is the question, at one time or kept up; each rule is a small class that
 * names the runtimes it was witnessed on, and {@link TypeFacts} is all that they need of metadata.
 * Nothing here observes, and nothing asks a runtime.
 */
@NullMarked
package dev.tiptoe.resolver.loadedness;

import org.jspecify.annotations.NullMarked;
