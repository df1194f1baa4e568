// SPDX-License-Identifier: Apache-2.0
/**
 * Resolves run-time IDs, tokens and references, in both directions, from what a program announced
 * by itself. {@link dev.tiptoe.resolver.Session} is the entry point; {@link
 * dev.tiptoe.resolver.Moment} answers questions.
 *
 * <p>An example, which is compiled and run as a test. Facts are fed as they become known:
 *
 * <pre>{@code
 * Session session = new Session();
 * session.feed().moduleLoaded(11_800_000, port, LoadedModule.ofFile(file));
 * session.feed().classLoaded(12_300_000, ship, new Defined(port, shipToken, object, List.of()));
 * session.feed().functionSeen(14_000_000, sail, sailShape, FunctionSource.STACK);
 * session.feed().codeSeen(14_000_000, sail, NativeCode.at(0x7f0c_8000, 0x200));
 * }</pre>
 *
 * <p>Questions go to a moment, the newest or any other:
 *
 * <pre>{@code
 * Moment now = session.now();
 * out.println(now.nameOf(ship));
 * out.println(now.classIDs(port, shipToken).why());
 * out.println(session.at(12_000_000).classIDs(port, shipToken).why());
 * out.println(now.codeAt(0x7f0c_8123).function().map(it -> now.nameOf(it.id())).orElse("?"));
 * }</pre>
 *
 * <p>Each package below can be used alone: {@code feed} has the facts, {@code id} the typed IDs,
 * {@code map} the meanings of IDs over time, {@code module} the metadata of loaded modules, {@code
 * reference} resolves references, {@code loadedness} deduces how far types are loaded, {@code
 * field} lists their fields, {@code symbol} has their names.
 */
@NullMarked
package dev.tiptoe.resolver;

import org.jspecify.annotations.NullMarked;
