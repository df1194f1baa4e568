// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/** The runtime's description of an application domain. */
record AppDomainEntry(String name) implements Description<AppDomainEntry> {

  @Override
  public boolean agrees(AppDomainEntry later) {
    return name.isEmpty() || later.name.isEmpty() || name.equals(later.name);
  }

  /** A domain may be given another name. */
  @Override
  public boolean isOther(AppDomainEntry later) {
    return false;
  }

  @Override
  public AppDomainEntry inWordsOf(AppDomainEntry other) {
    return other;
  }

  @Override
  public AppDomainEntry anew() {
    return this;
  }

  @Override
  public AppDomainEntry together(AppDomainEntry later) {
    return name.isEmpty() ? later : this;
  }
}
