// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.ModuleID;

/** The runtime's description of an assembly; missing parts are empty or none. */
record AssemblyEntry(
    String name, AppDomainID appDomain, ModuleID manifestModule, String loadContext)
    implements Description<AssemblyEntry> {

  @Override
  public boolean agrees(AssemblyEntry later) {
    return agree(name, later.name)
        && agree(loadContext, later.loadContext)
        && Description.mayEqual(appDomain.value(), later.appDomain.value())
        && Description.mayEqual(manifestModule.value(), later.manifestModule.value());
  }

  /** Names of load contexts are not compared: their meaning is the reporter's own. */
  @Override
  public boolean isOther(AssemblyEntry later) {
    return !agrees(new AssemblyEntry(later.name, later.appDomain, later.manifestModule, ""));
  }

  @Override
  public AssemblyEntry inWordsOf(AssemblyEntry other) {
    return other;
  }

  @Override
  public AssemblyEntry anew() {
    return this;
  }

  @Override
  public AssemblyEntry together(AssemblyEntry later) {
    return new AssemblyEntry(
        name.isEmpty() ? later.name : name,
        appDomain.isNone() ? later.appDomain : appDomain,
        manifestModule.isNone() ? later.manifestModule : manifestModule,
        loadContext.isEmpty() ? later.loadContext : loadContext);
  }

  private static boolean agree(String one, String other) {
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }
}
