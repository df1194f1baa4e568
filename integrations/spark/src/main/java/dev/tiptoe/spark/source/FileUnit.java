// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.Serializable;

/**
 * A file, or messages of a file, which are read on their own. Immutable.
 *
 * @param path the file, as Hadoop names it
 * @param offset where the bytes begin in it
 * @param length how many they are
 * @param isWhole whether they are all of it
 * @param source the number of this in all tables, which no other file or version of the file has
 */
record FileUnit(String path, long offset, long length, boolean isWhole, long source)
    implements Serializable {}
