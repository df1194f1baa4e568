// SPDX-License-Identifier: Apache-2.0
/**
 * Types of every shape, with their names in each style: a model beside the writers and readers of
 * names, which are elsewhere.
 */
@NullMarked
package dev.tiptoe.testdata.shape;

import org.jspecify.annotations.NullMarked;
