// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.util.List;
import java.util.Map;

/** Made from {@code witnesses.table} by {@code WitnessTable.java}. */
final class Witnesses {

  /** The runtimes on which each rule was witnessed. */
  static final Map<Class<? extends Rule>, List<String>> RUNTIMES =
      Map.ofEntries(
          Map.entry(ExecutingMethod.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(MethodValue.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(LocalValue.class, List.of(".NET 9.0.1", ".NET Core 3.1.2")),
          Map.entry(ValueTypeField.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(BaseType.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(TypeArgument.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(CanonicalForm.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(PlainInterface.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(GenericInterface.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")),
          Map.entry(ArrayElement.class, List.of(".NET 9.0.1", ".NET 8.0.30", ".NET Core 3.1.2")));

  private Witnesses() {}
}
