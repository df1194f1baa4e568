// SPDX-License-Identifier: Apache-2.0
// Finds frames by name.

/** A test for names: of a regular expression between slashes, else of a text, in any case. */
export function matcher(text) {
  const pattern = /^\/(.+)\/$/.exec(text);
  if (pattern) {
    try {
      const expression = new RegExp(pattern[1], 'i');
      return (name) => expression.test(name);
    } catch {
      return () => false;
    }
  }
  const wanted = text.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}

/** 1 for each frame whose name or module matches; null for an empty text. */
export function matches(model, text) {
  if (text === '') {
    return null;
  }
  const test = matcher(text);
  const modules = model.modules.map((name) => test(name));
  return Uint8Array.from(model.frames.name, (name, frame) => (modules[model.frames.module[frame]] || test(name) ? 1 : 0));
}

/** The weight of all stacks that have a found frame, each once. */
export function foundTotal(tree, found) {
  let total = 0;
  const within = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; node++) {
    const above = within[tree.parent[node]];
    const here = found[tree.frame[node]];
    within[node] = above | here;
    total += here && !above ? tree.total(node) : 0;
  }
  return total;
}
