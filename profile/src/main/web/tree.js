// SPDX-License-Identifier: Apache-2.0
// Trees of calls in typed arrays, for millions of nodes. Node 0 is the root. The children of a node are contiguous, in
// ascending order of their start, and come after it.

/** A tree of calls. Immutable. */
export class Tree {
  /**
   * @param parent of each node; that of the root is 0
   * @param frame of each node
   * @param selfs one or two arrays with the weight of each node itself: those of the profile, and those of another one
   *     with which it is compared
   */
  constructor(parent, frame, selfs) {
    const count = parent.length;
    this.parent = parent;
    this.frame = frame;
    this.selfs = selfs;
    this.totals = selfs.map((self) => Float64Array.from(self));
    this.firstChild = new Uint32Array(count + 1).fill(count);
    this.childEnd = new Uint32Array(count);
    this.depth = new Uint16Array(count);
    for (let node = count - 1; node > 0; node--) {
      const up = parent[node];
      for (const total of this.totals) {
        total[up] += total[node];
      }
      this.firstChild[up] = node;
      if (this.childEnd[up] === 0) {
        this.childEnd[up] = node + 1;
      }
    }
    // With two profiles a node is as wide as both together, so that what only one of them has is seen too.
    const width = this.totals.length === 1 ? this.totals[0] : sum(this.totals[0], this.totals[1]);
    this.start = new Float64Array(count);
    this.width = width;
    this.levels = 1;
    const next = new Float64Array(count);
    for (let node = 1; node < count; node++) {
      const up = parent[node];
      this.depth[node] = this.depth[up] + 1;
      this.start[node] = this.start[up] + next[up];
      next[up] += width[node];
      if (width[node] > 0 && this.depth[node] >= this.levels) {
        this.levels = this.depth[node] + 1;
      }
    }
  }

  get size() {
    return this.parent.length;
  }

  /** The weight of a node with all that it calls. */
  total(node) {
    return this.totals[0][node];
  }

  /** The weight of a node alone. */
  self(node) {
    return this.selfs[0][node];
  }

  /** The share by which the second profile has more of a node than the first, of the whole. */
  change(node) {
    const [before, after] = this.totals;
    return after ? after[node] / (after[0] || 1) - before[node] / (before[0] || 1) : 0;
  }

  /** The same tree with other weights. */
  weighed(selfs) {
    return new Tree(this.parent, this.frame, selfs);
  }

  /** The nodes from the root, without it, to a node. */
  path(node) {
    const nodes = [];
    for (let at = node; at !== 0; at = this.parent[at]) {
      nodes.push(at);
    }
    return nodes.reverse();
  }
}

function sum(a, b) {
  return Float64Array.from(a, (value, i) => value + b[i]);
}

/** Builds a tree from paths, each node once. */
export class TreeBuilder {
  /** @param profiles the number of weights of a node: 1 or 2 */
  constructor(profiles, capacity = 1024) {
    this.parent = new Uint32Array(capacity);
    this.frame = new Uint32Array(capacity);
    this.selfs = Array.from({ length: profiles }, () => new Float64Array(capacity));
    this.count = 1;
    this.slots = new Uint32Array(4 * capacity);
  }

  /** The child of a node with a frame; made where there is none. */
  child(parent, frame) {
    let slot = hash(parent, frame) & (this.slots.length - 1);
    for (; this.slots[slot] !== 0; slot = (slot + 1) & (this.slots.length - 1)) {
      const node = this.slots[slot];
      if (this.parent[node] === parent && this.frame[node] === frame) {
        return node;
      }
    }
    const node = this.count++;
    if (node === this.parent.length) {
      this.grow();
      return this.put(node, parent, frame);
    }
    this.slots[slot] = node;
    this.parent[node] = parent;
    this.frame[node] = frame;
    return node;
  }

  add(node, selfs, from) {
    for (let i = 0; i < selfs.length; i++) {
      this.selfs[i][node] += selfs[i][from];
    }
  }

  put(node, parent, frame) {
    this.parent[node] = parent;
    this.frame[node] = frame;
    let slot = hash(parent, frame) & (this.slots.length - 1);
    while (this.slots[slot] !== 0) {
      slot = (slot + 1) & (this.slots.length - 1);
    }
    this.slots[slot] = node;
    return node;
  }

  grow() {
    const larger = 2 * this.parent.length;
    const grown = (array, type) => {
      const copy = new type(larger);
      copy.set(array);
      return copy;
    };
    this.parent = grown(this.parent, Uint32Array);
    this.frame = grown(this.frame, Uint32Array);
    this.selfs = this.selfs.map((self) => grown(self, Float64Array));
    this.slots = new Uint32Array(4 * larger);
    for (let node = 1; node < this.count - 1; node++) {
      this.put(node, this.parent[node], this.frame[node]);
    }
  }

  /** The tree; the children of a node are in the order of `rank` of their frames. */
  build(rank) {
    return ordered(
        this.parent.subarray(0, this.count),
        this.frame.subarray(0, this.count),
        this.selfs.map((self) => self.subarray(0, this.count)),
        rank);
  }
}

function hash(a, b) {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h ^= h >>> 15;
  return Math.imul(h, 0xc2b2ae35) >>> 0;
}

/** Brings nodes into breadth-first order, the children of each node by the rank of their frames. */
function ordered(parent, frame, selfs, rank) {
  const count = parent.length;
  const head = new Uint32Array(count);
  const next = new Uint32Array(count);
  for (let node = count - 1; node > 0; node--) {
    next[node] = head[parent[node]];
    head[parent[node]] = node;
  }
  const queue = new Uint32Array(count);
  const toParent = new Uint32Array(count);
  const toFrame = new Uint32Array(count);
  const toSelfs = selfs.map(() => new Float64Array(count));
  let end = 1;
  toFrame[0] = frame[0];
  toSelfs.forEach((to, i) => (to[0] = selfs[i][0]));
  const siblings = [];
  for (let at = 0; at < end; at++) {
    siblings.length = 0;
    for (let child = head[queue[at]]; child !== 0; child = next[child]) {
      siblings.push(child);
    }
    if (siblings.length > 1) {
      siblings.sort((a, b) => rank[frame[a]] - rank[frame[b]]);
    }
    for (const child of siblings) {
      queue[end] = child;
      toParent[end] = at;
      toFrame[end] = frame[child];
      for (let i = 0; i < selfs.length; i++) {
        toSelfs[i][end] = selfs[i][child];
      }
      end++;
    }
  }
  return new Tree(toParent, toFrame, toSelfs);
}

/**
 * A tree without some frames: what they call is called by their callers. With `focus`, only what is below or above one
 * of those frames.
 *
 * @param hidden 1 for each frame to leave out
 * @param focus 1 for each frame that a stack must have; null for all stacks
 */
export function without(tree, hidden, focus, rank) {
  const builder = new TreeBuilder(tree.selfs.length, powerOfTwo(tree.size));
  const place = new Uint32Array(tree.size);
  const inFocus = new Uint8Array(tree.size);
  inFocus[0] = focus ? 0 : 1;
  builder.frame[0] = tree.frame[0];
  const needed = focus ? withFocusBelow(tree, focus) : null;
  for (let node = 1; node < tree.size; node++) {
    const up = tree.parent[node];
    const frame = tree.frame[node];
    inFocus[node] = inFocus[up] || focus[frame] ? 1 : 0;
    if (!inFocus[node] && !needed[node]) {
      place[node] = place[up];
      continue;
    }
    place[node] = hidden[frame] ? place[up] : builder.child(place[up], frame);
    if (inFocus[node]) {
      builder.add(place[node], tree.selfs, node);
    }
  }
  return builder.build(rank);
}

/** 1 for each node with a descendant in the focus. */
function withFocusBelow(tree, focus) {
  const below = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node > 0; node--) {
    if (below[node] || focus[tree.frame[node]]) {
      below[tree.parent[node]] = 1;
    }
  }
  return below;
}

function powerOfTwo(size) {
  let power = 1024;
  while (power < size) {
    power *= 2;
  }
  return power;
}

/** All that some frames call, merged over the whole tree; recursion counts once. */
export function callees(tree, frame, rank) {
  const builder = new TreeBuilder(tree.selfs.length);
  const place = new Uint32Array(tree.size);
  const top = builder.child(0, frame);
  for (let node = 1; node < tree.size; node++) {
    const up = place[tree.parent[node]];
    if (up !== 0) {
      place[node] = builder.child(up, tree.frame[node]);
    } else if (tree.frame[node] === frame) {
      place[node] = top;
    }
    if (place[node] !== 0) {
      builder.add(place[node], tree.selfs, node);
    }
  }
  return builder.build(rank);
}

/** All that leads to a frame, from the frame outwards: the tree upside down; recursion counts once. */
export function callers(tree, frame, rank) {
  const builder = new TreeBuilder(tree.selfs.length);
  const within = new Uint8Array(tree.size);
  const top = builder.child(0, frame);
  for (let node = 1; node < tree.size; node++) {
    const up = tree.parent[node];
    within[node] = within[up] || tree.frame[up] === frame && up !== 0 ? 1 : 0;
    if (tree.frame[node] === frame && !within[node]) {
      let place = top;
      for (let at = up; at !== 0; at = tree.parent[at]) {
        place = builder.child(place, tree.frame[at]);
      }
      builder.add(place, tree.totals, node);
    }
  }
  return builder.build(rank);
}

/** The whole tree upside down: leaves first, each with its callers. */
export function inverted(tree, rank) {
  const builder = new TreeBuilder(tree.selfs.length, powerOfTwo(tree.size));
  for (let node = 1; node < tree.size; node++) {
    if (tree.selfs.some((self) => self[node] > 0)) {
      let place = 0;
      for (let at = node; at !== 0; at = tree.parent[at]) {
        place = builder.child(place, tree.frame[at]);
      }
      builder.add(place, tree.selfs, node);
    }
  }
  return builder.build(rank);
}

/** For each frame, its weight alone and with all that it calls; recursion counts once. */
export function byFrame(tree, frames) {
  const self = new Float64Array(frames);
  const total = new Float64Array(frames);
  const open = new Uint32Array(frames);
  // Depth first, with a stack of nodes; a node is met twice: when it begins and when it ends.
  const stack = [0];
  while (stack.length > 0) {
    const entry = stack.pop();
    if (entry < 0) {
      open[tree.frame[~entry]]--;
      continue;
    }
    if (entry !== 0) {
      const frame = tree.frame[entry];
      self[frame] += tree.self(entry);
      if (open[frame]++ === 0) {
        total[frame] += tree.total(entry);
      }
      stack.push(~entry);
    }
    for (let child = tree.firstChild[entry]; child < tree.childEnd[entry]; child++) {
      if (tree.width[child] > 0) {
        stack.push(child);
      }
    }
  }
  return { self, total };
}
