// SPDX-License-Identifier: Apache-2.0
// Finds frames by name.

/** A test for names: of a regular expression between slashes, else of a text, in any case; null where it is no expression. */
export function matcher(text) {
  const pattern = /^\/(.+)\/$/.exec(text);
  if (pattern) {
    try {
      const expression = new RegExp(pattern[1], 'i');
      return (name) => expression.test(name);
    } catch {
      return null;
    }
  }
  const wanted = text.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}

/** 1 for each frame whose name or module passes a test; what stands for joined stacks has neither. */
export function matches(model, test) {
  const modules = model.modules.map((name) => test(name));
  return Uint8Array.from(model.frames.name, (name, frame) =>
    frame !== model.joined?.frame && (modules[model.frames.module[frame]] || test(name)) ? 1 : 0);
}

/** The weight of all stacks that have a found frame, each once; of each profile. */
export function foundTotals(tree, found) {
  const within = new Uint8Array(tree.size);
  const sums = tree.totals.map(() => 0);
  for (let node = 1; node < tree.size; node++) {
    const above = within[tree.parent[node]];
    const here = found[tree.frame[node]];
    within[node] = above | here;
    if (here && !above) {
      tree.totals.forEach((total, i) => (sums[i] += total[node]));
    }
  }
  return sums;
}
