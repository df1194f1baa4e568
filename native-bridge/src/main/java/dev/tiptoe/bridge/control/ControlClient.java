// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.LocalConnection;
import dev.tiptoe.bridge.socket.Port;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Lease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends requests to one agent, each over its own connection and with a timeout.
 *
 * <p>Thread-safe; keeps no state and no connection, so each request finds out anew whether the
 * agent is there. Every method throws a {@link ControlException} when there is no answer. After one
 * with {@link ControlException.Reason#TIMED_OUT} or {@link ControlException.Reason#LOST} the agent
 * may have carried out the request. A thread that is interrupted stops waiting, and stays
 * interrupted. Only the user of the observed process and root may send requests.
 */
public final class ControlClient {

  /** The default timeout of requests that the agent answers at once. */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  private static final int MILLION = 1_000_000;
  private static final long UNCHANGED = -1;
  private static final long HEAP_PAUSE = 20;
  private static final int HEAP_DONE = 2;
  private static final int NO_COLLECTION = 1;
  private static final int COUNTED = Integer.BYTES + Long.BYTES;
  private static final int FIELD = 2 * Integer.BYTES;

  private final Port port;
  private final Duration patience;

  private ControlClient(Port port, Duration patience) {
    this.port = port;
    this.patience = patience;
  }

  /** Returns a client for the agent that listens at a path, in a process of this user. */
  public static ControlClient at(Path socket) {
    return through(deadline -> LocalConnection.open(socket, deadline));
  }

  /** Returns a client for the agent that a port leads to; for this library's own packages. */
  @SuppressWarnings("exports")
  public static ControlClient through(Port port) {
    return new ControlClient(port, PATIENCE);
  }

  /**
   * Returns the {@code CONTROL} setting for a process that this user is about to start: a path that
   * no other agent has. In it {@code %p} stands for the process ID, which the agent fills in.
   *
   * @throws ControlException when there can be no private folder
   */
  public static Path settingForNewProcess() throws ControlException {
    return ControlSocket.settingForNewProcess();
  }

  /**
   * Returns a client for the agent inside a process.
   *
   * @throws ControlException when there is no such process, none with an agent that listens, or no
   *     permission
   */
  public static ControlClient of(long pid) throws ControlException {
    LinuxProcess process = LinuxProcess.of(pid);
    long startTime = startTimeOf(process);
    Port port = Border.PROXIED.agentOf(process, startTime);
    try {
      port.connect(Deadline.in(PATIENCE)).close();
      return through(port);
    } catch (UnreachableException e) {
      throw switch (e.reason()) {
        case NO_PERMISSION ->
            new ControlException(
                Reason.NO_PERMISSION, "no permission: " + process.notOursToLookAt());
        case NO_PROCESS -> new ControlException(Reason.NO_PROCESS, "process " + pid + " has ended");
        case NOT_THERE, NOBODY ->
            new ControlException(Reason.NO_AGENT, "no agent listens in process " + pid);
        case FAILED, ANOTHER_PROCESS ->
            new ControlException(
                Reason.UNREACHABLE, "process " + pid + " cannot be read: " + e.inWords());
        default -> ControlException.of(e);
      };
    }
  }

  private static long startTimeOf(LinuxProcess process) throws ControlException {
    try {
      if (process.pid() > 0 && process.isThere()) {
        return process.startTime();
      }
    } catch (IOException e) {
      // It has ended.
    }
    clearAfter(process.pid());
    throw new ControlException(Reason.NO_PROCESS, process.pid() + ": there is no such process");
  }

  /**
   * Removes the socket that a killed process left behind. The process's user is not known any more:
   * only sockets in this user's own folders are removed, on which nothing listens.
   */
  private static void clearAfter(long pid) {
    try (Target self = Border.enterOurselves()) {
      self.clearControlSocketsOf(pid);
    } catch (UnreachableException e) {
      // What cannot be removed stays; nothing mistakes it for an agent.
    }
  }

  /**
   * Returns a client with another timeout for each request: from connecting, which may have to wait
   * for other clients, to the last byte of the answer.
   */
  public ControlClient within(Duration bound) {
    return new ControlClient(port, bound);
  }

  /** Returns the agent's status. */
  public AgentStatus status() throws ControlException {
    ControlMessage answer = ask(RequestKind.STATUS);
    String trace = answer.string();
    String runtimeVersion = answer.string();
    Map<Quantity, Long> quantities = new EnumMap<>(Quantity.class);
    for (int left = answer.count(COUNTED); left > 0; left--) {
      Optional<Quantity> quantity = Quantity.ofNumber(answer.i32());
      long value = answer.i64();
      quantity.ifPresent(known -> quantities.put(known, value));
    }
    return new AgentStatus(trace, runtimeVersion, quantities);
  }

  /**
   * Sets the rate of sampling, which also starts and stops it. Empty parameters leave a setting as
   * it is.
   *
   * @param period the time between two rounds; zero for no sampling; at most 292 years
   * @param duty the share of the time for which the program may be paused, in millionths
   * @return the settings now in force
   * @throws IllegalArgumentException when the period is negative, or the share is not from 0 to
   *     1,000,000
   */
  public SampleRate sampling(Optional<Duration> period, Optional<Integer> duty)
      throws ControlException {
    if (period.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("not a period: " + period.get());
    }
    if (duty.filter(share -> share < 0 || share > MILLION).isPresent()) {
      throw new IllegalArgumentException("not a share in millionths: " + duty.get());
    }
    ControlMessage answer =
        ask(
            RequestKind.SAMPLING,
            period.map(ControlClient::nanos).orElse(UNCHANGED),
            duty.map(Integer::longValue).orElse(UNCHANGED));
    long nanos = answer.i64();
    return new SampleRate(Duration.ofNanos(nanos), answer.i64());
  }

  /**
   * Has the heap walked, and waits for the result. The agent forces a collection, at whose end the
   * program is stopped for the walk.
   *
   * @param budget how long the program may be stopped for the walk. The walk ends there; that is no
   *     failure, and {@link WalkedHeap#isComplete} reports it
   * @param bound the timeout of the whole request, including the collection. A longer walk goes on,
   *     and the exception has {@link ControlException.Reason#TIMED_OUT}
   */
  public WalkedHeap heap(Duration budget, Duration bound) throws ControlException {
    Deadline deadline = Deadline.in(bound);
    // A budget of 0 would begin nothing.
    ControlMessage answer = ask(RequestKind.HEAP, Math.max(1, nanos(budget)));
    while (answer.i32() != HEAP_DONE) {
      if (deadline.isOver()) {
        throw new ControlException(Reason.TIMED_OUT, "the heap was not walked in time");
      }
      pause();
      answer = ask(RequestKind.HEAP, 0);
    }
    return walkedHeap(answer);
  }

  /** The greatest number that the protocol can express is the limit. */
  private static long nanos(Duration duration) {
    return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : Long.MAX_VALUE;
  }

  private static void pause() throws ControlException {
    try {
      Thread.sleep(HEAP_PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControlException(Reason.LOST, "the thread that asked was interrupted");
    }
  }

  private static WalkedHeap walkedHeap(ControlMessage answer) throws ControlException {
    int result = answer.i32();
    if (result == NO_COLLECTION) {
      throw new ControlException(
          Reason.REFUSED, "the runtime made no collection at whose end the heap could be walked");
    }
    if (result != 0) {
      throw new ControlException(
          Reason.REFUSED, String.format("the runtime refused a collection: 0x%08x", result));
    }
    int shortfalls = answer.i32();
    int generations = answer.i32();
    long objects = answer.i64();
    long bytes = answer.i64();
    long freeBytes = answer.i64();
    long leftOutBytes = answer.i64();
    Duration walking = Duration.ofNanos(answer.i64());
    Duration collecting = Duration.ofNanos(answer.i64());
    return new WalkedHeap(
        shortfalls,
        generations,
        objects,
        bytes,
        freeBytes,
        leftOutBytes,
        walking,
        collecting,
        answer.i32());
  }

  /**
   * Returns the layout of a class's instances. The agent refuses when the lease is no longer valid,
   * because the class may have been unloaded and its ID reused.
   */
  public RuntimeClassLayout layout(Lease<ClassID> lease) throws ControlException {
    ControlMessage answer = ask(RequestKind.LAYOUT, lease.id().value(), lease.since());
    ModuleID module = new ModuleID(answer.i64());
    ClassID parent = new ClassID(answer.i64());
    Token typeDef = new Token(answer.i32());
    int size = answer.i32();
    List<RuntimeClassLayout.Field> fields = new ArrayList<>();
    for (int left = answer.count(FIELD); left > 0; left--) {
      Token token = new Token(answer.i32());
      fields.add(new RuntimeClassLayout.Field(token, answer.i32()));
    }
    return new RuntimeClassLayout(lease.id(), module, typeDef, parent, size, fields);
  }

  /** Returns a position in the trace after all facts that the agent has seen so far. */
  public FlushPoint flush() throws ControlException {
    ControlMessage answer = ask(RequestKind.FLUSH);
    long sequence = answer.i64();
    long time = answer.i64();
    return new FlushPoint(sequence, time, answer.i64());
  }

  /**
   * Detaches the agent. When this returns, the runtime has accepted the request.
   *
   * @return the approximate time until the agent's library is unmapped
   */
  public Duration detach() throws ControlException {
    return Duration.ofNanos(ask(RequestKind.DETACH).i64());
  }

  private ControlMessage ask(RequestKind kind, long... payload) throws ControlException {
    if (patience.isNegative() || patience.isZero()) {
      throw new ControlException(Reason.TIMED_OUT, "there was no time left for the request");
    }
    return Exchange.ask(port, kind, ControlMessage.request(kind, payload), patience);
  }
}
