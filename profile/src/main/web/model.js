// SPDX-License-Identifier: Apache-2.0
// The profile of a page: its frames, modules and threads, and the tree of calls for each choice of time, thread and frames.

import { Tree, without, inverted } from './tree.js';
import { printable, clipped, counted, duration, scaled } from './text.js';

/** Kinds of frames, each with a word in the data, a letter for readers who see no colours, and its own hue. */
export const KINDS = [
  { word: 'user', name: 'user code', letter: 'U', hue: 28 },
  { word: 'framework', name: 'framework', letter: 'F', hue: 210 },
  { word: 'async', name: 'async machinery', letter: 'A', hue: 275 },
  { word: 'native', name: 'native', letter: 'N', hue: 145 },
  { word: 'gc', name: 'garbage collector', letter: 'G', hue: 340 },
];

/** What stands for joined stacks has methods of all kinds; no choice leaves it out. */
const ANY_KIND = { word: '', name: 'methods of many kinds', letter: '', hue: 0 };

/** The kinds of frames that only carry the work of others. The page carries weights of methods without them. */
const NOISE = new Set(['async', 'native'].map((word) => KINDS.findIndex((kind) => kind.word === word)));

const MOST_LETTERS = 400;
const MOST_LETTERS_OF_UNIT = 40;

/** What is known of a type or method, as texts. */
const LOADED_TEXTS = ['name', 'module', 'token', 'level', 'why', 'ids'];

export class Model {
  constructor(profile) {
    const { arrays, frames } = profile;
    const kindOf = new Map(KINDS.map((kind, index) => [kind.word, index]));
    this.profile = profile;
    this.title = printable(profile.title);
    this.view = printable(profile.view ?? '');
    this.frames = {
      ...frames,
      name: frames.name.map(printable),
      kind: Uint8Array.from(frames.kind, (word) => kindOf.get(word) ?? 0),
    };
    // Where there are very many stacks, the narrowest are joined: `{frame, stacks}`.
    this.joined = profile.joined ?? null;
    if (this.joined) {
      this.frames.kind[this.joined.frame] = KINDS.length;
    }
    this.shortName = this.frames.name.map((name) => clipped(name, MOST_LETTERS));
    this.modules = profile.modules.map(printable);
    this.files = profile.files.map(printable);
    this.threads = profile.threads.map(({ name }) => ({ name: printable(name) }));
    this.unit = clipped(printable(profile.unit), MOST_LETTERS_OF_UNIT);
    this.clock = profile.clock === undefined ? '' : clipped(printable(profile.clock), MOST_LETTERS_OF_UNIT);
    this.loaded = (profile.loaded ?? []).map((entity) => {
      const texts = LOADED_TEXTS.map((key) => [key, printable(entity[key])]);
      return { ...entity, ...Object.fromEntries(texts) };
    });
    this.loadedModules = (profile.loadedModules ?? []).map((module) => ({ ...module, name: printable(module.name) }));
    const selfs = arrays.self2 ? [arrays.self, arrays.self2] : [arrays.self];
    this.whole = new Tree(arrays.parent, arrays.frame, selfs);
    this.isDifference = selfs.length === 2;
  }

  get samples() {
    const { time, thread, node, weight } = this.profile.arrays;
    return time?.length > 0 ? { time, thread, node, weight, unit: this.unit } : null;
  }

  /**
   * The kinds that are left out unless they are asked for: frames that only carry the work of others. None where nothing
   * else would be left.
   */
  get folded() {
    return this.frames.kind.some((kind) => KINDS[kind]?.word === 'user') ? NOISE : new Set();
  }

  /**
   * The tree of a choice: a range of time with a thread or null, modules and kinds to hide, a frame to focus on, and
   * whether leaves come first.
   */
  tree({ range, hiddenModules, hiddenKinds, focus, bottomUp }) {
    const weighed = range ? this.whole.weighed([this.weights(range)]) : this.whole;
    const count = this.frames.name.length;
    const hidden = new Uint8Array(count);
    let some = focus !== null;
    for (let frame = 0; frame < count; frame++) {
      hidden[frame] = this.isHidden(frame, hiddenModules, hiddenKinds) ? 1 : 0;
      some ||= hidden[frame] === 1;
    }
    const wanted = focus === null ? null : new Uint8Array(count);
    if (wanted) {
      wanted[focus] = 1;
    }
    const straight = some ? without(weighed, hidden, wanted) : weighed;
    return { straight, shown: bottomUp ? inverted(straight) : straight };
  }

  isHidden(frame, modules, kinds) {
    return frame !== this.joined?.frame && (modules.has(this.frames.module[frame]) || kinds.has(this.frames.kind[frame]));
  }

  /**
   * The weights of all methods, those of joined stacks, too; null where they are not known for a choice, but those of the
   * stacks that are shown are. They are known for all of the profile, as it is and as it is shown at first.
   */
  weightsOfMethods({ range, hiddenModules, hiddenKinds, focus }) {
    const present = (kinds) => KINDS.map((_, kind) => kind).filter((kind) => kinds.has(kind) && this.frames.kind.includes(kind)).join();
    const isFolded = present(hiddenKinds) === present(NOISE);
    if (!this.joined || range || focus !== null || hiddenModules.size > 0 || (!isFolded && present(hiddenKinds) !== '')) {
      return null;
    }
    const { arrays } = this.profile;
    const both = (name) => [arrays[name], arrays[`${name}2`]].filter((array) => array);
    const shown = (total) => total.map((weight, frame) => (hiddenKinds.has(this.frames.kind[frame]) ? 0 : weight));
    return { selfs: both(isFolded ? 'methodFolded' : 'methodSelf'), totals: both('methodTotal').map(shown) };
  }

  /** The weight of the stacks of a tree that are joined, in each profile. */
  joinedOf(tree) {
    const sums = tree.selfs.map(() => 0);
    for (let node = 1; this.joined && node < tree.size; node++) {
      if (tree.frame[node] === this.joined.frame) {
        tree.selfs.forEach((self, i) => (sums[i] += self[node]));
      }
    }
    return sums;
  }

  /** For each node the kind of its innermost method that is not left out; of none, that of the method itself. */
  kindsOfNodes(hiddenKinds) {
    const { whole, frames } = this;
    const none = KINDS.length;
    const shown = new Uint8Array(whole.size).fill(none);
    const kinds = new Uint8Array(whole.size);
    for (let node = 1; node < whole.size; node++) {
      const kind = frames.kind[whole.frame[node]];
      shown[node] = kind === none || hiddenKinds.has(kind) ? shown[whole.parent[node]] : kind;
      kinds[node] = shown[node] !== none ? shown[node] : kind !== none ? kind : 0;
    }
    return kinds;
  }

  weights({ from, to, thread }) {
    const { samples } = this;
    const self = new Float64Array(this.whole.size);
    for (let i = 0; i < samples.time.length; i++) {
      const within = samples.time[i] >= from && samples.time[i] <= to;
      if (within && (thread === -1 || samples.thread[i] === thread)) {
        self[samples.node[i]] += samples.weight[i];
      }
    }
    return self;
  }

  /** The name of a frame, of which the longest are cut. */
  name(frame) {
    return this.shortName[frame];
  }

  /** The name of a frame with all type arguments, where that says more. */
  fullName(frame) {
    return printable(this.frames.full?.[frame] ?? '');
  }

  module(frame) {
    return this.modules[this.frames.module[frame]] ?? '';
  }

  kind(frame) {
    return KINDS[this.frames.kind[frame]] ?? ANY_KIND;
  }

  /** Where the source of a frame is: `file:line`, or nothing. */
  source(frame) {
    const file = this.files[this.frames.file[frame]];
    return file ? `${file}:${this.frames.line[frame]}` : '';
  }

  /** The address of the source by Source Link; only of the web. */
  link(frame) {
    const url = this.profile.urls?.[this.frames.file[frame]] ?? '';
    const line = url.includes('#') ? '' : `#L${this.frames.line[frame]}`;
    return /^https?:\/\//i.test(url) ? url + line : '';
  }

  /** What is known of how far the method of a frame is loaded. */
  loadedOf(frame) {
    this.byToken ??= new Map(this.loaded.map((entity) => [`${entity.token} ${entity.module}`, entity]));
    return this.byToken.get(`${this.frames.token[frame]} ${this.module(frame)}`) ?? null;
  }

  /** A weight in words: a time, a number of bytes or of samples. */
  amount(weight) {
    const { unit } = this;
    if (unit === 'nanoseconds') {
      return duration(weight);
    }
    return unit === 'bytes' ? scaled(weight, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']) : counted(weight, unit.replace(/s$/, ''));
  }
}
