// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The reason why the agent did not detach on request.
 *
 * @param result the HRESULT
 * @param reason a text
 */
public record DetachRefusal(int result, String reason) {}
