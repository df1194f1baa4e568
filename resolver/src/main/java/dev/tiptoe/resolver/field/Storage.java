// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

/** The storage of a field's value. */
public enum Storage {
  /** In each instance. */
  INSTANCE,
  /** Once for the type. */
  STATIC,
  /** Nowhere: it is a constant in the metadata. */
  CONSTANT
}
