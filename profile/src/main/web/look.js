// SPDX-License-Identifier: Apache-2.0
// What the boxes of the pictures look like: their names, the letters of kinds, and colours.

import { Colors } from './colors.js';
import { signed } from './text.js';

const LEAST_CHANGE = 0.0005;

export class Look {
  constructor(model) {
    this.model = model;
    this.colors = new Colors(model);
    /** 1 for each frame that the search finds; null without a search. */
    this.found = null;
  }

  /** The look of a picture, of which `tree()` returns the tree. */
  of(tree) {
    return {
      text: (node) => this.label(tree(), node),
      mark: (node) => (node === 0 ? '' : this.model.kind(tree().frame[node]).letter),
      color: (node) => this.color(tree(), node),
      ink: (node) => (this.isFaded(tree(), node) ? this.colors.fadedInk : this.colors.ink),
    };
  }

  label(tree, node) {
    if (node === 0) {
      return `all · ${this.amounts(tree.amounts(0))}`;
    }
    const name = this.model.name(tree.frame[node]);
    const change = this.model.isDifference ? tree.change(node) : 0;
    return Math.abs(change) < LEAST_CHANGE ? name : `${signed(change)} ${name}`;
  }

  /** Weights of each profile in words. */
  amounts(amounts) {
    return amounts.map((amount) => this.model.amount(amount)).join(' → ');
  }

  isFaded(tree, node) {
    return this.found !== null && node !== 0 && !this.found[tree.frame[node]];
  }

  color(tree, node) {
    if (node === 0) {
      return this.colors.root;
    }
    const frame = tree.frame[node];
    if (this.found?.[frame]) {
      return this.colors.found;
    }
    if (this.found) {
      return this.colors.faded;
    }
    return this.model.isDifference ? this.colors.ofChange(tree.change(node)) : this.colors.ofFrame[frame];
  }
}
