// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The findings of a witness about one source of claims: one row of the output.
 *
 * @param source the source of the claims, or their subject
 * @param compared the number of claims that could be compared
 * @param wrong how many of them are wrong
 * @param precision the share of the claims that is true; empty where it was not measured
 * @param recall the share of what is true that was claimed; empty where it was not measured
 * @param counts further counts by name, such as claims that could not be compared and why; in the
 *     order of output
 * @param wrongClaims descriptions of the first wrong claims
 */
public record WitnessReport(
    String source,
    long compared,
    long wrong,
    Optional<Double> precision,
    Optional<Double> recall,
    Map<String, Long> counts,
    List<String> wrongClaims) {}
