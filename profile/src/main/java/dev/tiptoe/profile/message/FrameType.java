// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

/** What a location says of its frame. */
public enum FrameType {
  /** Nothing, as in all of pprof. */
  UNKNOWN,
  /** It runs on .NET. */
  DOTNET,
  /** It runs on another runtime. */
  MANAGED,
  /** It is native code. */
  NATIVE,
  /** It is code of the kernel. */
  KERNEL
}
