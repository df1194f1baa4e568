// SPDX-License-Identifier: Apache-2.0
/**
 * References between modules: what the tokens of a loaded module mean, over the modules that are
 * loaded and no others.
 *
 * <p>{@link dev.tiptoe.resolver.Moment} is where to ask; {@link
 * dev.tiptoe.resolver.reference.References} answers. It does what the runtime would do without
 * asking the runtime, which might load a type. A tour:
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
 * <p>Answers are closed: {@link dev.tiptoe.resolver.answer.TypeResolution} and {@link
 * dev.tiptoe.resolver.answer.MemberResolution} are resolved, ambiguous, or unresolved with a
 * reason. {@link dev.tiptoe.resolver.answer.RuntimeType} is a type as a running program has it, and
 * {@link dev.tiptoe.resolver.reference.LoadedTypes} leads there from tokens and signatures. Which
 * module of several of one name is meant is told by {@link
 * dev.tiptoe.resolver.reference.LoadedModules}, which knows their load contexts.
 */
@NullMarked
package dev.tiptoe.resolver.reference;

import org.jspecify.annotations.NullMarked;
