// SPDX-License-Identifier: Apache-2.0
/**
 * Decodes values in metadata: the arguments of custom attributes and the constants of fields,
 * parameters and properties. What a type in them <em>is</em> beyond its name may depend on another
 * module, which an {@link dev.tiptoe.metadata.attribute.EnumResolver} looks up.
 */
@NullMarked
package dev.tiptoe.metadata.attribute;

import org.jspecify.annotations.NullMarked;
