// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Checksum;
import java.util.function.LongBinaryOperator;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/**
 * The modules, methods and types that every side is given. They are functions of a number, so that
 * looking at them costs no memory. IDs are placed as in a runtime: those of a module side by side,
 * 40 bytes apart, in heaps of 64 KiB.
 *
 * <p>One method in 16 is a second instantiation of another, and shares its token.
 *
 * @param methods the number of FunctionIDs; there is a ClassID for each eight of them
 * @param questions the number of look-ups in one round
 */
record Population(int methods, int questions) {

  static final int MODULES = 2_000;
  static final int PER_TYPE = 8;

  private static final int QUESTIONS = 1 << 20;
  private static final int METHOD_DEF = 0x06000000;

  /** Creates a population with as many questions as in a measurement. */
  Population(int methods) {
    this(methods, QUESTIONS);
  }

  static long moduleID(int module) {
    return 0x7f10_0000_0000L + module * 0x6000L;
  }

  static int module(int method) {
    return method % MODULES;
  }

  long functionID(int method) {
    return 0x7f20_0000_0000L + module(method) * heap(40) + method / MODULES * 40L;
  }

  private long heap(int size) {
    return (1L + ((methods / MODULES * size) >>> 16)) << 16;
  }

  /** Returns the method's token; the last methods share those of the first. */
  int token(int method) {
    return METHOD_DEF | (1 + definition(method) / MODULES);
  }

  boolean isInstantiation(int method) {
    return method >= definitions();
  }

  private int definition(int method) {
    return isInstantiation(method) ? method - definitions() : method;
  }

  /** Returns a multiple of the number of modules, so that instantiations are in their module. */
  private int definitions() {
    return (methods - methods / 16) / MODULES * MODULES;
  }

  int types() {
    return methods / PER_TYPE;
  }

  /** Returns the type that declares a method; both are in one module. */
  int typeOf(int method) {
    return method % types();
  }

  long classID(int type) {
    return 0x7f30_0000_0000L + module(type) * heap(0x98) + type / MODULES * 0x98L;
  }

  static int typeDef(int type) {
    return 0x02000000 | (1 + type / MODULES);
  }

  /** Returns a module's token as one number, the key of a hash map of tokens. */
  static long key(int module, int token) {
    return (long) module << Integer.SIZE | token;
  }

  // ---- native code

  /** Returns where a method's code begins. The codes follow one another and have many lengths. */
  static long codeStart(int method) {
    return 0x7f40_0000_0000L + method * 768L + ((method * 0x9e3779b9) >>> 24);
  }

  static int codeSize(int method) {
    return 64 + ((method * 0x85ebca6b) >>> 23);
  }

  // ---- questions, at random

  /** Looks up the tokens of methods. */
  void askTokens(LongToIntFunction tokenOf, Checksum sum) {
    long random = 1;
    for (int i = 0; i < questions; i++) {
      random = next(random);
      sum.add(tokenOf.applyAsInt(functionID(below(random, methods))));
    }
  }

  /** Looks up the IDs of tokens; their sum is the answer. */
  void askIDs(LongBinaryOperator idsOf, Checksum sum) {
    long random = 2;
    for (int i = 0; i < questions; i++) {
      random = next(random);
      int method = below(random, methods);
      sum.add(idsOf.applyAsLong(module(method), token(method)));
    }
  }

  /** Looks up the methods whose code contains an address. */
  void askAddresses(LongUnaryOperator functionAt, Checksum sum) {
    long random = 3;
    for (int i = 0; i < questions; i++) {
      random = next(random);
      int method = below(random, methods);
      sum.add(functionAt.applyAsLong(codeStart(method) + (random & 63)));
    }
  }

  static long next(long random) {
    return random * 6364136223846793005L + 1442695040888963407L;
  }

  static int below(long random, int bound) {
    return (int) (((random >>> 33) * bound) >>> 31);
  }
}
