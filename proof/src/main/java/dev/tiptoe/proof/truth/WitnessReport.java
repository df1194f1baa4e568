// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The findings of a witness about one source of claims: one row of the output.
 *
 * @param source where the claims come from, or what they are about
 * @param compared how many claims met an answer
 * @param wrong how many of them the answer denies
 * @param precision which part of the claims is true; empty where that was not measured
 * @param recall which part of what is true was claimed; empty where that was not measured
 * @param counts further counts by name: what could not be asked, and why; in the order they are
 *     told
 * @param wrongClaims the first of the wrong claims, in words
 */
public record WitnessReport(
    String source,
    long compared,
    long wrong,
    Optional<Double> precision,
    Optional<Double> recall,
    Map<String, Long> counts,
    List<String> wrongClaims) {}
