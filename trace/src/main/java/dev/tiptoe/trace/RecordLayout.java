// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The bytes of the records; mirrors the structs of the agent's {@code trace/layout.h}, offset by
 * offset. All offsets count from the record's beginning.
 *
 * <pre>
 *    0               1               2               3
 *    0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *   +---------------------------------------------------------------+
 *  0|                         mark ("TREC")                         |
 *   +---------------------------------------------------------------+
 *  4|                crc (of offset 8 to the end)                   |
 *   +---------------------------------------------------------------+
 *  8|                length (this header included)                  |
 *   +-------------------------------+-------------------------------+
 * 12|             type              |             lane              |
 *   +-------------------------------+-------------------------------+
 * 16|                           sequence                            |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * 24|                             time                              |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * 32|                         fixed fields                         ...
 *   +---------------------------------------------------------------+
 *   |            list: u32 count, then an ID of 8 bytes each       ...
 *   +---------------------------------------------------------------+
 *   |            string: u32 count of bytes, then UTF-16LE         ...
 *   +---------------------------------------------------------------+
 * </pre>
 */
final class RecordLayout {

  static final int MARK_VALUE = 0x43455254;
  static final int LONGEST = 1 << 20;

  static final int MARK = 0;
  static final int CRC = 4;
  static final int LENGTH = 8;
  static final int TYPE = 12;
  static final int LANE = 14;
  static final int SEQUENCE = 16;
  static final int TIME = 24;
  static final int HEADER_LENGTH = 32;

  private RecordLayout() {}

  static final class TraceBegan {
    static final int START_MODE = 32;
    static final int RUNTIME_KIND = 36;
    static final int RUNTIME_MAJOR = 38;
    static final int RUNTIME_MINOR = 40;
    static final int RUNTIME_BUILD = 42;
    static final int AGENT_MAJOR = 44;
    static final int AGENT_MINOR = 46;
    static final int SAMPLE_PERIOD = 48;
    static final int VERSION = 56;

    private TraceBegan() {}
  }

  static final class Coverage {
    static final int KINDS = 32;
    static final int STATE = 36;
    static final int CODE = 40;
    static final int REASON = 44;

    private Coverage() {}
  }

  static final class AppDomainCreated {
    static final int APP_DOMAIN_ID = 32;
    static final int NAME = 40;

    private AppDomainCreated() {}
  }

  static final class AssemblyLoaded {
    static final int ASSEMBLY_ID = 32;
    static final int APP_DOMAIN_ID = 40;
    static final int MODULE_ID = 48;
    static final int NAME = 56;

    private AssemblyLoaded() {}
  }

  static final class ModuleLoaded {
    static final int MODULE_ID = 32;
    static final int ASSEMBLY_ID = 40;
    static final int BASE_ADDRESS = 48;
    static final int FLAGS = 56;
    static final int MVID = 60;
    static final int PATH = 76;

    private ModuleLoaded() {}
  }

  static final class ModuleAttached {
    static final int MODULE_ID = 32;
    static final int ASSEMBLY_ID = 40;

    private ModuleAttached() {}
  }

  static final class ClassSeen {
    static final int CLASS_ID = 32;
    static final int MODULE_ID = 40;
    static final int PARENT_CLASS_ID = 48;
    static final int TYPE_DEF = 56;
    static final int SOURCE = 60;
    static final int SHAPE = 64;
    static final int ELEMENT_TYPE = 65;
    static final int RANK = 66;
    static final int TYPE_ARGUMENTS = 68;

    private ClassSeen() {}
  }

  static final class FunctionSeen {
    static final int FUNCTION_ID = 32;
    static final int CLASS_ID = 40;
    static final int MODULE_ID = 48;
    static final int METHOD_DEF = 56;
    static final int SOURCE = 60;
    static final int TYPE_ARGUMENTS = 64;

    private FunctionSeen() {}
  }

  static final class UnloadStarted {
    static final int KIND = 32;
    static final int ID = 40;

    private UnloadStarted() {}
  }

  /** The fields of all records about a thread. */
  static final class OfThread {
    static final int THREAD_ID = 32;
    static final int OS_THREAD_ID = 40;
    static final int NAME = 40;

    private OfThread() {}
  }

  static final class TraceEnded {
    static final int REASON = 32;
    static final int AGENT_ERRORS = 36;
    static final int IDENTITY_RECORDS = 40;
    static final int IDENTITY_LOST = 48;
    static final int LOADS_ON_OUR_THREADS = 56;

    private TraceEnded() {}
  }

  static final class ModuleMetadata {
    static final int MODULE_ID = 32;
    static final int NUMBER = 40;
    static final int SIZE = 48;
    static final int OFFSET = 56;
    static final int OCTETS = 64;

    private ModuleMetadata() {}
  }

  static final class InstanceSeen {
    static final int CLASS_ID = 32;
    static final int OBJECTS = 40;
    static final int BYTES = 48;

    private InstanceSeen() {}
  }

  static final class HeapWalked {
    static final int SHORTFALLS = 32;
    static final int GENERATIONS = 36;
    static final int OBJECTS = 40;
    static final int BYTES = 48;
    static final int FREE_BYTES = 56;
    static final int LEFT_OUT_BYTES = 64;
    static final int WALKING = 72;
    static final int COLLECTING = 80;
    static final int CLASSES = 88;

    private HeapWalked() {}
  }

  static final class CodeSeen {
    static final int FUNCTION_ID = 32;
    static final int REJIT = 40;
    static final int PIECES = 44;

    private CodeSeen() {}
  }

  static final class NotPublished {
    static final int MODULE_ID = 32;
    static final int AS_OF = 40;
    static final int TYPE_DEFS = 48;

    private NotPublished() {}
  }

  static final class CaughtUp {
    static final int STEP = 32;
    static final int RESULT = 36;
    static final int FOUND = 40;
    static final int LEFT_OUT = 48;
    static final int TOOK = 56;
    static final int LONGEST_PAUSE = 64;
    static final int REASON = 72;

    private CaughtUp() {}
  }

  static final class DetachRefused {
    static final int RESULT = 32;
    static final int REASON = 36;

    private DetachRefused() {}
  }

  static final class StackSample {
    static final int THREAD_ID = 32;
    static final int RESULT = 40;
    static final int FLAGS = 44;
    static final int FRAMES = 48;

    private StackSample() {}
  }

  static final class SamplerBooks {
    static final int ROUNDS = 32;
    static final int STACKS = 40;
    static final int FAILED_WALKS = 48;
    static final int REFUSED_SUSPENSIONS = 56;
    static final int DROPPED_SAMPLES = 64;
    static final int STOPPED_TOTAL = 72;
    static final int STOPPED_LONGEST = 80;
    static final int SUSPENDING_TOTAL = 88;
    static final int SUSPENDING_LONGEST = 96;

    private SamplerBooks() {}
  }

  static final class SamplerState {
    static final int PERIOD = 32;
    static final int DUTY = 40;
    static final int THREADS = 44;
    static final int SAMPLING = 48;
    static final int DUE = 56;
    static final int WALKED = 64;
    static final int STOPPED_MEDIAN = 72;
    static final int STOPPED_P99 = 80;
    static final int PAUSED_TOTAL = 88;
    static final int PAUSED_MEDIAN = 96;
    static final int PAUSED_P99 = 104;
    static final int PAUSED_LONGEST = 112;
    static final int OTHER_OUTCOMES = 120;
    static final int OUTCOMES = 128;

    private SamplerState() {}
  }

  static final class StackDefined {
    static final int STACK = 32;
    static final int OLDEST = 36;
    static final int FLAGS = 44;
    static final int FRAMES = 48;

    private StackDefined() {}
  }

  static final class RoundSampled {
    static final int INTERVAL = 32;
    static final int DUE = 36;
    static final int WALKED = 40;
    static final int THREADS = 44;

    private RoundSampled() {}
  }

  static final class CallbackSampled {
    static final int THREAD_ID = 32;
    static final int ID = 40;
    static final int OCCASION = 48;
    static final int FLAGS = 56;
    static final int FRAMES = 60;

    private CallbackSampled() {}
  }

  /** An entry of a round. */
  static final class SampledThread {
    static final int THREAD_ID = 0;
    static final int STACK = 8;
    static final int LEAF_FORWARD = 12;
    static final int LENGTH = 16;

    private SampledThread() {}
  }
}
