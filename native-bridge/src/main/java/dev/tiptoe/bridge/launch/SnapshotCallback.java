// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

/** The callbacks of the runtime in which the agent can record the stack of the calling thread. */
public enum SnapshotCallback {
  /** A module was loaded. */
  MODULE_LOAD_FINISHED("ModuleLoadFinished"),

  /** A class was loaded; the stack shows the code that needed it first. */
  CLASS_LOAD_FINISHED("ClassLoadFinished"),

  /** A method was compiled. */
  JIT_COMPILATION_FINISHED("JITCompilationFinished");

  private final String name;

  SnapshotCallback(String name) {
    this.name = name;
  }

  /** Returns its name in ICorProfilerCallback. */
  @Override
  public String toString() {
    return name;
  }
}
