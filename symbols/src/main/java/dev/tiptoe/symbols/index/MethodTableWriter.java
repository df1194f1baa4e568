// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.written.WrittenMethod;
import dev.tiptoe.symbols.written.WrittenMethods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Writes the sections of types, methods and written methods. Mutable, not thread-safe. */
final class MethodTableWriter {

  static final int TYPE_NAME = 0;
  static final int TYPE_SHOWN = 1;
  static final int TYPE_FIRST_METHOD = 2;

  static final int METHOD_NAME = 0;
  static final int METHOD_SIGNATURE = 1;

  static final int WRITTEN_RID = 0;
  static final int WRITTEN_METHOD = 1;
  static final int WRITTEN_TEXT = 2;
  static final int WRITTEN_SOURCE = 3;

  /** Rows of numbers that grow. */
  private static final class Rows {

    private int[] numbers = new int[64 * BitRows.COLUMNS];
    private int count;

    void add(int... row) {
      if ((count + 1) * BitRows.COLUMNS > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      System.arraycopy(row, 0, numbers, count++ * BitRows.COLUMNS, row.length);
    }

    void number(int column, StringTableWriter texts) {
      for (int i = column; i < count * BitRows.COLUMNS; i += BitRows.COLUMNS) {
        numbers[i] = texts.number(numbers[i]);
      }
    }

    IndexOutput write() {
      return count == 0 ? new IndexOutput() : BitRows.write(numbers, count);
    }
  }

  private final Image image;
  private final Names shownNames;
  private final Names systemNames;
  private final WrittenMethods writtenMethods;
  private final DamageWriter damage;

  private final StringTableWriter typeNames = new StringTableWriter();
  private final StringTableWriter shownTypes = new StringTableWriter();
  private final StringTableWriter names = new StringTableWriter();
  private final StringTableWriter signatures = new StringTableWriter();
  private final StringTableWriter writtenTexts = new StringTableWriter();
  private final Rows types = new Rows();
  private final Rows methods = new Rows();
  private final Rows written = new Rows();

  /** The type of the last method, and whether the compiler may have made it. */
  private int type;

  private String shownType = "";
  private boolean isGeneratedType;

  MethodTableWriter(Image image, PortablePdb pdb, DamageWriter damage) {
    this.image = image;
    this.shownNames = new Names(image, NameStyle.CSHARP);
    this.systemNames = new Names(image, NameStyle.REFLECTION);
    this.writtenMethods = new WrittenMethods(image, pdb.found());
    this.damage = damage;
  }

  /**
   * Reads all types and methods.
   *
   * @param disputed the methods that another build of the module names otherwise
   */
  void write(BitSet disputed) {
    BitSet withMethods = new BitSet();
    int count = image.count(MethodDef.TABLE);
    for (int rid = 1; rid <= count; rid++) {
      try {
        MethodDef method = new MethodDef(image, rid);
        enter(method, withMethods);
        if (disputed.get(rid)) {
          addUnnamed(rid, OtherBuild.REASON);
        } else {
          add(method);
        }
      } catch (MetadataFormatException e) {
        addUnnamed(rid, String.valueOf(e.getMessage()));
      }
    }
    for (int rid = withMethods.nextClearBit(1); rid <= image.count(TypeDef.TABLE); ) {
      addEmpty(Token.of(TypeDef.TABLE, rid), count + 1);
      rid = withMethods.nextClearBit(rid + 1);
    }
  }

  private void addUnnamed(int rid, String reason) {
    damage.add(rid, DamageWriter.NAMES, reason);
    methods.add(names.add(""), signatures.add(""));
  }

  private void addEmpty(Token type, int end) {
    try {
      types.add(typeNames.add(systemNames.of(type)), shownTypes.add(shownNames.of(type)), end);
    } catch (MetadataFormatException e) {
      // Nobody can ask for a type whose name is damaged.
    }
  }

  private void enter(MethodDef method, BitSet withMethods) {
    TypeDef owner = method.declaringType();
    if (owner.rid() != type) {
      String name = systemNames.declaringType(method.token());
      shownType = shownNames.declaringType(method.token());
      // With the types around it, and the namespace, which F# makes for start-up code.
      isGeneratedType = mayBeGenerated(name);
      type = owner.rid();
      withMethods.set(type);
      types.add(typeNames.add(name), shownTypes.add(shownType), method.rid());
    }
  }

  private static boolean mayBeGenerated(String name) {
    return name.indexOf('<') >= 0 || name.indexOf('$') >= 0 || name.indexOf('@') >= 0;
  }

  /** Whether a signature has an anonymous type, say. */
  private static boolean mentionsGenerated(String member) {
    return member.contains("<>") || member.indexOf('$') >= 0 || member.contains(">j__");
  }

  /** Whether the runtime makes the state machine: {@code MethodImplAttributes.Async}. */
  private static boolean isAsync(MethodDef method) {
    return (method.implFlags() & 0x2000) != 0;
  }

  private void add(MethodDef method) {
    String name = method.name();
    String member = shownNames.member(method.token());
    if (isGeneratedType || mayBeGenerated(name) || mentionsGenerated(member) || isAsync(method)) {
      addWritten(method, shownType.isEmpty() ? member : shownType + "." + member);
    }
    methods.add(names.add(name), signatures.add(MemberText.encode(name, shownType, member)));
  }

  private void addWritten(MethodDef method, String shown) {
    WrittenMethod source = writtenMethods.of(method.token());
    String text = source.in(shownNames);
    if (source.method().equals(method.token())
        && text.equals(shown)
        && source.source() == WrittenMethod.Source.WRITTEN) {
      return;
    }
    String outer =
        source.method().isNil()
            ? ""
            : source.method().equals(method.token()) ? shown : shownNames.of(source.method());
    written.add(
        method.rid(),
        source.method().rid(),
        writtenTexts.add(WrittenText.encode(outer, text)),
        MethodTable.SOURCES.indexOf(source.source()));
  }

  /** Returns the sections, in their order. */
  List<IndexOutput> sections() {
    List<IndexOutput> sections = new ArrayList<>();
    IndexOutput namesOfTypes = typeNames.write();
    IndexOutput shown = shownTypes.write();
    types.number(TYPE_NAME, typeNames);
    types.number(TYPE_SHOWN, shownTypes);
    IndexOutput namesOfMethods = names.write();
    IndexOutput texts = signatures.write();
    methods.number(METHOD_NAME, names);
    methods.number(METHOD_SIGNATURE, signatures);
    IndexOutput ofWritten = writtenTexts.write();
    written.number(WRITTEN_TEXT, writtenTexts);
    sections.add(namesOfTypes);
    sections.add(shown);
    sections.add(types.write());
    sections.add(byName().write());
    sections.add(namesOfMethods);
    sections.add(texts);
    sections.add(methods.write());
    sections.add(written.write());
    sections.add(ofWritten);
    return sections;
  }

  /** The rows of types in the order of their names. */
  private Rows byName() {
    long[] order = new long[types.count];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) types.numbers[i * BitRows.COLUMNS + TYPE_NAME] << 32) | i;
    }
    Arrays.sort(order);
    Rows rows = new Rows();
    for (long each : order) {
      rows.add((int) each);
    }
    return rows;
  }
}
