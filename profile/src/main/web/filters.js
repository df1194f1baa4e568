// SPDX-License-Identifier: Apache-2.0
// The choice of kinds, in the legend, and of modules, in a panel.

import { KINDS } from './model.js';
import { clipped, percent } from './text.js';
import { element } from './details.js';

export class Filters {
  /** @param changed called when the choice has changed */
  constructor(model, legend, panel, changed) {
    this.model = model;
    this.hiddenModules = new Set();
    this.hiddenKinds = new Set();
    this.changed = changed;
    this.legend = legend;
    this.kinds = KINDS.map((kind, index) => ({ ...kind, index })).filter(({ index }) => model.frames.kind.includes(index));
    this.boxes = [];
    this.panel = panel;
    this.addKinds();
  }

  addKinds() {
    this.changes = this.model.isDifference ? [['+ more', 1], ['− less', -1]].map(([text, change]) => this.addChange(text, change)) : [];
    this.kinds.forEach((kind) => {
      const chip = element('i');
      chip.className = 'chip';
      const button = element('button', '', chip, `${kind.letter} ${kind.name}`);
      button.type = 'button';
      button.title = `Show or leave out: ${kind.name}`;
      button.addEventListener('click', () => this.toggle(this.hiddenKinds, kind.index));
      kind.button = button;
      kind.chip = chip;
      this.legend.append(button);
    });
  }

  /** The legend of a colour of a difference. */
  addChange(text, change) {
    const chip = element('i');
    chip.className = 'chip';
    this.legend.append(element('span', '', chip, text));
    return { chip, change };
  }

  /** Lists the modules. */
  fill() {
    const all = element('button', 'All');
    const none = element('button', 'None');
    all.type = none.type = 'button';
    const { modules } = this.model;
    all.addEventListener('click', () => this.set(this.hiddenModules, []));
    none.addEventListener('click', () => this.set(this.hiddenModules, this.used()));
    this.list = element('ul');
    this.panel.append(element('span', 'Modules whose methods are shown: '), all, ' ', none, this.list);
    const weights = this.weights();
    [...this.used()].sort((a, b) => weights[b] - weights[a] || (modules[a] < modules[b] ? -1 : 1)).forEach((index) => {
      const box = element('input');
      box.type = 'checkbox';
      box.addEventListener('change', () => this.toggle(this.hiddenModules, index));
      this.boxes.push({ box, index });
      const share = element('span', ` ${percent(weights[index])}`);
      share.className = 'dim';
      this.list.append(element('li', '', element('label', '', box, ` ${clipped(modules[index] || '(no module)', 200)}`, share)));
    });
    this.show();
  }

  /** The modules that methods are in. */
  used() {
    const { frames, joined } = this.model;
    return new Set(frames.module.filter((_, frame) => frame !== joined?.frame));
  }

  /** For each module the share of the samples whose leaf is in it; those of joined stacks are not known. */
  weights() {
    const { whole, frames, modules, joined } = this.model;
    const weights = new Float64Array(modules.length);
    const total = whole.width[0] || 1;
    for (const self of whole.selfs) {
      for (let node = 1; node < whole.size; node++) {
        if (whole.frame[node] !== joined?.frame) {
          weights[frames.module[whole.frame[node]]] += self[node] / total;
        }
      }
    }
    return weights;
  }

  toggle(hidden, index) {
    if (!hidden.delete(index)) {
      hidden.add(index);
    }
    this.show();
    this.changed();
  }

  set(hidden, values) {
    hidden.clear();
    [...values].forEach((value) => hidden.add(value));
    this.show();
    this.changed();
  }

  restore(modules, kinds) {
    this.hiddenModules = new Set(modules);
    this.hiddenKinds = new Set(kinds);
    this.show();
  }

  /** Shows the choice. */
  show() {
    this.kinds.forEach(({ button, index }) => button.setAttribute('aria-pressed', String(!this.hiddenKinds.has(index))));
    this.boxes.forEach(({ box, index }) => (box.checked = !this.hiddenModules.has(index)));
  }

  color(colors) {
    const { isDifference } = this.model;
    this.changes.forEach(({ chip, change }) => (chip.style.color = colors.ofChange(change)));
    this.kinds.forEach((kind) => (kind.chip.style.color = isDifference ? colors.root : colors.ofKind(kind)));
  }
}
