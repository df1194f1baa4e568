// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * Passes facts on with later times: those of a trace whose times count from a later moment.
 *
 * @param by nanoseconds
 * @param ends whether the end of the trace is passed on too
 * @param to the feed for the facts
 */
record ShiftedFeed(long by, boolean ends, RuntimeFeed to) implements RuntimeFeed {

  private MappedImage shifted(MappedImage image) {
    long absent = image.absent() == 0 ? 0 : image.absent() + by;
    return new MappedImage(
        image.base(),
        image.start(),
        image.size(),
        image.module(),
        absent,
        image.buildId(),
        image.path());
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    to.runtimeStarted(at + by, runtime);
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    to.coverage(at + by, coverage);
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    to.appDomainCreated(at + by, appDomain, name);
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    to.assemblyLoaded(at + by, assembly, appDomain, manifestModule, name);
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    to.loadContextReported(at + by, assembly, loadContext);
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    to.moduleLoaded(at + by, module, loaded);
  }

  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    to.moduleMetadata(at + by, module, metadata);
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    to.moduleAttached(at + by, module, assembly);
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    to.classLoaded(at + by, id, shape);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    to.classSeen(at + by, id, shape, source);
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    to.functionSeen(at + by, id, shape, source);
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    to.methodNamed(at + by, id, name);
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    to.typeNamed(at + by, module, typeDef, name);
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    to.codeSeen(at + by, id, code);
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    to.notPublished(at + by, asOf + by, module, typeDef);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    to.instanceSeen(at + by, id, source);
  }

  @Override
  public void instancesCounted(long at, ClassID id, long objects, long bytes) {
    to.instancesCounted(at + by, id, objects, bytes);
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    to.unloadStarted(at + by, id);
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    to.threadCreated(at + by, thread, osThreadId);
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    to.threadNamed(at + by, thread, name);
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    to.osThreadNamed(at + by, thread, name);
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    to.threadDestroyed(at + by, thread);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    to.stackSampled(at + by, thread, frames, truncated);
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    to.stackSampled(at + by, sample);
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    to.functionExecuting(at + by, id);
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    to.imageMapped(at + by, shifted(image));
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    to.imageUnmapped(at + by, base, start);
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    to.osThreadSeen(at + by, osThreadId, name);
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    to.kernelFunctionSeen(at + by, function);
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    to.addressSampled(at + by, sample);
  }

  @Override
  public void announcedFrom(long at, RuntimeID subject, ThreadID thread, CallStack stack) {
    to.announcedFrom(at + by, subject, thread, stack);
  }

  @Override
  public void ended(long at, String reason) {
    if (ends) {
      to.ended(at + by, reason);
    }
  }
}
