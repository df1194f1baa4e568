// SPDX-License-Identifier: Apache-2.0
/**
 * References between modules: from a TypeRef to the TypeDef it means, over the modules that are
 * loaded and no others.
 *
 * <p>{@link dev.tiptoe.resolver.reference.TypeRefResolver} does what the runtime would do, without
 * asking the runtime: asking may load.
 */
@NullMarked
package dev.tiptoe.resolver.reference;

import org.jspecify.annotations.NullMarked;
