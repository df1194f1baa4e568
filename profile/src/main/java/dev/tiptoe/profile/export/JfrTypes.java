// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The types of a JFR file, and the metadata event that describes them. */
final class JfrTypes {

  static final int METADATA = 0;
  static final int CHECKPOINT = 1;
  static final int EXECUTION_SAMPLE = 100;
  static final int THREAD = 30;
  static final int STACK_TRACE = 31;
  static final int METHOD = 33;
  static final int CLASS = 34;
  static final int SYMBOL = 35;
  static final int PACKAGE = 36;
  static final int FRAME_TYPE = 37;
  static final int THREAD_STATE = 38;
  static final int CLASS_LOADER = 39;

  private static final int BOOLEAN = 10;
  private static final int INT = 12;
  private static final int LONG = 13;
  private static final int STRING = 20;
  private static final int STACK_FRAME = 32;
  private static final int TIMESTAMP = 50;
  private static final int LABEL = 51;
  private static final int CATEGORY = 52;
  private static final String ANNOTATION = "java.lang.annotation.Annotation";

  /** An element of the tree that describes the types. */
  private record Element(String name, List<String> attributes, List<Element> children) {

    static Element of(String name, String... attributes) {
      return new Element(name, List.of(attributes), new ArrayList<>());
    }

    Element with(Element... more) {
      children.addAll(List.of(more));
      return this;
    }
  }

  private JfrTypes() {}

  /** Returns the metadata event without its length. */
  static JfrBuffer metadata(long startTicks) {
    Numbered<String> strings = new Numbered<>();
    JfrBuffer tree = new JfrBuffer();
    write(root(), strings, tree);
    JfrBuffer event = new JfrBuffer();
    event.number(METADATA).number(startTicks).number(0).number(1);
    event.number(strings.size());
    strings.values().forEach(event::text);
    return event.add(tree);
  }

  private static void write(Element element, Numbered<String> strings, JfrBuffer out) {
    out.number(strings.of(element.name()));
    out.number(element.attributes().size() / 2);
    element.attributes().forEach(text -> out.number(strings.of(text)));
    out.number(element.children().size());
    element.children().forEach(child -> write(child, strings, out));
  }

  private static Element root() {
    Element types = Element.of("metadata");
    Map.of(BOOLEAN, "boolean", INT, "int", LONG, "long", STRING, "java.lang.String")
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            type ->
                types.with(Element.of("class", "name", type.getValue(), "id", "" + type.getKey())));
    annotation(types, TIMESTAMP, "jdk.jfr.Timestamp", false);
    annotation(types, LABEL, "jdk.jfr.Label", false);
    annotation(types, CATEGORY, "jdk.jfr.Category", true);
    simpleType(types, SYMBOL, "jdk.types.Symbol", field("string", STRING));
    type(types, PACKAGE, "jdk.types.Package", pooled("name", SYMBOL));
    type(
        types,
        CLASS,
        "java.lang.Class",
        // Readers that know the order of the JDK do not look at these descriptions.
        pooled("classLoader", CLASS_LOADER),
        pooled("name", SYMBOL),
        pooled("package", PACKAGE),
        field("modifiers", INT));
    type(
        types,
        CLASS_LOADER,
        "jdk.types.ClassLoader",
        pooled("type", CLASS),
        pooled("name", SYMBOL));
    type(
        types,
        METHOD,
        "jdk.types.Method",
        pooled("type", CLASS),
        pooled("name", SYMBOL),
        pooled("descriptor", SYMBOL),
        field("modifiers", INT),
        field("hidden", BOOLEAN));
    simpleType(types, FRAME_TYPE, "jdk.types.FrameType", field("description", STRING));
    type(
        types,
        STACK_FRAME,
        "jdk.types.StackFrame",
        pooled("method", METHOD),
        field("lineNumber", INT),
        field("bytecodeIndex", INT),
        pooled("type", FRAME_TYPE));
    type(
        types,
        STACK_TRACE,
        "jdk.types.StackTrace",
        field("truncated", BOOLEAN),
        Element.of("field", "name", "frames", "class", "" + STACK_FRAME, "dimension", "1"));
    type(
        types,
        THREAD,
        "java.lang.Thread",
        field("osName", STRING),
        field("osThreadId", LONG),
        field("javaName", STRING),
        field("javaThreadId", LONG));
    simpleType(types, THREAD_STATE, "jdk.types.ThreadState", field("name", STRING));
    types.with(executionSample());
    return Element.of("root")
        .with(types, Element.of("region", "locale", "en_US", "gmtOffset", "0"));
  }

  private static Element executionSample() {
    return Element.of(
            "class",
            "name",
            "jdk.ExecutionSample",
            "superType",
            "jdk.jfr.Event",
            "id",
            "" + EXECUTION_SAMPLE)
        .with(
            label("Method Profiling Sample"),
            Element.of(
                "annotation",
                "class",
                "" + CATEGORY,
                "value-0",
                "Java Virtual Machine",
                "value-1",
                "Profiling"),
            field("startTime", LONG)
                .with(
                    label("Start Time"),
                    Element.of("annotation", "class", "" + TIMESTAMP, "value", "TICKS")),
            pooled("sampledThread", THREAD).with(label("Thread")),
            pooled("stackTrace", STACK_TRACE).with(label("Stack Trace")),
            pooled("state", THREAD_STATE).with(label("Thread State")));
  }

  private static Element label(String text) {
    return Element.of("annotation", "class", "" + LABEL, "value", text);
  }

  private static void annotation(Element types, int id, String name, boolean isArray) {
    Element value =
        isArray
            ? Element.of("field", "name", "value", "class", "" + STRING, "dimension", "1")
            : field("value", STRING);
    types.with(
        Element.of("class", "name", name, "superType", ANNOTATION, "id", "" + id).with(value));
  }

  private static void type(Element types, int id, String name, Element... fields) {
    types.with(Element.of("class", "name", name, "id", "" + id).with(fields));
  }

  /** A type whose values are those of its only field. */
  private static void simpleType(Element types, int id, String name, Element only) {
    types.with(Element.of("class", "name", name, "id", "" + id, "simpleType", "true").with(only));
  }

  private static Element field(String name, int type) {
    return Element.of("field", "name", name, "class", "" + type);
  }

  /** A field that has the key of a value in the constant pool of its type. */
  private static Element pooled(String name, int type) {
    return Element.of("field", "name", name, "class", "" + type, "constantPool", "true");
  }
}
