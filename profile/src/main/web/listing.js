// SPDX-License-Identifier: Apache-2.0
// The tables, and the search that filters them and says what it has found.

import { byFrame } from './tree.js';
import { matcher, matches, foundTotals } from './search.js';
import { methodTable, loadedTable, ModuleChoice } from './loaded.js';
import { counted, percent } from './text.js';

export class Listing {
  /**
   * @param app what is shown at present: `model`, `look`, `tree`, `tab`
   * @param methods where the table of methods goes
   * @param loaded where the table of what is loaded goes
   * @param events `chosen(frame)`, `moved(row)` in the table of methods; `looked(entity)`, `filtered()` in that of what is loaded
   */
  constructor(app, methods, loaded, events) {
    const { model } = app;
    this.app = app;
    this.test = null;
    this.methods = methodTable(methods, model, () => app.tree.amounts(0), ({ frame }) => events.chosen(frame), events.moved);
    this.loaded = model.loaded.length > 0 ? loadedTable(loaded, events.looked) : null;
    this.module = this.loaded && new ModuleChoice(loaded, model, events.filtered);
    this.choose(null);
  }

  /** Takes the weights of all methods of a choice; null where those of the present tree are all that is known. */
  choose(weights) {
    this.weights = weights;
    this.listed = null;
  }

  /** Whether methods of joined stacks are in the table, too. */
  get isWhole() {
    return this.app.model.joined === null || this.weights !== null;
  }

  /** The methods of the present choice, each with its weights. */
  get rows() {
    if (this.listed === null) {
      const frames = this.app.model.frames.name.length;
      const { selfs, totals } = this.weights ?? byFrame(this.app.tree, frames);
      const of = (arrays, frame) => arrays.map((array) => array[frame]);
      this.listed = [];
      for (let frame = 0; frame < frames; frame++) {
        if (totals.some((total) => total[frame] > 0)) {
          this.listed.push({ frame, selfs: of(selfs, frame), totals: of(totals, frame) });
        }
      }
    }
    return this.listed;
  }

  /** The method with the greatest weight of its own; null where there is none. */
  get heaviest() {
    const sum = ({ selfs }) => selfs.reduce((a, b) => a + b);
    return this.rows.length === 0 ? null : this.rows.reduce((a, b) => (sum(b) > sum(a) ? b : a)).frame;
  }

  /** The methods that the search finds. */
  get matching() {
    const { found } = this.app.look;
    return found ? this.rows.filter(({ frame }) => found[frame]) : this.rows;
  }

  /** Searches for a text; returns whether it is a valid one. */
  search(text) {
    const { look, model } = this.app;
    this.test = text === '' ? null : matcher(text);
    look.found = this.test && matches(model, this.test);
    this.show();
    return text === '' || this.test !== null;
  }

  /** What the search finds, in words. */
  result() {
    const { model, look, tree, tab } = this.app;
    if (!look.found) {
      return '';
    }
    if (tab === 'loaded') {
      return `${this.loaded.rows.length.toLocaleString('en')} of ${counted(this.module.entities.length, 'type or method', 'types and methods')}`;
    }
    const totals = foundTotals(tree, look.found);
    const shares = totals.map((total, i) => percent(total / (tree.totals[i][0] || 1))).join(' → ');
    // Stacks that are joined may have such methods, too.
    const least = model.joinedOf(tree).some((sum) => sum > 0) ? 'at least ' : '';
    return `${counted(this.matching.length, 'method')} in ${least}${shares}, ${look.amounts(totals)}`;
  }

  /** Shows the table that is in sight. */
  show() {
    const { tab } = this.app;
    const { test } = this;
    if (tab === 'methods') {
      this.methods.show(this.matching);
    } else if (tab === 'loaded') {
      const { entities } = this.module;
      this.loaded.show(test ? entities.filter(({ name, module }) => test(name) || test(module)) : entities);
    }
  }
}
