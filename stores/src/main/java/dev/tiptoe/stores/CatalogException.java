// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

/** Thrown when a file is not a catalog, or a damaged one; it is then made anew. */
final class CatalogException extends RuntimeException {

  private static final long serialVersionUID = 1;

  CatalogException(String reason) {
    super(reason);
  }
}
