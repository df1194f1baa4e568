// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

/** The function at a native address, or the reason why none is known. Immutable. */
public sealed interface NativeName {

  /** Returns the text for a person: a function's name, or the library and the address in it. */
  String shown();

  /**
   * A function.
   *
   * @param name the name; of C++ demangled
   * @param linkageName the name in the symbol table
   * @param address the address of the function in its file
   * @param offset how far the asked address is behind it
   * @param origin the path of the file with the symbol
   */
  record Known(String name, String linkageName, long address, long offset, String origin)
      implements NativeName {

    @Override
    public String shown() {
      return name;
    }
  }

  /**
   * No function that is known.
   *
   * @param library the name of the library
   * @param address the asked address in its file
   * @param reason the reason, as text
   */
  record Unknown(String library, long address, String reason) implements NativeName {

    @Override
    public String shown() {
      return library + "+0x" + Long.toHexString(address);
    }
  }
}
