// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.symbols.written.WrittenMethod;

/**
 * The names of a method. Immutable.
 *
 * @param token the MethodDef
 * @param type the declaring type as reflection writes it: {@code Ns.Outer+Inner`1}
 * @param name the name in the metadata, such as {@code <Buy>b__0_0}
 * @param shownType the declaring type as C# writes it: {@code Outer.Inner<T>}, with a namespace
 *     only where types of several namespaces of the module have its name
 * @param shownMember the name and signature as C# writes them: {@code Buy<T>(int, List<T>)}
 * @param written the written method
 */
public record MethodSymbol(
    Token token, String type, String name, String shownType, String shownMember, Written written) {

  /**
   * The method as it was written: for the method of a lambda or a state machine, the method whose
   * source has it; for any other method, itself.
   *
   * @param method its MethodDef; nil where only its name is known
   * @param text a text such as {@code Shop.Buy(int) → lambda}
   * @param source the weakest of the sources from which this follows
   */
  public record Written(Token method, String text, WrittenMethod.Source source) {

    /** Returns the text; where nothing but the method's name is known, followed by saying so. */
    public String shown() {
      return source == WrittenMethod.Source.NAME ? text + " (by name only)" : text;
    }
  }

  /** Returns the name as the metadata has it, without a signature: {@code Ns.Outer+Inner`1.Buy}. */
  public String systemName() {
    return type.isEmpty() ? name : type + "." + name;
  }

  /** Returns the name as C# writes it: {@code Outer.Inner<T>.Buy(int)}. */
  public String shown() {
    return shownType.isEmpty() ? shownMember : shownType + "." + shownMember;
  }
}
