// SPDX-License-Identifier: Apache-2.0
/**
 * The importers of other tools: opens profiles with them, and returns what they show. The build
 * fetches them for the witnesses; nothing here knows how a profile was written.
 */
@NullMarked
package dev.tiptoe.testdata.importer;

import org.jspecify.annotations.NullMarked;
