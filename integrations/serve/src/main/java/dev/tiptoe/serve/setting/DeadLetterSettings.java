// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.nio.file.Path;

/**
 * The folder for messages that the back end refuses for good, or that cannot be read.
 *
 * @param folder made when it is not there
 * @param bytes what they may take together; for a new one the oldest are deleted
 */
public record DeadLetterSettings(Path folder, long bytes) {}
