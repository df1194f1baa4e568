// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * Passes each fact to two feeds, to the first one first. An exception of the first keeps the fact
 * from the second. Has the threading of the two.
 */
record BothFeeds(RuntimeFeed first, RuntimeFeed second) implements RuntimeFeed {

  BothFeeds {
    requireNonNull(first, "first");
    requireNonNull(second, "second");
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    first.runtimeStarted(at, runtime);
    second.runtimeStarted(at, runtime);
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    first.coverage(at, coverage);
    second.coverage(at, coverage);
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    first.appDomainCreated(at, appDomain, name);
    second.appDomainCreated(at, appDomain, name);
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    first.assemblyLoaded(at, assembly, appDomain, manifestModule, name);
    second.assemblyLoaded(at, assembly, appDomain, manifestModule, name);
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    first.loadContextReported(at, assembly, loadContext);
    second.loadContextReported(at, assembly, loadContext);
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    first.moduleLoaded(at, module, loaded);
    second.moduleLoaded(at, module, loaded);
  }

  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    first.moduleMetadata(at, module, metadata);
    second.moduleMetadata(at, module, metadata);
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    first.moduleAttached(at, module, assembly);
    second.moduleAttached(at, module, assembly);
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    first.classLoaded(at, id, shape);
    second.classLoaded(at, id, shape);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    first.classSeen(at, id, shape, source);
    second.classSeen(at, id, shape, source);
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    first.functionSeen(at, id, shape, source);
    second.functionSeen(at, id, shape, source);
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    first.methodNamed(at, id, name);
    second.methodNamed(at, id, name);
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    first.typeNamed(at, module, typeDef, name);
    second.typeNamed(at, module, typeDef, name);
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    first.codeSeen(at, id, code);
    second.codeSeen(at, id, code);
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    first.notPublished(at, asOf, module, typeDef);
    second.notPublished(at, asOf, module, typeDef);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    first.instanceSeen(at, id, source);
    second.instanceSeen(at, id, source);
  }

  @Override
  public void instancesCounted(long at, ClassID id, long objects, long bytes) {
    first.instancesCounted(at, id, objects, bytes);
    second.instancesCounted(at, id, objects, bytes);
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    first.unloadStarted(at, id);
    second.unloadStarted(at, id);
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    first.threadCreated(at, thread, osThreadId);
    second.threadCreated(at, thread, osThreadId);
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    first.threadNamed(at, thread, name);
    second.threadNamed(at, thread, name);
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    first.osThreadNamed(at, thread, name);
    second.osThreadNamed(at, thread, name);
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    first.threadDestroyed(at, thread);
    second.threadDestroyed(at, thread);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    first.stackSampled(at, thread, frames, truncated);
    second.stackSampled(at, thread, frames, truncated);
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    first.stackSampled(at, sample);
    second.stackSampled(at, sample);
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    first.functionExecuting(at, id);
    second.functionExecuting(at, id);
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    first.imageMapped(at, image);
    second.imageMapped(at, image);
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    first.imageUnmapped(at, base, start);
    second.imageUnmapped(at, base, start);
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    first.osThreadSeen(at, osThreadId, name);
    second.osThreadSeen(at, osThreadId, name);
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    first.kernelFunctionSeen(at, function);
    second.kernelFunctionSeen(at, function);
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    first.addressSampled(at, sample);
    second.addressSampled(at, sample);
  }

  @Override
  public void announcedFrom(long at, RuntimeID subject, ThreadID thread, CallStack stack) {
    first.announcedFrom(at, subject, thread, stack);
    second.announcedFrom(at, subject, thread, stack);
  }

  @Override
  public void ended(long at, String reason) {
    first.ended(at, reason);
    second.ended(at, reason);
  }
}
