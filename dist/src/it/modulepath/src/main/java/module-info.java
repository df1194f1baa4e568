// SPDX-License-Identifier: Apache-2.0
/** A program on the module path; each module is required by its name, so none comes by chance. */
module consumer {
  requires dev.tiptoe.bridge;
  requires dev.tiptoe.symbols;
  requires dev.tiptoe.trace;
}
