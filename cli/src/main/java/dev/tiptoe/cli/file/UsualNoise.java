// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import java.util.List;
import java.util.regex.Pattern;

/** The frames of tasks, awaits and rethrown exceptions. Stateless. */
final class UsualNoise {

  private static final Pattern METHODS =
      Pattern.compile(
          String.join(
              "|",
              List.of(
                  "System\\.Threading\\.Tasks\\.Task(`1)?\\.(ExecuteWithThreadLocal|Execute"
                      + "|ExecutionContextCallback|ExecuteEntry|InnerInvoke|ExecuteEntryUnsafe"
                      + "|ExecuteFromThreadPool)",
                  "System\\.Threading\\.ExecutionContext\\.(RunInternal|Run"
                      + "|RunFromThreadPoolDispatchLoop)",
                  "System\\.Runtime\\.CompilerServices\\.[A-Za-z.]*Awaiter(`1)?"
                      + "\\.(HandleNonSuccessAndDebuggerNotification|ThrowForNonSuccess|ValidateEnd"
                      + "|GetResult)",
                  "System\\.Runtime\\.ExceptionServices\\.ExceptionDispatchInfo\\.Throw",
                  "System\\.ThrowHelper\\..*")));

  private UsualNoise() {}

  static boolean isNoise(String type, String method) {
    return METHODS.matcher(type + "." + method).matches();
  }
}
