// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.util.UUID;

/**
 * A runtime that connected with a {@link DiagnosticsListener}. Unless it has been {@linkplain
 * DiagnosticsClient#resumeRuntime resumed}, it waits.
 *
 * @param pid in its own namespace
 * @param cookie random; the same as long as the runtime lives
 * @param client sends commands to it
 */
public record SuspendedRuntime(long pid, UUID cookie, DiagnosticsClient client) {}
