// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A fact of any kind.
 *
 * @param kind which
 * @param at its time
 * @param a a choice
 * @param b another
 */
record AnyFact(int kind, long at, int a, int b) {

  static final int KINDS = 30;

  private static <T> T one(T[] all, int choice) {
    return all[choice % all.length];
  }

  private String text() {
    return a % 5 == 0 ? "" : "t" + b + "ä\ud800";
  }

  private ClassID type() {
    return new ClassID(0x100 + a % 4);
  }

  private FunctionID method() {
    return new FunctionID(0x200 + a % 4);
  }

  private ModuleID module() {
    return new ModuleID(0x300 + b % 2);
  }

  private AssemblyID assembly() {
    return new AssemblyID(0x400 + a % 2);
  }

  private ThreadID thread() {
    return new ThreadID(0x500 + a % 3);
  }

  void passTo(RuntimeFeed feed) {
    switch (kind) {
      case 0 -> feed.runtimeStarted(at, runtime());
      case 1 ->
          feed.coverage(
              at,
              new Coverage(
                  Set.of(one(Coverage.Kind.values(), a)), one(Coverage.State.values(), b), text()));
      case 2 -> feed.appDomainCreated(at, new AppDomainID(1 + a), text());
      case 3 -> feed.assemblyLoaded(at, assembly(), new AppDomainID(b), module(), text());
      case 4 -> feed.loadContextReported(at, assembly(), text());
      case 5 -> feed.moduleLoaded(at, module(), loaded());
      case 6 -> feed.moduleMetadata(at, module(), Bytes.of("copy", new byte[1 + a * b]));
      case 7 -> feed.moduleAttached(at, module(), assembly());
      case 8 -> feed.classLoaded(at, type(), shape());
      case 9 -> feed.classSeen(at, type(), shape(), one(ClassSource.values(), b));
      case 10 -> feed.functionSeen(at, method(), functionShape(), one(FunctionSource.values(), b));
      case 11 -> feed.methodNamed(at, method(), new ReportedName(text(), "m" + b, text()));
      case 12 -> feed.typeNamed(at, module(), new Token(0x02000000 + a), text());
      case 13 -> feed.codeSeen(at, method(), code());
      case 14 -> feed.notPublished(at, Math.max(0, at - a), module(), new Token(0x02000000 + b));
      case 15 -> feed.instanceSeen(at, type(), one(InstanceSource.values(), b));
      case 16 -> feed.instancesCounted(at, type(), a, b);
      case 17 -> feed.unloadStarted(at, unloaded());
      case 18 -> feed.threadCreated(at, thread(), b);
      case 19 -> feed.threadNamed(at, thread(), text());
      case 20 -> feed.osThreadNamed(at, thread(), text());
      case 21 -> feed.threadDestroyed(at, thread());
      case 22 -> feed.stackSampled(at, thread(), List.of(method(), new FunctionID(0)), b % 2 == 0);
      case 23 ->
          feed.stackSampled(at, new SampledStack(thread(), callStack(), 0x1000 + b, 100L * a));
      case 24 -> feed.functionExecuting(at, method());
      case 25 -> feed.imageMapped(at, image());
      case 26 -> feed.imageUnmapped(at, a, b);
      case 27 -> feed.osThreadSeen(at, a, text());
      case 28 -> feed.addressSampled(at, addressSample());
      default -> {
        feed.kernelFunctionSeen(at, new KernelFunction(a, b, text()));
        feed.announcedFrom(at, b % 2 == 0 ? type() : module(), thread(), callStack());
      }
    }
  }

  private RuntimeInfo runtime() {
    return new RuntimeInfo(
        one(RuntimeInfo.Kind.values(), a), 9, a, b, text(), one(RuntimeInfo.Start.values(), b));
  }

  private LoadedModule loaded() {
    return new LoadedModule(
        text(),
        a % 2 == 0 ? Optional.empty() : Optional.of(new UUID(a, b)),
        assembly(),
        a,
        b,
        b % 2 == 0 ? Optional.empty() : Optional.of(new UUID(0x123456789abcdef0L + a, ~b)));
  }

  private ClassShape shape() {
    return switch (a % 3) {
      case 0 ->
          new ClassShape.Defined(
              module(), new Token(0x02000000 + b), new ClassID(a), List.of(new ClassID(b)));
      case 1 -> new ClassShape.Array(new ClassID(b), 0x12, 1 + b % 32);
      default -> new ClassShape.Composite();
    };
  }

  private FunctionShape functionShape() {
    List<ClassID> arguments = b % 2 == 0 ? List.of() : List.of(type(), new ClassID(b));
    return new FunctionShape(
        new ClassID(b), module(), new Token(0x06000000 + a), arguments, text());
  }

  private NativeCode code() {
    List<NativeCode.IlMapping> il =
        b % 2 == 0
            ? List.of()
            : List.of(
                new NativeCode.IlMapping(NativeCode.IlMapping.PROLOG, 0, 4),
                new NativeCode.IlMapping(b, 4, 9));
    return new NativeCode(
        b, List.of(new NativeCode.Range(0x7000 + a, 9), new NativeCode.Range(0x100, 1 + b)), il);
  }

  private RuntimeID unloaded() {
    return switch (b % 5) {
      case 0 -> new AppDomainID(1 + a);
      case 1 -> assembly();
      case 2 -> module();
      case 3 -> type();
      default -> method();
    };
  }

  private CallStack callStack() {
    return CallStack.of(new long[] {method().value(), 0, a}, new long[] {0x1000, 0, b}, a % 2 == 0);
  }

  private MappedImage image() {
    Optional<String> buildId = a % 2 == 0 ? Optional.empty() : Optional.of("00ff" + (10 + b % 90));
    return new MappedImage(a, b, 1 + a, module(), b, buildId, text());
  }

  private AddressSample addressSample() {
    AddressStack stack =
        AddressStack.of(
            new long[] {a, b, ~a}, one(AddressStack.End.values(), a), b % 2 == 0, b % 4);
    return new AddressSample(
        a,
        stack,
        b,
        one(AddressSample.Engine.values(), a),
        one(AddressSample.Clock.values(), b),
        7L * b);
  }
}
