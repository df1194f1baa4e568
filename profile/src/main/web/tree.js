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
    this.totals = selfs.map((self) => self.slice());
    this.firstChild = new Uint32Array(count + 1).fill(count);
    this.childEnd = new Uint32Array(count);
    this.depth = new Uint32Array(count);
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

  /** The weight of a node with all that it calls, in each profile. */
  amounts(node) {
    return this.totals.map((total) => total[node]);
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

  /** The node to which frames lead from the root, those left out that are not there; 0 if the last one is not. */
  follow(frames) {
    let node = 0;
    for (const frame of frames) {
      for (let child = this.firstChild[node]; child < this.childEnd[node]; child++) {
        if (this.frame[child] === frame && this.width[child] > 0) {
          node = child;
          break;
        }
      }
    }
    return node !== 0 && this.frame[node] === frames[frames.length - 1] ? node : 0;
  }
}

function sum(a, b) {
  const sums = a.slice();
  for (let i = 0; i < sums.length; i++) {
    sums[i] += b[i];
  }
  return sums;
}

/** A tree upside down has no more nodes; the outermost callers are missing then. */
const MOST_NODES = 1_000_000;

/**
 * Makes a tree by merging. A node of it stands for a group of elements, which are numbers from 1 to the size of another
 * tree. The elements of a node are expanded to those of its children, a child for each frame.
 */
class Merge {
  /** @param size how many nodes there is room for at first */
  constructor(tree, size = 1024) {
    const frames = 1 + tree.frame.reduce((most, frame) => Math.max(most, frame), 0);
    this.next = new Uint32Array(tree.size);
    this.first = new Uint32Array(frames);
    this.metAt = new Uint32Array(frames);
    this.frames = [];
    this.allocate(size, tree.selfs.length);
    this.at = 0;
    this.end = 1;
    this.isCut = false;
  }

  allocate(size, profiles) {
    const larger = (Type, array) => {
      const copy = new Type(size);
      copy.set(array ?? []);
      return copy;
    };
    this.parent = larger(Uint32Array, this.parent);
    this.frame = larger(Uint32Array, this.frame);
    this.group = larger(Uint32Array, this.group);
    this.selfs = Array.from({ length: profiles }, (_, i) => larger(Float64Array, this.selfs?.[i]));
  }

  /** Puts an element into the child with a frame, of the node that is expanded. */
  put(element, frame) {
    if (this.metAt[frame] !== this.at + 1) {
      this.metAt[frame] = this.at + 1;
      this.first[frame] = 0;
      this.frames.push(frame);
    }
    this.next[element] = this.first[frame];
    this.first[frame] = element;
  }

  /** Adds the weights of an element to the node that is expanded. */
  weigh(weights, element) {
    for (let i = 0; i < weights.length; i++) {
      this.selfs[i][this.at] += weights[i][element];
    }
  }

  /**
   * Makes the tree.
   *
   * @param expand called with each element of each node, to put or weigh what follows from it
   * @param alone called first with an element that has a node of its own; returns whether it has added what follows
   * @param most the number of nodes from which on elements are left where they are
   * @param left called with an element that is left
   */
  run(expand, { alone = () => false, most = Infinity, left = () => {} } = {}) {
    this.close(most, left);
    for (this.at = 1; this.at < this.end; this.at++) {
      const only = this.group[this.at];
      if (this.next[only] === 0 && alone(only)) {
        continue;
      }
      for (let element = this.group[this.at]; element !== 0; ) {
        const following = this.next[element];
        expand(element);
        element = following;
      }
      this.close(most, left);
    }
    const used = (array) => array.subarray(0, this.end);
    const made = new Tree(used(this.parent), used(this.frame), this.selfs.map(used));
    made.isCut = this.isCut;
    return made;
  }

  /** Adds nodes of a tree to the node that is expanded, each as a child of its own. */
  add(tree, first, end) {
    this.makeRoom(end - first);
    for (let node = first; node < end; node++) {
      this.parent[this.end] = this.at;
      this.frame[this.end] = tree.frame[node];
      this.group[this.end] = node;
      this.end++;
    }
  }

  makeRoom(nodes) {
    if (this.end + nodes > this.parent.length) {
      this.allocate(2 * (this.end + nodes), this.selfs.length);
    }
  }

  /** Ends the expansion of a node: its children follow one another in the order of their frames. */
  close(most, left) {
    const { frames } = this;
    if (frames.length > 1) {
      frames.sort((a, b) => a - b);
    }
    if (this.end + frames.length > most) {
      this.isCut = true;
      frames.forEach((frame) => {
        for (let element = this.first[frame]; element !== 0; element = this.next[element]) {
          left(element);
        }
      });
    } else {
      this.makeRoom(frames.length);
      for (const frame of frames) {
        this.parent[this.end] = this.at;
        this.frame[this.end] = frame;
        this.group[this.end] = this.first[frame];
        this.end++;
      }
    }
    frames.length = 0;
  }
}

/**
 * A tree without some frames: what they call is called by their callers. With `focus`, only what is below or above one
 * of those frames.
 *
 * @param hidden 1 for each frame to leave out
 * @param focus 1 for each frame that a stack must have; null for all stacks
 */
export function without(tree, hidden, focus) {
  // It has no more nodes than the tree.
  const merge = new Merge(tree, tree.size);
  const counts = focus ? withFocusAbove(tree, focus) : null;
  const needed = focus ? withFocusBelow(tree, focus) : null;
  const open = [];
  const expand = (from) => {
    open.push(from);
    while (open.length > 0) {
      const node = open.pop();
      if (counts === null || counts[node]) {
        merge.weigh(tree.selfs, node);
      }
      for (let child = tree.firstChild[node]; child < tree.childEnd[node]; child++) {
        const frame = tree.frame[child];
        if (counts !== null && !counts[child] && !needed[child]) {
          continue;
        }
        if (hidden[frame]) {
          open.push(child);
        } else {
          merge.put(child, frame);
        }
      }
    }
  };
  // Where nothing is left out, the callees stay as they are.
  const alone = (node) => {
    for (let child = tree.firstChild[node]; child < tree.childEnd[node]; child++) {
      if (hidden[tree.frame[child]]) {
        return false;
      }
    }
    merge.weigh(tree.selfs, node);
    merge.add(tree, tree.firstChild[node], tree.childEnd[node]);
    return true;
  };
  expand(0);
  return merge.run(expand, focus ? {} : { alone });
}

/** 1 for each node in or below the focus. */
function withFocusAbove(tree, focus) {
  const above = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; node++) {
    above[node] = above[tree.parent[node]] || focus[tree.frame[node]] ? 1 : 0;
  }
  return above;
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

/** The nodes with a frame that are in no other call of it. */
function outermost(tree, frame) {
  const within = new Uint8Array(tree.size);
  const nodes = [];
  for (let node = 1; node < tree.size; node++) {
    const above = within[tree.parent[node]];
    const here = tree.frame[node] === frame;
    within[node] = above || here ? 1 : 0;
    if (here && !above) {
      nodes.push(node);
    }
  }
  return nodes;
}

/** All that a frame calls, merged over the whole tree; recursion counts once. */
export function callees(tree, frame) {
  const merge = new Merge(tree);
  outermost(tree, frame).forEach((node) => merge.put(node, frame));
  return merge.run((node) => {
    merge.weigh(tree.selfs, node);
    for (let child = tree.firstChild[node]; child < tree.childEnd[node]; child++) {
      merge.put(child, tree.frame[child]);
    }
  });
}

/** All that leads to a frame, from the frame outwards: the tree upside down; recursion counts once. */
export function callers(tree, frame) {
  return upsideDown(tree, outermost(tree, frame), tree.totals);
}

/** The whole tree upside down: leaves first, each with its callers. */
export function inverted(tree) {
  const leaves = [];
  for (let node = 1; node < tree.size; node++) {
    if (tree.selfs.some((self) => self[node] > 0)) {
      leaves.push(node);
    }
  }
  return upsideDown(tree, leaves, tree.selfs, true);
}

/** A tree of the ways from some nodes to the root; each has its weight where it ends. */
function upsideDown(tree, nodes, weights, withRoot = false) {
  const merge = new Merge(tree);
  const { parent, frame } = tree;
  const reached = new Uint32Array(tree.size);
  if (withRoot) {
    merge.weigh(weights, 0);
  }
  for (const node of nodes) {
    reached[node] = node;
    merge.put(node, frame[node]);
  }
  const step = (node) => {
    const caller = parent[reached[node]];
    reached[node] = caller;
    if (caller === 0) {
      merge.weigh(weights, node);
    } else {
      merge.put(node, frame[caller]);
    }
  };
  return merge.run(step, { most: MOST_NODES, left: (node) => merge.weigh(weights, node) });
}

/** For each frame and profile, its weight alone and with all that it calls; recursion counts once. */
export function byFrame(tree, frames) {
  const selfs = tree.selfs.map(() => new Float64Array(frames));
  const totals = tree.selfs.map(() => new Float64Array(frames));
  const open = new Uint32Array(frames);
  // Depth first, with a stack of nodes; a node is met twice: when it begins and when it ends.
  const stack = new Int32Array(tree.size + tree.levels + 1);
  let depth = 1;
  while (depth > 0) {
    const entry = stack[--depth];
    if (entry < 0) {
      open[tree.frame[~entry]]--;
      continue;
    }
    if (entry !== 0) {
      const frame = tree.frame[entry];
      const outermost = open[frame]++ === 0;
      for (let i = 0; i < selfs.length; i++) {
        selfs[i][frame] += tree.selfs[i][entry];
        totals[i][frame] += outermost ? tree.totals[i][entry] : 0;
      }
      stack[depth++] = ~entry;
    }
    for (let child = tree.firstChild[entry]; child < tree.childEnd[entry]; child++) {
      if (tree.width[child] > 0) {
        stack[depth++] = child;
      }
    }
  }
  return { selfs, totals };
}
