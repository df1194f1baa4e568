// SPDX-License-Identifier: Apache-2.0
/**
 * References between modules: resolves the tokens of a loaded module over the modules that are
 * loaded and no others.
 *
 * <p>{@link dev.tiptoe.resolver.Moment} is the entry point; {@link
 * dev.tiptoe.resolver.reference.References} computes the answers. It does what the runtime would
 * do, without a call to the runtime, which might load a type. An example:
 *
 * <pre>{@code
 * Moment now = Session.of(List.of(fruit, app)).now();
 * ModuleID from = new ModuleID(2);
 * TypeResolution type = now.typeDef(from, new Token(0x01000001));
 * RuntimeType tree = now.type(from, new Token(0x1b000001));
 * MemberResolution member = now.member(from, new Token(0x0a000001));
 * out.println(type.kind() + ": " + type.why());
 * }</pre>
 *
 * <p>Answers are closed: {@link dev.tiptoe.resolver.reference.TypeResolution} and {@link
 * dev.tiptoe.resolver.reference.MemberResolution} are resolved, ambiguous, or unresolved with a
 * reason. {@link dev.tiptoe.resolver.reference.RuntimeType} is a type in a running program, and
 * {@link dev.tiptoe.resolver.reference.LoadedTypes} leads there from tokens and signatures. {@link
 * dev.tiptoe.resolver.reference.LoadedModules} chooses among several modules of one name by their
 * load contexts.
 */
@NullMarked
package dev.tiptoe.resolver.reference;

import org.jspecify.annotations.NullMarked;
