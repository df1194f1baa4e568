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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A feed that writes down every call with every argument, one line each. */
final class FactLog implements RuntimeFeed {

  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return List.copyOf(lines);
  }

  private void log(long at, String fact, Object... arguments) {
    lines.add(
        at
            + " "
            + fact
            + Arrays.stream(arguments)
                .map(argument -> " " + argument)
                .collect(Collectors.joining()));
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    log(at, "runtimeStarted", runtime);
  }

  @Override
  public void coverage(long at, Coverage coverage) {
    log(at, "coverage", new TreeSet<>(coverage.kinds()), coverage.state(), coverage.reason());
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    log(at, "appDomainCreated", appDomain, name);
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    log(at, "assemblyLoaded", assembly, appDomain, manifestModule, name);
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    log(at, "moduleLoaded", module, loaded);
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    log(at, "moduleAttached", module, assembly);
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    log(at, "classLoaded", id, shape);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    log(at, "classSeen", id, shape, source);
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    log(at, "functionSeen", id, shape, source);
  }

  @Override
  public void functionExecuting(long at, FunctionID id) {
    log(at, "functionExecuting", id);
  }

  @Override
  public void methodNamed(long at, FunctionID id, ReportedName name) {
    log(at, "methodNamed", id, name);
  }

  @Override
  public void typeNamed(long at, ModuleID module, Token typeDef, String name) {
    log(at, "typeNamed", module, typeDef, name);
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    log(at, "loadContextReported", assembly, loadContext);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    log(at, "instanceSeen", id, source);
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    log(at, "codeSeen", id, code);
  }

  @Override
  public void instancesCounted(long at, ClassID id, long objects, long bytes) {
    log(at, "instancesCounted", id, objects, bytes);
  }

  @Override
  public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
    log(at, "moduleMetadata", module, metadata.length());
  }

  @Override
  public void notPublished(long at, long asOf, ModuleID module, Token typeDef) {
    log(at, "notPublished", asOf, module, typeDef);
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    log(at, "unloadStarted", id.getClass().getSimpleName(), id);
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    log(at, "threadCreated", thread, osThreadId);
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    log(at, "threadNamed", thread, name);
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    log(at, "osThreadNamed", thread, name);
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    log(at, "threadDestroyed", thread);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    log(at, "stackSampled", thread, frames, truncated);
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    String leaf = "0x" + Long.toHexString(sample.leafIp());
    log(at, "stackSampled", sample.thread(), sample.stack(), leaf, sample.nanos());
  }

  @Override
  public void imageMapped(long at, MappedImage image) {
    log(at, "imageMapped", image);
  }

  @Override
  public void imageUnmapped(long at, long base, long start) {
    log(at, "imageUnmapped", Long.toHexString(base), Long.toHexString(start));
  }

  @Override
  public void kernelFunctionSeen(long at, KernelFunction function) {
    log(at, "kernelFunctionSeen", function);
  }

  @Override
  public void osThreadSeen(long at, int osThreadId, String name) {
    log(at, "osThreadSeen", osThreadId, name);
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    log(at, "addressSampled", sample);
  }

  @Override
  public void announcedFrom(long at, RuntimeID id, ThreadID thread, CallStack stack) {
    log(at, "announcedFrom", id.getClass().getSimpleName(), id, thread, stack);
  }

  @Override
  public void ended(long at, String reason) {
    log(at, "ended", reason);
  }
}
