// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.DataDirectory;
import java.util.Optional;

/**
 * A resource that this assembly offers.
 *
 * @ecma II.22.24
 */
public final class ManifestResource extends Row {

  /** The table's number. */
  public static final int TABLE = 0x28;

  private static final int OFFSET = column(TABLE, "Offset");
  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "Name");
  private static final int IMPLEMENTATION = column(TABLE, "Implementation");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ManifestResource(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns its offset in the resources of its file, unsigned. */
  public int offset() {
    return cell(OFFSET);
  }

  /** {@code ManifestResourceAttributes}: 1 public, 2 private. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }

  /** Returns its place: nil for this file, or a File or AssemblyRef. */
  public Token implementation() {
    return reference(IMPLEMENTATION);
  }

  /**
   * Returns its bytes, not copied; empty when they are in another file, or when this is metadata
   * without a file.
   *
   * @ecma II.6.2.2 and the CLI header's {@code Resources}
   */
  public Optional<Bytes> content() {
    if (!implementation().isNil()) {
      return Optional.empty();
    }
    Container container = image().container();
    return container.cor20().map(header -> content(container, header.resources()));
  }

  private Bytes content(Container container, DataDirectory resources) {
    Bytes all = container.fromRva(resources.rva()).sliceUpTo(0, resources.size());
    int at = offset();
    if (at < 0 || at > all.length() - 4) {
      throw all.damaged(at, "a resource begins behind the end of the resources");
    }
    return all.slice(at + 4, all.size(at));
  }
}
