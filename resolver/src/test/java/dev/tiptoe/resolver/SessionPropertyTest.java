// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random histories of modules that come and go: a moment of now is one of the newest time. */
final class SessionPropertyTest {

  private static final int COLLECTIBLE = 0x8;

  /** How many modules there are, the types and methods of each, and the ClassIDs of each type. */
  private static final int MODULES = SessionModules.COUNT;

  private static final int TYPES = 7;
  private static final int METHODS = 2;
  private static final int CLASS_IDS = 2;

  /** A type of the libraries, and one of the programs, which refers to it directly. */
  private static final int FRUIT = 2;

  private static final int PEACH = 5;

  /** The generic type of a program. */
  private static final int BOX = 6;

  /** How many references to types a module has at most. */
  private static final int REFERENCES = 5;

  private static final class Program {
    private final Session session = new Session();
    private final Map<ModuleID, String> loaded = new HashMap<>();
    private long at = 1;

    RuntimeFeed feed() {
      at++;
      return session.feed();
    }
  }

  /**
   * The kinds of events.
   *
   * @param kind what
   * @param module of which module
   * @param type which of its types or methods
   * @param other another module
   * @param argument a type of that one
   */
  record Step(int kind, int module, int type, int other, int argument) {}

  @Property(tries = 30)
  void now_afterAnyHistory_answersAsAMomentThatStays(@ForAll("histories") List<Step> history) {
    Program program = new Program();
    if (history.get(0).module > 1) {
      // Most histories begin with a program that is loaded, or little would follow in them.
      for (int module = 0; module < MODULES; module++) {
        happen(program, new Step(2, module, 1, 0, 1));
        happen(program, new Step(4, module, 1, 0, 1));
      }
    }
    for (Step step : history) {
      happen(program, step);
    }
    compare(program);
  }

  /** What was asked meanwhile makes no difference. */
  @Property(tries = 30)
  void now_askedAfterEachStep_answersAsOneAskedAtTheEnd(@ForAll("histories") List<Step> history) {
    Program often = new Program();
    Program once = new Program();
    List<Step> all = new ArrayList<>(withoutLibraries());
    all.addAll(history);
    all.addAll(loaded(1 + history.get(0).type % 2));
    for (Step step : all) {
      happen(often, step);
      ask(often.session.now(), (of, answer) -> {});
      if (step.kind > 1) {
        happen(once, step);
      } else {
        once.at = often.at;
      }
    }
    Map<Object, Object> answers = new HashMap<>();
    ask(once.session.now(), answers::put);
    ask(
        often.session.now(),
        (of, answer) -> assertEquals(answers.get(of), answer, () -> of + " after " + history));
  }

  /** A program is loaded, with the types of the modules that refer to a library that is not. */
  private static List<Step> withoutLibraries() {
    List<Step> steps = new ArrayList<>(loaded(0));
    for (int module = 3; module < MODULES; module++) {
      steps.addAll(loaded(module));
      for (int type = 1; type <= TYPES; type++) {
        steps.add(new Step(9, module, type, 0, 1));
      }
    }
    return steps;
  }

  private static List<Step> loaded(int module) {
    return List.of(new Step(2, module, 1, 0, 1), new Step(4, module, 1, 0, 1));
  }

  /** Passes what is asked, and what about it is answered. */
  private static void ask(Moment moment, BiConsumer<Object, Object> action) {
    for (int module = 0; module < MODULES; module++) {
      for (int type = 1; type <= TYPES + 1; type++) {
        TypeKey key = new TypeKey(id(module), token(type));
        RuntimeType plain = new RuntimeType.Defined(key, List.of());
        action.accept(key, essence(moment.classIDs(key.module(), key.typeDef())));
        action.accept(plain, essence(moment.classIDs(plain)));
        action.accept(type(module, type), essence(moment.loadedness(type(module, type))));
      }
      for (int reference = 1; reference <= REFERENCES; reference++) {
        Token token = new Token(0x01000000 + reference);
        action.accept(List.of(module, token), moment.typeDef(id(module), token).why());
      }
    }
  }

  /**
   * A method of Apple executes while two libraries may have its base type, and is gone when one of
   * them goes.
   */
  @Example
  void baseType_foundWhileItsTypeIsLessUsedThanBefore_followsWhenThatIsUsedAgain() {
    now_afterAnyHistory_answersAsAMomentThatStays(
        List.of(
            new Step(17, 6, 3, 2, 1),
            new Step(10, 6, 2, 0, 2),
            new Step(14, 6, 4, 1, 2),
            new Step(1, 0, 1, 0, 2),
            new Step(6, 4, 3, 6, 3),
            new Step(1, 2, 1, 0, 2),
            new Step(10, 6, 3, 1, 6),
            new Step(6, 2, 5, 4, 5),
            new Step(13, 6, 3, 3, 5)));
  }

  private void happen(Program program, Step step) {
    ModuleID module = id(step.module);
    String name = SessionModules.name(step.module);
    ClassID type = type(step.module, step.type);
    boolean loaded = program.loaded.containsKey(module);
    switch (step.kind) {
      case 0, 1 -> compare(program);
      case 2, 3 -> {
        AssemblyID assembly = new AssemblyID(0x90 + step.module);
        int flags = step.module > 3 ? COLLECTIBLE : 0;
        LoadedModule described =
            new LoadedModule(name + ".dll", Optional.empty(), assembly, 0, flags);
        program.feed().moduleLoaded(program.at, module, described);
        program.feed().assemblyLoaded(program.at, assembly, new AppDomainID(1), module, name);
        program.loaded.put(module, name);
      }
      case 4, 5 -> {
        if (loaded) {
          Bytes copy = SessionModules.metadata(step.module);
          program.feed().moduleMetadata(program.at, module, copy);
        }
      }
      case 6 -> {
        program.feed().unloadStarted(program.at, module);
        program.loaded.remove(module);
      }
      case 7 -> {
        String context = step.type > 2 ? "Default" : "\"C\" Context #" + step.type;
        program.feed().loadContextReported(program.at, new AssemblyID(0x90 + step.module), context);
      }
      case 8, 9, 10, 11 -> {
        List<ClassID> arguments =
            step.type == BOX ? List.of(type(step.other, step.argument)) : List.of();
        ClassID parent = type(step.other, step.argument % 3);
        program
            .feed()
            .classLoaded(
                program.at,
                type,
                new ClassShape.Defined(
                    module, token(step.type), step.kind == 8 ? parent : new ClassID(0), arguments));
      }
      case 18 -> program.session.forgetBefore(program.at - 5L * step.type);
      case 16, 17 -> derive(program, 4 + step.module % 3, step.other % 2 + 1);
      case 12, 13 -> program.feed().instanceSeen(program.at, type, InstanceSource.HEAP);
      default -> {
        FunctionID method = new FunctionID(0x7000 + step.module * 16 + step.type % METHODS);
        Token token = new Token(0x06000001 + step.type % METHODS);
        FunctionShape shape = new FunctionShape(new ClassID(0), module, token, List.of(), "");
        program.feed().functionSeen(program.at, method, shape, FunctionSource.STACK);
      }
    }
  }

  /** The type Peach of a module is loaded, and where its base type is shows. */
  private static void derive(Program program, int app, int library) {
    ClassID base = type(library, FRUIT);
    ClassShape fruit = new ClassShape.Defined(id(library), token(FRUIT), new ClassID(0), List.of());
    program.feed().classLoaded(program.at, base, fruit);
    ClassShape peach = new ClassShape.Defined(id(app), token(PEACH), base, List.of());
    program.feed().classLoaded(program.at, type(app, PEACH), peach);
  }

  private void compare(Program program) {
    Moment now = program.session.now();
    Moment then = program.session.at(program.session.map().now().time());
    for (int module = 0; module < MODULES; module++) {
      for (int type = 1; type <= TYPES + 1; type++) {
        Token token = token(type);
        assertSame(then.classIDs(id(module), token), now.classIDs(id(module), token));
        RuntimeType plain = new RuntimeType.Defined(new TypeKey(id(module), token), List.of());
        assertSame(then.classIDs(plain), now.classIDs(plain));
        ClassID id = type(module, type);
        assertSame(then.loadedness(id), now.loadedness(id));
      }
      for (int reference = 1; reference <= REFERENCES; reference++) {
        Token token = new Token(0x01000000 + reference);
        TypeResolution leads = then.typeDef(id(module), token);
        assertEquals(leads.why(), now.typeDef(id(module), token).why());
        assertSame(then.classIDs(id(module), token), now.classIDs(id(module), token));
      }
    }
  }

  private static void assertSame(LookupAnswer<ClassID> then, LookupAnswer<ClassID> now) {
    assertEquals(essence(then), essence(now), () -> then.why() + " / " + now.why());
  }

  private static List<Object> essence(LookupAnswer<ClassID> answer) {
    return List.of(answer.kind(), answer.subject(), answer.level(), Set.copyOf(answer.ids()));
  }

  private static ModuleID id(int module) {
    return new ModuleID(0x100 + module);
  }

  private static ClassID type(int module, int type) {
    return new ClassID(0x1000 + module * 64 + type * CLASS_IDS);
  }

  /** The first row is that of the module's global members. */
  private static Token token(int type) {
    return new Token(0x02000001 + type);
  }

  @Provide
  static Arbitrary<List<Step>> histories() {
    Arbitrary<Integer> modules = Arbitraries.integers().between(0, MODULES - 1);
    Arbitrary<Integer> types = Arbitraries.integers().between(1, TYPES);
    return Combinators.combine(
            Arbitraries.integers().between(0, 18), modules, types, modules, types)
        .as(Step::new)
        .list()
        .ofMinSize(10)
        .ofMaxSize(80);
  }
}
