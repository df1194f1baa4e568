// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;

/**
 * The assembly whose manifest this module holds.
 *
 * @ecma II.22.2
 */
public final class Assembly extends Row {

  /** The table's number. */
  public static final int TABLE = 0x20;

  private static final int HASH_ALG_ID = column(TABLE, "HashAlgId");
  private static final int VERSION = column(TABLE, "MajorVersion");
  private static final int FLAGS = column(TABLE, "Flags");
  private static final int PUBLIC_KEY = column(TABLE, "PublicKey");
  private static final int NAME = column(TABLE, "Name");
  private static final int CULTURE = column(TABLE, "Culture");

  /** Creates the view of row {@code rid} of {@code image}. */
  public Assembly(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Name, version, culture and public key token. */
  public AssemblyIdentity identity() {
    return new AssemblyIdentity(name(), version(VERSION), culture(), PublicKey.token(publicKey()));
  }

  /** {@code AssemblyHashAlgorithm}, such as 0x8004 for SHA-1. */
  public int hashAlgorithm() {
    return cell(HASH_ALG_ID);
  }

  /** {@code AssemblyFlags}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the whole public key; empty when it is not signed. */
  public Bytes publicKey() {
    return blob(PUBLIC_KEY);
  }

  /** Returns the simple name. */
  public String name() {
    return string(NAME);
  }

  /** Returns the culture; empty for the neutral one. */
  public String culture() {
    return string(CULTURE);
  }

  /** Returns its security declarations. */
  public List<DeclSecurity> securityDeclarations() {
    return referring(DeclSecurity.TABLE, DeclSecurity.PARENT, DeclSecurity::new);
  }
}
