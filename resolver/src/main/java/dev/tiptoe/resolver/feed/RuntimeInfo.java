// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

/**
 * The runtime that the facts are about, and how their recording began.
 *
 * @param kind desktop CLR or CoreCLR
 * @param major the product's major version
 * @param minor the product's minor version
 * @param build the product's build number
 * @param version the version as the runtime words it
 * @param start how the recording began
 */
public record RuntimeInfo(Kind kind, int major, int minor, int build, String version, Start start) {

  /** The two families of runtimes. */
  public enum Kind {
    /** .NET Framework. */
    DESKTOP_CLR,
    /** .NET Core and .NET. */
    CORE_CLR
  }

  /** How a recording began. */
  public enum Start {
    /** With the process: nothing came before it. */
    STARTUP,
    /** Later: what came before was caught up with, as far as it could be. */
    ATTACH
  }
}
