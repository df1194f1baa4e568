// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/** The reason why a .NET location was not resolved. */
public enum Unresolved {
  /** It is a stub of the runtime, or a method that was made at run time. */
  STUB("a stub, or a method made at run time"),
  /** Its mapping has no module version ID. */
  NO_MVID("no module version ID"),
  /** No symbols of the module were found. */
  NO_MODULE("no symbols of the module"),
  /** The module has no method of that number, or the method's row is damaged. */
  NO_METHOD("no such method in the module"),
  /** The module has no ahead-of-time compiled code at that RVA. */
  NO_CODE("no compiled code at that RVA"),
  /** The address is neither a method and an IL offset nor an RVA. */
  OTHER_ADDRESS("an address of another kind"),
  /** It has several lines: something else has resolved it with its inlined frames. */
  SEVERAL_LINES("resolved already, with inlined frames"),
  /** The limit on the memory for distinct frames or names was reached. */
  LIMIT("more distinct frames than the limit");

  private final String text;

  Unresolved(String text) {
    this.text = text;
  }

  /** Returns the reason as text. */
  @Override
  public String toString() {
    return text;
  }
}
