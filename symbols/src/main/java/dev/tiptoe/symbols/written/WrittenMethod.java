// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.name.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * A method as it was written, and where in it the code of a generated method is. Immutable.
 *
 * @param method the MethodDef of the written method; nil where only its name is known
 * @param name its name in the metadata
 * @param parts from the written method inwards; empty when the method itself has the code, or
 *     {@link Construct#ASYNC} alone when the runtime suspends it without a state machine
 * @param source the weakest of the sources from which this follows
 */
public record WrittenMethod(Token method, String name, List<Part> parts, Source source) {

  /** Copies the list. */
  public WrittenMethod {
    parts = List.copyOf(parts);
  }

  /** What relates generated code to a written method, strongest first. */
  public enum Source {
    /** The method was written: nothing had to be found. */
    WRITTEN,
    /** The table StateMachineMethod of the PDB. */
    STATE_MACHINE_TABLE,
    /** The attribute that names the state machine, on the written method. */
    ATTRIBUTE,
    /** The IL of the one method that makes or calls it. */
    IL,
    /** The compiler's map of lambdas in the PDB. */
    DEBUG_MAP,
    /** There is only one method of the name. */
    ONLY_ONE,
    /** The lines of the one method of the name that encloses its lines. */
    LINES,
    /** Its name: which of several methods of the name is not known. */
    NAME
  }

  /** The form of code within a method. */
  public enum Construct {
    /** The body of an asynchronous method, lambda or local function. */
    ASYNC,
    /** The body of an iterator. */
    ITERATOR,
    /** The body of an asynchronous iterator. */
    ASYNC_ITERATOR,
    /** A lambda expression. */
    LAMBDA,
    /** A local function. */
    LOCAL_FUNCTION,
    /** A finally block of an iterator. */
    FINALLY,
    /** A call of a base method from a lambda. */
    BASE_CALL,
    /** The entry point that waits for an asynchronous one. */
    ENTRY_POINT,
    /** The adaptation of a lambda or method to a delegate type, in Visual Basic. */
    CONVERSION,
    /**
     * In F#, a function value, an inner function or a part of a computation expression; its name is
     * that of the binding in which it is, where that is not the method. In C# and Visual Basic, the
     * constructor of the object that holds captured variables.
     */
    CLOSURE,
    /** A member of an object expression, in F#. */
    OBJECT_EXPRESSION,
    /** The bindings at the top level of a file, in F#. */
    INITIALIZATION,
    /**
     * A member that the compiler added to a state machine or closure, and that has none of the
     * written code: a constructor, {@code GetEnumerator}, {@code Current}.
     */
    MEMBER
  }

  /**
   * A step inwards.
   *
   * @param construct the form of the code
   * @param name the name of a local function, of a binding, of a member, or of an initialized file;
   *     else empty
   */
  public record Part(Construct construct, String name) {

    Part(Construct construct) {
      this(construct, "");
    }

    /** Returns the text after the enclosing code, such as {@code " → lambda"}. */
    @Override
    public String toString() {
      return switch (construct) {
        case ASYNC -> " (async)";
        case ITERATOR -> " (iterator)";
        case ASYNC_ITERATOR -> " (async iterator)";
        case LAMBDA -> " → lambda";
        case LOCAL_FUNCTION -> " → local function " + name;
        case FINALLY -> " → finally";
        case BASE_CALL -> " → base call";
        case ENTRY_POINT -> " (entry point)";
        case CONVERSION -> " → delegate conversion";
        case CLOSURE -> name.isEmpty() ? " → closure" : " → closure " + name;
        case OBJECT_EXPRESSION -> " → object expression " + name;
        case INITIALIZATION -> "initialization of " + name;
        case MEMBER -> " → " + name;
      };
    }
  }

  /** Whether the code is of a generated method. */
  public boolean isGenerated() {
    return source != Source.WRITTEN;
  }

  /** This, with a further step inwards. */
  WrittenMethod with(Source by, Part... inner) {
    List<Part> all = new ArrayList<>(parts);
    all.addAll(List.of(inner));
    return new WrittenMethod(method, name, all, by.compareTo(source) > 0 ? by : source);
  }

  /**
   * Returns a text such as {@code Shop.Buy(int) → lambda}.
   *
   * @param names names for the module of the method
   */
  public String in(Names names) {
    StringBuilder text = new StringBuilder(outermost(names));
    parts.forEach(text::append);
    return text.toString();
  }

  private String outermost(Names names) {
    if (name.equals("<Main>$")) {
      return "top-level statements";
    }
    if (!parts.isEmpty() && parts.get(0).construct() == Construct.INITIALIZATION) {
      return "";
    }
    return method.isNil() ? name : GeneratedTypeNames.replacedIn(names.of(method));
  }
}
