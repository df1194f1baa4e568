// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.util.Optional;

/**
 * The settings of a proxy.
 *
 * @param addresses where it listens
 * @param senders what protects the connections of senders
 * @param backEnd where the profiles go
 * @param limits what senders may use
 * @param deadLetters where undeliverable messages are kept; empty if nowhere
 */
public record ProxySettings(
    Addresses addresses,
    Security senders,
    BackEndSettings backEnd,
    Limits limits,
    Optional<DeadLetterSettings> deadLetters) {}
