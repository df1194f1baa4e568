// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import dev.tiptoe.bridge.diagnostics.DiagnosticsClient;
import java.util.UUID;

/**
 * A runtime that connected with a {@link DiagnosticsListener}; unless it was told otherwise it
 * waits to be {@linkplain DiagnosticsClient#resumeRuntime resumed}.
 *
 * @param pid as the process sees itself, in its pid namespace
 * @param cookie random; the same as long as the runtime lives
 * @param client asks it
 */
record SuspendedRuntime(long pid, UUID cookie, DiagnosticsClient client) {}
