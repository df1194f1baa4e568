// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.MappedImage;

/**
 * An image with native code, for as long as it was at its address. Immutable.
 *
 * @param image the image
 * @param interval when it was there
 */
public record ImageFact(MappedImage image, Interval interval) {}
