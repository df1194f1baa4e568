// SPDX-License-Identifier: Apache-2.0
// Describes a node of a tree, or how far something is loaded: in the panel below, and beside the pointer.

import { clipped, duration, percent, printable, signed } from './text.js';

const MOST_SHOWN = 2000;

/** An element with a text and children. */
export function element(name, text = '', ...children) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

export class Details {
  /** @param actions `{title, run(frame)}`: what can be done with a frame */
  constructor(model, panel, tip, actions) {
    this.model = model;
    this.panel = panel;
    this.tipBox = tip;
    this.actions = actions;
  }

  /** Weights of each profile as shares of the whole, and as amounts. */
  weight(weights, whole) {
    return weights.map((weight, i) => `${percent(weight / (whole[i] || 1))} (${this.model.amount(weight)})`).join(' → ');
  }

  /** What is known of a method with these weights of each profile: pairs of a word and a text. */
  facts({ frame, selfs, totals, whole }) {
    const { model } = this;
    const facts = [
      [model.isDifference ? 'Before → after' : 'Total', this.weight(totals, whole)],
      ['Self', this.weight(selfs, whole)],
    ];
    if (model.isDifference) {
      facts.unshift(['Change', changed(totals[1] / (whole[1] || 1) - totals[0] / (whole[0] || 1))]);
    }
    return [...facts, ...this.identity(frame)].filter(([, text]) => text !== '');
  }

  identity(frame) {
    const { model } = this;
    const loaded = model.loadedOf(frame);
    return [
      ['Kind', model.kind(frame).name],
      ['Module', model.module(frame)],
      ['Token', model.frames.token[frame]],
      ['Source', model.source(frame)],
      ['Loaded', loaded ? levelOf(loaded) : ''],
    ];
  }

  summary(text, hint) {
    const below = element('div', hint);
    below.className = 'dim';
    this.panel.replaceChildren(element('div', text), below);
  }

  node(tree, node) {
    this.method(weightsOf(tree, node));
  }

  /** Shows a method: `{frame, selfs, totals, whole}`. */
  method(weights) {
    const { model } = this;
    const { frame } = weights;
    const head = element('div', '', element('b', clipped(model.frames.name[frame], MOST_SHOWN)));
    head.className = 'head';
    this.actions.forEach(({ title, run }) => {
      const button = element('button', title);
      button.type = 'button';
      button.addEventListener('click', () => run(frame));
      head.append(button);
    });
    const facts = list(this.facts(weights), (word, value) => {
      const url = word === 'Source' && model.link(frame);
      return url ? link(url, value) : value;
    });
    const full = model.fullName(frame);
    if (full) {
      facts.append(pair('In full', clipped(full, MOST_SHOWN)));
    }
    const loaded = model.loadedOf(frame);
    this.panel.replaceChildren(head, facts, ...(loaded ? [evidence(loaded)] : []), ...this.cause(loaded));
    this.panel.scrollTop = 0;
  }

  /** Shows how far a type or method is loaded. */
  loaded(entity) {
    const head = element('div', '', element('b', clipped(entity.name, MOST_SHOWN)));
    head.className = 'head';
    const facts = list([
      ['Level', levelOf(entity)],
      ['Module', entity.module],
      ['Token', entity.token],
    ], (_, value) => value);
    this.panel.replaceChildren(head, facts, evidence(entity), ...this.cause(entity));
    this.panel.scrollTop = 0;
  }

  /** The stack that loaded something, innermost first. */
  cause(entity) {
    if (!entity?.from?.length) {
      return [];
    }
    const stack = element('ol');
    entity.from.forEach((name) => stack.append(element('li', clipped(printable(this.model.profile.names[name]), MOST_SHOWN))));
    return [element('div', 'Loaded by the code'), stack];
  }

  /** Shows a node beside the pointer, or nothing. */
  tip(tree, node, x, y) {
    if (!tree || node === 0) {
      this.text('', x, y);
      return;
    }
    const name = element('b', this.model.name(tree.frame[node]));
    this.place([name, list(this.facts(weightsOf(tree, node)), (_, value) => clipped(value, 300), false)], x, y);
  }

  /** Shows a text beside the pointer. */
  text(text, x, y) {
    if (text) {
      this.place([element('span', text)], x, y);
    } else {
      this.tipBox.hidden = true;
    }
  }

  place(children, x, y) {
    const { tipBox } = this;
    tipBox.hidden = false;
    tipBox.replaceChildren(...children);
    const { width, height } = tipBox.getBoundingClientRect();
    tipBox.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
    tipBox.style.top = `${Math.max(4, y + 18 + height > innerHeight ? y - height - 8 : y + 18)}px`;
  }
}

function weightsOf(tree, node) {
  return {
    frame: tree.frame[node],
    selfs: tree.selfs.map((self) => self[node]),
    totals: tree.amounts(node),
    whole: tree.amounts(0),
  };
}

/** A change of a share, with its sign. */
export function changed(change) {
  if (Math.abs(change) < 0.00005) {
    return 'none';
  }
  return signed(change);
}

export function levelOf({ level, firstMet }) {
  return firstMet === undefined ? level : `${level}, first met at ${duration(firstMet)}`;
}

function evidence({ why, ids }) {
  return list([['Evidence', why], ['IDs', ids]].filter(([, text]) => text), (_, value) => clipped(value, MOST_SHOWN));
}

function list(facts, shown, wrapped = true) {
  const made = element('dl');
  facts.forEach(([word, value]) => made.append(...(wrapped ? [pair(word, shown(word, value))] : pair(word, shown(word, value)).childNodes)));
  return made;
}

function pair(word, value) {
  return element('div', '', element('dt', word), element('dd', '', value));
}

function link(url, text) {
  const made = element('a', text);
  Object.assign(made, { href: url, target: '_blank', rel: 'noopener noreferrer' });
  return made;
}
