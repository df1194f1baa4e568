// SPDX-License-Identifier: Apache-2.0
// The line above the pictures: the weight of what is shown, what is left out and how it comes back, and what is missing.

import { element } from './details.js';
import { clipped, counted, duration, percent } from './text.js';

const MOST_ON_BUTTON = 100;
const MOST_OF_THREAD = 60;

const JOINED_TITLE =
    'Of very many stacks, those that are too narrow to be seen are one box beside their siblings. tiptoe view --all keeps them.';

export class Bar {
  /**
   * @param app what is shown at present: `model`, `look`, `tree`, `time`, `focused`, `filters`, `flame`, `callers`,
   *     `listing`, `tab`
   * @param total where the weight of what is shown goes
   * @param crumbs where what is left out goes
   */
  constructor(app, total, crumbs) {
    this.app = app;
    this.total = total;
    this.crumbs = crumbs;
  }

  show() {
    const { model, tree, look } = this.app;
    const [before, after] = tree.amounts(0);
    const total = model.isDifference ? `before ${model.amount(before)} → after ${model.amount(after)}` : look.amounts([before]);
    this.total.textContent = `${total}${model.clock === '' ? '' : ` of ${model.clock}`}`;
    this.crumbs.replaceChildren(...this.chosen(), ...this.missing());
  }

  /** What is left out by choice, each with a button that brings it back. */
  chosen() {
    const { app } = this;
    const { time, filters, flame, model } = app;
    const parts = [];
    if (time && !time.isWhole) {
      parts.push(undo(this.range(), () => {
        time.clear();
        time.redraw();
        app.update();
      }));
    }
    if (app.focused !== null) {
      parts.push(undo(`only with ${model.name(app.focused)}`, () => app.focus()));
    }
    const hidden = filters.hiddenModules.size;
    if (hidden > 0) {
      parts.push(undo(`${counted(hidden, 'module')} left out`, () => filters.set(filters.hiddenModules, [])));
    }
    if (flame.isZoomed && app.tab === 'flame') {
      parts.push(undo('zoomed in', () => flame.zoom(0)));
    }
    return parts;
  }

  /** The chosen time and thread in words. */
  range() {
    const { time, model } = this.app;
    const { from, to, thread } = time.range;
    const when = time.isAllOfTime ? '' : `${duration(from)} to ${duration(to)}`;
    const name = thread === -1 ? '' : clipped(model.threads[thread].name, MOST_OF_THREAD);
    return [when, name].filter((text) => text).join(' of ');
  }

  /** What the pictures and tables cannot show, because it would be too large. */
  missing() {
    const { tab, callers, flame } = this.app;
    const isCut = tab === 'sandwich' ? callers.tree?.isCut : tab === 'flame' && flame.tree.isCut;
    return [...this.joined(), ...(isCut ? [note('too many callers: the outermost are missing')] : [])];
  }

  /** How much of what is shown is in stacks that are joined. */
  joined() {
    const { model, tree, time, tab, focused, listing } = this.app;
    const sums = model.joinedOf(tree);
    if (tab === 'loaded' || sums.every((sum) => sum === 0)) {
      return [];
    }
    const shares = sums.map((sum, i) => percent(sum / (tree.totals[i][0] || 1))).join(' → ');
    const isPart = (time && !time.isWhole) || focused !== null;
    const stacks = isPart ? 'narrow stacks' : counted(model.joined.stacks, 'narrow stack');
    const made = note(`${shares} in ${stacks}, joined${tab === 'methods' && !listing.isWhole ? ', whose methods this table lacks' : ''}`);
    made.title = JOINED_TITLE;
    return [made];
  }
}

function undo(text, run) {
  const button = element('button', `${clipped(text, MOST_ON_BUTTON)} ×`);
  button.type = 'button';
  button.setAttribute('aria-label', `Undo: ${clipped(text, MOST_ON_BUTTON)}`);
  button.addEventListener('click', run);
  return button;
}

function note(text) {
  const made = element('span', text);
  made.className = 'dim';
  return made;
}
