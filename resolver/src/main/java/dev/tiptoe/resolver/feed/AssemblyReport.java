// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;

/**
 * Reports facts about one assembly to a feed: first what it is, then when it was observed.
 *
 * <p>Immutable; the steps that describe the assembly return a new report. Each step with a time is
 * one call of the feed. {@link RuntimeFeed#assembly} makes one.
 */
public final class AssemblyReport {

  private final RuntimeFeed feed;
  private final AssemblyID id;
  private final String name;
  private final AppDomainID appDomain;
  private final ModuleID manifest;

  private AssemblyReport(
      RuntimeFeed feed, AssemblyID id, String name, AppDomainID appDomain, ModuleID manifest) {
    this.feed = feed;
    this.id = id;
    this.name = requireNonNull(name, "name");
    this.appDomain = requireNonNull(appDomain, "appDomain");
    this.manifest = requireNonNull(manifest, "manifest");
  }

  static AssemblyReport of(RuntimeFeed feed, AssemblyID id) {
    return new AssemblyReport(feed, id, "", new AppDomainID(0), new ModuleID(0));
  }

  /** Says its simple name. */
  public AssemblyReport name(String simpleName) {
    return new AssemblyReport(feed, id, simpleName, appDomain, manifest);
  }

  /** Says the application domain that it is in. */
  public AssemblyReport in(AppDomainID domain) {
    return new AssemblyReport(feed, id, name, domain, manifest);
  }

  /** Says which module has its manifest. */
  public AssemblyReport manifest(ModuleID module) {
    return new AssemblyReport(feed, id, name, appDomain, module);
  }

  /** Reports that it was loaded. */
  public AssemblyReport loaded(long at) {
    feed.assemblyLoaded(at, id, appDomain, manifest, name);
    return this;
  }

  /** Reports its load context: {@code Default}, or the name that the runtime gives another one. */
  public AssemblyReport loadContext(long at, String context) {
    feed.loadContextReported(at, id, context);
    return this;
  }

  /** Reports that its unload began. */
  public void unloaded(long at) {
    feed.unloadStarted(at, id);
  }
}
