// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * The place of a section in a symbol index.
 *
 * @param offset from the beginning of the file
 * @param length bytes; 0 when there is no such section
 */
record Section(int offset, int length) {

  static final Section NONE = new Section(0, 0);

  /** The sections, by number. */
  enum Id {
    /** The names of the module and the state of its PDB. */
    MODULE,
    /** The names of types as reflection writes them. */
    TYPE_NAMES,
    /** The names of types as C# writes them. */
    SHOWN_TYPES,
    /** The types. */
    TYPES,
    /** The types in the order of their names. */
    TYPES_BY_NAME,
    /** The names of methods. */
    NAMES,
    /** What stands behind or instead of the name of a method in C#. */
    SIGNATURES,
    /** The methods. */
    METHODS,
    /** The generated methods with their written methods. */
    WRITTEN,
    /** The texts of written methods. */
    WRITTEN_TEXTS,
    /** The sequence points. */
    POINTS,
    /** The paths and addresses of source files. */
    PATHS,
    /** The source files. */
    DOCUMENTS,
    /** The ReadyToRun code. */
    CODE,
    /** What could not be read. */
    DAMAGE,
    /** The reasons why it could not be read. */
    REASONS,
    /** The PDBs that the module names; since version 1.1. */
    PDBS,
    /** How much IL the methods with sequence points have; since version 1.2. */
    CODE_SIZES,
    /** What version 1.3 said of builds; since version 1.4 it is in {@link #BUILDS}. */
    BUILDS_OF_1_3,
    /** The builds that the file was made from; since version 1.4. */
    BUILDS,
    /** The index of each of several builds; since version 1.4. */
    PARTS
  }
}
