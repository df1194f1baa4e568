// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The reason why the agent did not detach when asked.
 *
 * @param result the HRESULT
 * @param reason in words
 */
public record DetachRefusal(int result, String reason) {}
