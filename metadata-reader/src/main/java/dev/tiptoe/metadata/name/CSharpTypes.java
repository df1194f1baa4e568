// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.parser.MethodHead;
import dev.tiptoe.metadata.signature.CallingConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes types as in C#, without namespaces except for {@linkplain Namesakes namesakes}: {@code ref
 * Dictionary<int, T[,][]>.Enumerator}, {@code int?}, {@code delegate* unmanaged[Cdecl]<in int,
 * void>}.
 */
final class CSharpTypes extends NestedTypes {

  private static final String CALL_CONV = "CallConv";

  private final TypeNames names;
  private final Notation notation;

  /** The names of type parameters here, or their arguments; {@code !0} when they are not known. */
  private List<String> typeParameters = List.of();

  private List<String> methodParameters = List.of();

  /** The keyword before a by-ref parameter of the row itself. */
  private Supplier<String> refWord = () -> "ref ";

  /**
   * The beginning of the array specifiers that directly follow each other; -1 when there are none.
   */
  private int arrays = -1;

  /** The beginning of the keyword of the by-ref that was written last. */
  private int refAt = -1;

  CSharpTypes(Image image, NameText text, TypeNames names) {
    super(image, text);
    this.names = names;
    this.notation = notation(names.namesakes());
  }

  /** Returns the notation for the types of a module. */
  static Notation notation(Namesakes namesakes) {
    return new Notation("<", ", ", ">", (place, row) -> place == 0 && namesakes.include(row));
  }

  void scope(List<String> ofType, List<String> ofMethod) {
    typeParameters = ofType;
    methodParameters = ofMethod;
  }

  void refWord(Supplier<String> word) {
    refWord = word;
  }

  /** Returns the names of the method's type parameters, or their arguments. */
  List<String> methodParameters() {
    return methodParameters;
  }

  @Override
  void whole(int token) {
    names.write(token, text);
  }

  @Override
  public void primitive(int elementType) {
    typeAt(text.length());
    text.add(CSharpKeywords.ofPrimitive(elementType));
  }

  @Override
  public void typeParameter(int number) {
    typeAt(text.length());
    parameter(typeParameters, number, "!");
  }

  @Override
  public void methodParameter(int number) {
    typeAt(text.length());
    parameter(methodParameters, number, "!!");
  }

  private void parameter(List<String> known, int number, String otherwise) {
    if (number < known.size()) {
      text.add(known.get(number));
    } else {
      text.add(otherwise).add(number);
    }
  }

  @Override
  void begun() {
    arrays = -1;
    refAt = -1;
  }

  @Override
  Frame instance(int begin, List<TypeRow> chain) {
    return chain.size() == 1 && CSharpKeywords.isNullable(image, chain.get(0))
        ? new Nullable(begin)
        : new Instance(begin, chain, notation);
  }

  /** A {@code System.Nullable`1} with its argument. */
  private final class Nullable extends Frame {

    Nullable(int begin) {
      super(begin);
    }

    @Override
    void argument(int index) {
      text.add(index == 0 ? "" : ", ");
    }

    @Override
    void end() {
      text.add('?');
    }
  }

  @Override
  public void beginMethod(MethodHead head) {
    push(new FunctionPointer(text.length(), head));
  }

  @Override
  public void beginParameters(int count) {
    if (innermost() instanceof FunctionPointer pointer) {
      pointer.parameters();
    }
  }

  @Override
  public void szArray() {
    array("[]");
  }

  @Override
  public void array(int rank, List<Integer> sizes, List<Integer> lowerBounds) {
    array(rank == 1 ? "[*]" : "[" + ",".repeat(rank - 1) + "]");
  }

  /** C# writes the specifiers of arrays of arrays from the outside inwards. */
  private void array(String specifier) {
    if (arrays < 0) {
      arrays = text.length();
    }
    text.insert(arrays, specifier);
  }

  @Override
  public void pointer() {
    arrays = -1;
    text.add('*');
  }

  @Override
  public void byRef() {
    arrays = -1;
    refAt = start;
    text.insert(start, isOutermost() ? refWord.get() : "ref ");
  }

  /**
   * Writes {@code in}, {@code out} or {@code ref readonly} in a function pointer, or its calling
   * convention.
   */
  @Override
  public void modifier(int token, boolean required) {
    if (token >>> 24 != TypeSpec.TABLE && !isOutermost()) {
      int begin = text.length();
      text.string(TypeRow.of(image, token).name());
      modifier(text.cut(begin));
    }
  }

  private void modifier(String name) {
    if (innermost() instanceof FunctionPointer pointer) {
      boolean isReturn = pointer.inReturnType;
      if (isReturn && name.startsWith(CALL_CONV)) {
        pointer.conventions.add(name.substring(CALL_CONV.length()));
      } else if (refAt >= 0 && name.equals("InAttribute")) {
        text.replace(refAt, "ref ", isReturn ? "ref readonly " : "in ");
      } else if (refAt >= 0 && name.equals("OutAttribute")) {
        text.replace(refAt, "ref ", "out ");
      }
    }
  }

  /** A function pointer: its return type is read first and written last. */
  private final class FunctionPointer extends Frame {

    private final MethodHead head;
    private final List<String> conventions = new ArrayList<>();
    private boolean inReturnType = true;
    private String returnType = "";

    FunctionPointer(int begin, MethodHead head) {
      super(begin);
      this.head = head;
    }

    void parameters() {
      returnType = text.cut(begin);
      inReturnType = false;
      text.add("delegate*").add(convention()).add('<');
    }

    private String convention() {
      return switch (CallingConvention.of(head.convention()).orElseThrow()) {
        case C -> " unmanaged[Cdecl]";
        case STDCALL -> " unmanaged[Stdcall]";
        case THISCALL -> " unmanaged[Thiscall]";
        case FASTCALL -> " unmanaged[Fastcall]";
        case UNMANAGED ->
            conventions.isEmpty()
                ? " unmanaged"
                : " unmanaged[" + String.join(", ", conventions) + "]";
        default -> "";
      };
    }

    @Override
    void argument(int index) {
      text.add(index == 0 ? "" : ", ");
    }

    @Override
    void end() {
      text.add(head.parameters() == 0 ? "" : ", ").add(returnType).add('>');
    }
  }
}
