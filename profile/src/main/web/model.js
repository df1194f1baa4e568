// SPDX-License-Identifier: Apache-2.0
// The profile of a page: its frames, modules and threads, and the tree of calls for each choice of time, thread and frames.

import { Tree, without } from './tree.js';

/** Kinds of frames, each with a word in the data, a letter for tables and its own hue. */
export const KINDS = [
  { word: 'user', name: 'user', letter: 'U', hue: 28 },
  { word: 'framework', name: 'framework', letter: 'F', hue: 210 },
  { word: 'async', name: 'async machinery', letter: 'A', hue: 275 },
  { word: 'native', name: 'native', letter: 'N', hue: 145 },
  { word: 'gc', name: 'garbage collector', letter: 'G', hue: 340 },
];

export class Model {
  constructor(profile) {
    const { arrays, frames } = profile;
    this.profile = profile;
    const kindOf = new Map(KINDS.map((kind, index) => [kind.word, index]));
    this.frames = { ...frames, kind: frames.kind.map((word) => kindOf.get(word) ?? 0) };
    this.modules = profile.modules;
    this.files = profile.files;
    // Frames are in the order of their names.
    this.rank = Uint32Array.from(frames.name, (_, frame) => frame);
    const selfs = arrays.self2 ? [arrays.self, arrays.self2] : [arrays.self];
    this.whole = new Tree(arrays.parent, arrays.frame, selfs);
    this.isDifference = selfs.length === 2;
  }

  get samples() {
    const { time, thread, node, weight } = this.profile.arrays;
    return time?.length > 0 ? { time, thread, node, weight } : null;
  }

  /** The tree of a choice: a range of time with a thread or null, modules and kinds to hide, a frame to focus on. */
  tree({ range, hiddenModules, hiddenKinds, focus }) {
    const weighed = range ? this.whole.weighed([this.weights(range)]) : this.whole;
    if (hiddenModules.size + hiddenKinds.size === 0 && focus === null) {
      return weighed;
    }
    const count = this.frames.name.length;
    const hidden = new Uint8Array(count);
    for (let frame = 0; frame < count; frame++) {
      hidden[frame] = hiddenModules.has(this.frames.module[frame]) || hiddenKinds.has(this.frames.kind[frame]) ? 1 : 0;
    }
    const wanted = focus === null ? null : new Uint8Array(count);
    if (wanted) {
      wanted[focus] = 1;
    }
    return without(weighed, hidden, wanted, this.rank);
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

  name(frame) {
    return this.frames.name[frame];
  }

  module(frame) {
    return this.modules[this.frames.module[frame]] ?? '';
  }

  kind(frame) {
    return KINDS[this.frames.kind[frame]] ?? KINDS[0];
  }

  /** Where the source of a frame is: `file:line`, or nothing. */
  source(frame) {
    const file = this.files[this.frames.file[frame]];
    return file ? `${file}:${this.frames.line[frame]}` : '';
  }

  /** The address of the source by Source Link; only of the web. */
  link(frame) {
    const url = this.profile.urls?.[this.frames.file[frame]] ?? '';
    return /^https?:\/\//.test(url) ? `${url}#L${this.frames.line[frame]}` : '';
  }

  /** A weight in words: a time, a number of bytes or of samples. */
  amount(weight) {
    const { unit } = this.profile;
    if (unit === 'nanoseconds') {
      return scaled(weight, 1000, ['ns', 'µs', 'ms', 's']);
    }
    if (unit === 'bytes') {
      return scaled(weight, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
    }
    return `${Math.round(weight).toLocaleString('en')} ${unit}`;
  }
}

function scaled(value, step, units) {
  let scaledValue = value;
  let unit = 0;
  while (Math.abs(scaledValue) >= step && unit < units.length - 1) {
    scaledValue /= step;
    unit++;
  }
  return `${Number(scaledValue.toPrecision(3))} ${units[unit]}`;
}

