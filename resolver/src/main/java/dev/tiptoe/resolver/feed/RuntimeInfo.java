// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

/**
 * The runtime that the facts are about, and how their recording began.
 *
 * @param kind desktop CLR or CoreCLR
 * @param major the product's major version
 * @param minor the product's minor version
 * @param build the product's build number
 * @param version the version in the runtime's own words
 * @param start how the recording began
 */
public record RuntimeInfo(Kind kind, int major, int minor, int build, String version, Start start) {

  /** Refuses null. */
  public RuntimeInfo {
    requireNonNull(kind, "kind");
    requireNonNull(version, "version");
    requireNonNull(start, "start");
  }

  /** The two families of runtimes. */
  public enum Kind {
    /** .NET Framework. */
    DESKTOP_CLR,
    /** .NET Core and .NET. */
    CORE_CLR
  }

  /** The ways in which a recording began. */
  public enum Start {
    /** With the process, so that nothing came before it. */
    STARTUP,
    /** Later, with a catch-up of earlier facts as far as possible. */
    ATTACH
  }
}
