// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A reference to another assembly.
 *
 * @ecma II.22.5
 */
public final class AssemblyRef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x23;

  private static final int VERSION = column(TABLE, "MajorVersion");
  private static final int FLAGS = column(TABLE, "Flags");
  private static final int PUBLIC_KEY_OR_TOKEN = column(TABLE, "PublicKeyOrToken");
  private static final int NAME = column(TABLE, "Name");
  private static final int CULTURE = column(TABLE, "Culture");
  private static final int HASH_VALUE = column(TABLE, "HashValue");

  private static final int FULL_PUBLIC_KEY = 0x1;

  /** Creates the view of row {@code rid} of {@code image}. */
  public AssemblyRef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the simple name. */
  public String name() {
    return string(NAME);
  }

  /** Returns the requested identity. */
  public AssemblyIdentity identity() {
    Bytes key = publicKeyOrToken();
    boolean full = (flags() & FULL_PUBLIC_KEY) != 0;
    String token = full ? PublicKey.token(key) : PublicKey.hex(key);
    return new AssemblyIdentity(name(), version(VERSION), culture(), token);
  }

  /** {@code AssemblyFlags}; 1 when the whole public key is given. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the public key, or its token; empty when the assembly is not signed. */
  public Bytes publicKeyOrToken() {
    return blob(PUBLIC_KEY_OR_TOKEN);
  }

  /** Returns the culture; empty for the neutral one. */
  public String culture() {
    return string(CULTURE);
  }

  /** Returns the hash of the assembly at compile time; usually empty. */
  public Bytes hashValue() {
    return blob(HASH_VALUE);
  }
}
