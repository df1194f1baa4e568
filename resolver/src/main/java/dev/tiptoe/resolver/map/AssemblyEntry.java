// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.ModuleID;

/** What the runtime told of an assembly. */
record AssemblyEntry(String name, AppDomainID appDomain, ModuleID manifestModule)
    implements Description<AssemblyEntry> {

  @Override
  public boolean agrees(AssemblyEntry later) {
    return name.equals(later.name)
        && Description.mayEqual(appDomain.value(), later.appDomain.value())
        && Description.mayEqual(manifestModule.value(), later.manifestModule.value());
  }

  @Override
  public AssemblyEntry together(AssemblyEntry later) {
    return new AssemblyEntry(
        name,
        appDomain.isNone() ? later.appDomain : appDomain,
        manifestModule.isNone() ? later.manifestModule : manifestModule);
  }
}
