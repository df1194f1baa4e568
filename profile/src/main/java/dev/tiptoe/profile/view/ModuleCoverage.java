// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

/**
 * The numbers of types and methods of a module that are in a trace. Immutable.
 *
 * @param name the name of its file
 * @param types how many types its metadata has
 * @param metTypes how many of them were met
 * @param methods how many methods it has
 * @param metMethods how many of them were met
 * @param unlisted how many types and methods that were not met are not in the table
 */
public record ModuleCoverage(
    String name, int types, int metTypes, int methods, int metMethods, int unlisted) {}
