// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.symbols.MethodSymbol;

/** The form of a method's name in a profile. */
public enum FrameStyle {
  /** The method as it was written: {@code Shop.Buy(int) → lambda}. */
  WRITTEN {
    @Override
    public String nameOf(MethodSymbol method) {
      return method.written().text();
    }
  },
  /** The method that runs, as C# writes it: {@code Shop.<>c.<Buy>b__0_0(int)}. */
  CSHARP {
    @Override
    public String nameOf(MethodSymbol method) {
      return method.shown();
    }
  },
  /** The method that runs, as the metadata has it: {@code Ns.Shop+<>c.<Buy>b__0_0}. */
  SYSTEM {
    @Override
    public String nameOf(MethodSymbol method) {
      return method.systemName();
    }
  };

  /** Returns the name of a method in this form. */
  public abstract String nameOf(MethodSymbol method);
}
