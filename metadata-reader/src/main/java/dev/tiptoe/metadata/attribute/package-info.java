// SPDX-License-Identifier: Apache-2.0
/**
 * Values that metadata carries: the arguments of custom attributes and the constants of fields,
 * parameters and properties, decoded. What a type in them <em>is</em> beyond its name is another
 * module's matter and asked of an {@link dev.tiptoe.metadata.attribute.EnumResolver}.
 */
@NullMarked
package dev.tiptoe.metadata.attribute;

import org.jspecify.annotations.NullMarked;
