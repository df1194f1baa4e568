// SPDX-License-Identifier: Apache-2.0
/**
 * References between modules: from a TypeRef to the TypeDef it means, over the modules that are
 * loaded and no others.
 *
 * <p>{@link dev.tiptoe.resolver.reference.RuntimeType} is a type as a running program has it, and
 * {@link dev.tiptoe.resolver.reference.LoadedTypes} leads there from tokens and signatures. {@link
 * dev.tiptoe.resolver.reference.TypeRefResolver} does what the runtime would do, without asking the
 * runtime: asking may load.
 */
@NullMarked
package dev.tiptoe.resolver.reference;

import org.jspecify.annotations.NullMarked;
