// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import java.util.Optional;

/**
 * A source file. Immutable.
 *
 * @param path the path that the compiler saw
 * @param url where Source Link says that it can be fetched; not checked and not fetched
 */
public record SourceDocument(String path, Optional<String> url) {

  /** Returns the path. */
  @Override
  public String toString() {
    return path;
  }
}
