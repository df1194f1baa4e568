// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * Why the agent stayed when it was asked to leave.
 *
 * @param result the HRESULT
 * @param reason in words
 */
public record DetachRefusal(int result, String reason) {}
