// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.given;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;

/** Frames of types named Svc that are each of a namespace and a module of their own. */
public final class TypesOfOneName {

  private TypesOfOneName() {}

  /** Returns a frame of the method Run of a module's type, with these type arguments or none. */
  public static Frame frame(String module, String arguments) {
    return new Frame(
        module + ".Svc::Run" + arguments,
        "Svc.Run()",
        FrameModule.named(module + ".dll"),
        0x06000001,
        Frame.NO_OFFSET,
        FrameSource.UNKNOWN,
        FrameKind.USER);
  }
}
