// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

/** A callback of the runtime in which the agent can note the stack of the thread that is in it. */
public enum SnapshotCallback {
  /** A module was loaded. */
  MODULE_LOAD_FINISHED("ModuleLoadFinished"),

  /** A class was loaded: on its stack is who needed it first. */
  CLASS_LOAD_FINISHED("ClassLoadFinished"),

  /** A method was compiled. */
  JIT_COMPILATION_FINISHED("JITCompilationFinished");

  private final String name;

  SnapshotCallback(String name) {
    this.name = name;
  }

  /** Its name in ICorProfilerCallback. */
  @Override
  public String toString() {
    return name;
  }
}
