// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.EnumResolver;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.Instruction;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.metadata.table.TableSchema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * All that can be asked of an image and of what it hands out, whatever methods there are: those
 * without arguments, and those with numbers. What is asked is made before it is asked.
 *
 * <p>The questions about two images of the same bytes are the same. For one thread.
 */
public final class ImageQuestions {

  /** The methods of every object. */
  private static final Set<String> NOT_ASKED =
      Set.of("hashCode", "getClass", "notify", "notifyAll", "wait");

  private static final int DEEPEST = 3;
  private static final int ROWS = 3;
  private static final int MOST_OF_A_LIST = 3;

  private final Map<String, Callable<?>> questions = new LinkedHashMap<>();
  private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> metValues = new HashSet<>();
  private final String file;

  private ImageQuestions(String file) {
    this.file = file;
  }

  /** Those about {@code image}. */
  public static ImageQuestions about(Image image) {
    ImageQuestions all = new ImageQuestions(image.file());
    all.add("image", image, 0);
    for (int table : TableSchema.ECMA_335.tables()) {
      all.rows(image, table);
    }
    for (NameStyle style : NameStyle.values()) {
      all.names(new Names(image, style), image);
    }
    all.lookups(image);
    all.find(() -> ReadyToRun.of(image)).ifPresent(code -> all.add("code", code, 1));
    all.questions.put("ReadyToRun.of", () -> ReadyToRun.of(image));
    return all;
  }

  /** How many there are. */
  public int count() {
    return questions.size();
  }

  /** Returns the answers: results as text, or exceptions. */
  public Map<String, String> answers() {
    Map<String, String> answers = new LinkedHashMap<>();
    questions.forEach(
        (label, question) -> answers.put(inAnyFile(label), inAnyFile(answer(question))));
    return answers;
  }

  private String inAnyFile(String text) {
    return text.replace(file, "FILE").replaceAll("@[0-9a-f]+", "@");
  }

  /** Returns whether an answer reports that the file was changed. */
  public static boolean isRefusal(String answer) {
    return answer.endsWith("the file was changed while it was open");
  }

  private static String answer(Callable<?> question) {
    try {
      return text(question.call(), 0);
    } catch (InvocationTargetException e) {
      return thrown(e.getCause());
    } catch (Exception | Error e) {
      return thrown(e);
    }
  }

  /** Exceptions of the JVM do not always have a message; an error must not occur at all. */
  private static String thrown(@Nullable Throwable thrown) {
    boolean hasWords = thrown instanceof MetadataFormatException || thrown instanceof Error;
    return "throws " + (hasWords || thrown == null ? thrown : thrown.getClass());
  }

  private <T> Optional<T> find(Callable<Optional<T>> finding) {
    try {
      return finding.call();
    } catch (Exception e) {
      return Optional.empty();
    }
  }

  private void rows(Image image, int table) {
    Optional<Row.View<?>> view = Views.of(table);
    for (int rid = 1; view.isPresent() && rid <= image.count(table); rid++) {
      if (rid <= ROWS) {
        Row row = view.get().of(image, rid);
        add(row.token().toString(), row, DEEPEST - 1);
        decoded(row);
      }
    }
  }

  private void decoded(Row row) {
    if (row instanceof CustomAttribute attribute) {
      questions.put(
          "decoded " + row, () -> new AttributeDecoder(EnumResolver.NONE).decode(attribute));
    } else if (row instanceof Constant constant) {
      questions.put("value of " + row, () -> ConstantValue.of(constant));
    } else if (row instanceof MethodDef method) {
      questions.put("body of " + row, () -> Body.of(method));
      find(() -> Optional.of(Body.of(method))).ifPresent(body -> body(method, body));
    }
  }

  private void body(MethodDef method, Body body) {
    add("body " + method.token(), body, DEEPEST - 1);
    if (body instanceof MethodBody il) {
      questions.put("locals " + method, () -> il.locals(method.image()));
      questions.put(
          "instructions " + method,
          () -> {
            List<String> all = new ArrayList<>();
            for (Instruction each : il.instructions()) {
              all.add(text(each, 0));
            }
            return all;
          });
    }
  }

  private void names(Names names, Image image) {
    for (int table : TableSchema.ECMA_335.tables()) {
      for (int rid = 1; rid <= Math.min(ROWS, image.count(table)); rid++) {
        var token = Token.of(table, rid);
        questions.put(names.style() + " " + token, () -> names.of(token));
      }
    }
  }

  private void lookups(Image image) {
    questions.put("findType", () -> image.findType("System", "Object"));
    questions.put("findExported", () -> image.findExported("System.Object"));
    questions.put("damage", image::damage);
    image.typeRefs().stream()
        .limit(ROWS)
        .forEach(each -> questions.put("find " + each, () -> image.find(SoughtType.of(each))));
    image.typeDefs().stream()
        .limit(ROWS)
        .forEach(each -> questions.put("members " + each, () -> each.findMethods(".ctor")));
  }

  /** Everything that one thing can be asked, and what its answers can. */
  private void add(String path, Object subject, int depth) {
    if (subject instanceof Optional<?> optional) {
      optional.ifPresent(inside -> add(path, inside, depth));
    } else if (subject instanceof List<?> list) {
      for (int i = 0; i < Math.min(MOST_OF_A_LIST, list.size()); i++) {
        add(path + "[" + i + "]", list.get(i), depth);
      }
    } else if (isOurs(subject.getClass()) && isNew(subject)) {
      for (Method method : methods(subject.getClass())) {
        // Windows of windows would never end.
        ask(
            path + "." + method.getName(),
            subject,
            method,
            subject instanceof Bytes ? DEEPEST : depth);
      }
    }
  }

  private void ask(String path, Object subject, Method method, int depth) {
    for (int number : method.getParameterCount() == 0 ? new int[1] : new int[] {0, 1, 2}) {
      Object[] arguments = new Object[method.getParameterCount()];
      Arrays.fill(arguments, number);
      String label = path + Arrays.toString(method.getParameterTypes()) + number;
      questions.put(label, () -> method.invoke(subject, arguments));
      if (depth < DEEPEST) {
        find(() -> Optional.ofNullable(method.invoke(subject, arguments)))
            .ifPresent(answer -> add(label, answer, depth + 1));
      }
    }
  }

  /** Rows, windows and values that are met again need not be asked again. */
  private boolean isNew(Object subject) {
    if (subject instanceof Bytes bytes) {
      return metValues.add(bytes.fileOffset(0) + "+" + bytes.length() + bytes.file());
    }
    return subject instanceof Row ? metValues.add(subject.toString()) : met.add(subject);
  }

  private static boolean isOurs(Class<?> type) {
    return type.getPackageName().startsWith("dev.tiptoe.metadata") && !type.isEnum();
  }

  private static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> !NOT_ASKED.contains(method.getName()))
        .filter(method -> method.getReturnType() != void.class)
        .filter(method -> Set.of(int.class).containsAll(List.of(method.getParameterTypes())))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  /** Returns an answer as text that is the same for equal answers, whatever file they are about. */
  private static String text(Object answer, int depth) throws ReflectiveOperationException {
    if (answer instanceof Bytes bytes) {
      String what = bytes.fileOffset(0) + "+" + bytes.length();
      return what + Arrays.toString(bytes.copy(0, Math.min(64, bytes.length())));
    }
    if (answer instanceof Optional<?> optional) {
      return optional.isPresent() ? "of " + text(optional.get(), depth) : "empty";
    }
    if (answer instanceof List<?> list) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < Math.min(MOST_OF_A_LIST, list.size()); i++) {
        all.add(text(list.get(i), depth));
      }
      return list.size() + all.toString();
    }
    if (answer instanceof MetadataFormatException damage) {
      return damage.offset() + " " + damage.reason();
    }
    if (answer instanceof Row row) {
      return row.getClass() + " " + row.token();
    }
    if (answer instanceof Record record && isOurs(record.getClass())) {
      return record(record, depth);
    }
    return answer == null || !isOurs(answer.getClass()) || answer instanceof Enum<?>
        ? answer instanceof int[] numbers ? Arrays.toString(numbers) : text(answer)
        : answer.getClass().getName();
  }

  private static String text(Object answer) {
    return answer instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(answer);
  }

  private static String record(Record record, int depth) throws ReflectiveOperationException {
    List<String> all = new ArrayList<>();
    for (var part : record.getClass().getRecordComponents()) {
      part.getAccessor().setAccessible(true);
      all.add(depth > DEEPEST ? "" : text(part.getAccessor().invoke(record), depth + 1));
    }
    return record.getClass() + all.toString();
  }
}
