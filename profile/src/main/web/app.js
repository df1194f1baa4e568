// SPDX-License-Identifier: Apache-2.0
// Puts the page together: reads the profile, and shows it in its views.

import { unpack } from './data.js';
import { Model, KINDS } from './model.js';
import { byFrame, callees, callers } from './tree.js';
import { Flame } from './flame.js';
import { Timeline } from './timeline.js';
import { Table } from './table.js';
import { Colors } from './colors.js';
import { matches, foundTotal } from './search.js';
import { read, write } from './state.js';

const KEYS = [
  ['1 2 3 4', 'the views'],
  ['/', 'search'],
  ['arrows', 'to the caller, the heaviest callee, the siblings'],
  ['Enter', 'zoom to the selection'],
  ['Escape', 'zoom out'],
  ['+ −', 'zoom in and out'],
  ['s', 'callers and callees of the selection'],
  ['f', 'only stacks with the selection; again for all'],
  ['u', 'root above or below'],
  ['d', 'light or dark'],
  ['?', 'these keys'],
];

const byId = (id) => document.getElementById(id);

class App {
  constructor(profile) {
    this.model = new Model(profile);
    this.frame = null;
    this.state = read();
    this.theme(localTheme());
    this.colors = new Colors(this.model);
    this.found = null;
    document.title = `${profile.title} - Tiptoe`;
    byId('title').textContent = profile.title;
    byId('title').title = profile.title;
    this.flame = this.picture(byId('flame').querySelector('canvas'));
    const halves = byId('sandwich').querySelectorAll('canvas');
    this.callers = this.picture(halves[0]);
    this.callers.upwards = true;
    this.callees = this.picture(halves[1]);
    this.methods = this.methodTable();
    this.timeline();
    this.types();
    this.filters();
    this.controls();
    this.restore();
    document.documentElement.dataset.ready = 'true';
  }

  // ---- pictures

  picture(canvas) {
    const look = {
      text: (node) => this.label(flame.tree, node),
      color: (node) => this.color(flame.tree, node),
      ink: () => this.colors.ink,
      faded: (node) => this.found !== null && node !== 0 && !this.found[flame.tree.frame[node]],
    };
    const flame = new Flame(canvas, look, {
      selected: (node) => this.select(flame, node),
      zoomed: () => this.crumbs(),
      hovered: (node, x, y) => this.tip(flame.tree, node, x, y),
    });
    return flame;
  }

  label(tree, node) {
    if (node === 0) {
      return `all · ${this.model.amount(tree.total(0))}`;
    }
    const name = this.model.name(tree.frame[node]);
    if (!this.model.isDifference) {
      return name;
    }
    const change = tree.change(node);
    return Math.abs(change) < 0.0005 ? name : `${change > 0 ? '▲' : '▼'} ${percent(Math.abs(change))} ${name}`;
  }

  color(tree, node) {
    if (node === 0) {
      return this.colors.root;
    }
    const frame = tree.frame[node];
    if (this.found?.[frame]) {
      return this.colors.found;
    }
    return this.model.isDifference ? this.colors.ofChange(tree.change(node)) : this.colors.ofFrame[frame];
  }

  /** Shows the tree of the present choice in all views. */
  update() {
    const range = this.time && !this.time.isWhole() ? this.time.range : null;
    this.tree = this.model.tree({ range, ...this.choice });
    this.flame.show(this.tree);
    const { self, total } = byFrame(this.tree, this.model.frames.name.length);
    this.rows = [];
    for (let frame = 0; frame < total.length; frame++) {
      if (total[frame] > 0) {
        this.rows.push({ frame, self: self[frame], total: total[frame] });
      }
    }
    this.search();
    this.sandwich();
    this.crumbs();
    this.save();
  }

  sandwich() {
    const { frame } = this;
    if (frame !== null && this.state.tab === 'sandwich') {
      this.callers.show(callers(this.tree, frame, this.model.rank));
      this.callees.show(callees(this.tree, frame, this.model.rank));
    }
  }

  select(flame, node) {
    if (node !== 0) {
      this.frame = flame.tree.frame[node];
    }
    this.details(flame.tree, node);
    this.save();
  }

  describe(tree, node) {
    const { model } = this;
    const frame = tree.frame[node];
    const share = (weight) => `${percent(weight / (tree.total(0) || 1))} (${model.amount(weight)})`;
    const facts = [
      `total ${share(tree.total(node))}`,
      `self ${share(tree.self(node))}`,
      `${model.kind(frame).name}${model.module(frame) ? `, ${model.module(frame)}` : ''}`,
    ];
    if (model.isDifference) {
      const change = tree.change(node);
      facts.push(`${change >= 0 ? '▲' : '▼'} ${percent(Math.abs(change))} ${change >= 0 ? 'more' : 'less'} than before`);
    }
    const token = model.frames.token?.[frame];
    if (token) {
      facts.push(token);
    }
    if (model.source(frame)) {
      facts.push(model.source(frame));
    }
    return facts;
  }

  details(tree, node) {
    const bar = byId('details');
    if (node === 0) {
      bar.textContent = `${this.model.amount(tree.total(0))} in all; select a box for more.`;
      return;
    }
    const name = document.createElement('b');
    name.textContent = this.model.name(tree.frame[node]);
    bar.replaceChildren(name, ...this.describe(tree, node).map(span));
    const url = this.model.link(tree.frame[node]);
    if (url) {
      const link = document.createElement('a');
      Object.assign(link, { href: url, textContent: 'source', target: '_blank', rel: 'noopener noreferrer' });
      bar.append(' ', link);
    }
  }

  tip(tree, node, x, y) {
    const tip = byId('tip');
    tip.hidden = !tree || node === 0;
    if (tip.hidden) {
      return;
    }
    const facts = this.describe(tree, node).map((text) => {
      const line = document.createElement('div');
      line.textContent = text;
      return line;
    });
    tip.replaceChildren(this.model.name(tree.frame[node]), ...facts);
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
    tip.style.top = `${y + 18 + height > innerHeight ? y - height - 8 : y + 18}px`;
  }

  // ---- tables

  methodTable() {
    const { model } = this;
    const columns = [
      { title: 'Self', number: true, text: (row) => this.share(row.self), order: (row) => row.self },
      { title: 'Total', number: true, text: (row) => this.share(row.total), order: (row) => row.total },
      { title: 'Method', text: (row) => model.name(row.frame), order: (row) => model.name(row.frame) },
      { title: 'Kind and module', text: (row) => `${model.kind(row.frame).letter} ${model.module(row.frame)}`, order: (row) => model.module(row.frame) },
      { title: 'Source', text: (row) => model.source(row.frame), order: (row) => model.source(row.frame) },
    ];
    return new Table(byId('methods'), 'Methods', columns, (row) => {
      this.frame = row.frame;
      this.tab('sandwich');
    });
  }

  share(weight) {
    return `${percent(weight / (this.tree.total(0) || 1))} ${this.model.amount(weight)}`;
  }

  types() {
    const { types } = this.model.profile;
    if (!types) {
      return;
    }
    byId('tab-types').hidden = false;
    const column = (title, key) => ({ title, text: (row) => row[key] ?? '', order: (row) => row[key] ?? '' });
    const columns = [
      column('Type', 'name'),
      column('Module', 'module'),
      column('Loaded', 'level'),
      { title: 'Since', number: true, text: (row) => (row.since === undefined ? '' : `${(row.since / 1e6).toFixed(1)} ms`), order: (row) => row.since ?? Infinity },
      column('Because', 'why'),
      column('IDs', 'ids'),
    ];
    this.typeTable = new Table(byId('types'), 'Types and how far they are loaded', columns, (row) => {
      byId('details').textContent = `${row.name} (${row.module} ${row.token}): ${row.level}, ${row.why}`;
    });
    this.typeTable.sort = { column: 0, down: false };
    this.typeTable.show(types);
  }

  // ---- choices

  timeline() {
    const { samples, profile } = this.model;
    byId('timeline').hidden = !samples || this.model.isDifference;
    if (!byId('timeline').hidden) {
      const canvas = byId('timeline').querySelector('canvas');
      this.time = new Timeline(canvas, profile.threads, samples, () => this.update());
    }
  }

  filters() {
    const { model } = this;
    this.choice = { hiddenModules: new Set(), hiddenKinds: new Set(), focus: null };
    const used = new Set(model.frames.kind);
    KINDS.forEach((kind, index) => {
      if (used.has(index)) {
        byId('kinds').append(this.checkbox(`${kind.letter}: ${kind.name}`, index, this.choice.hiddenKinds, kind.hue));
      }
    });
    model.modules
        .map((name, index) => ({ name: name || '(no module)', index }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .forEach(({ name, index }) => byId('modules').append(this.checkbox(name, index, this.choice.hiddenModules)));
  }

  checkbox(text, index, hidden, hue) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = true;
    box.dataset.index = index;
    box.addEventListener('change', () => {
      if (box.checked) {
        hidden.delete(index);
      } else {
        hidden.add(index);
      }
      this.update();
    });
    label.append(box, ' ');
    if (hue !== undefined) {
      const chip = document.createElement('i');
      chip.className = 'chip';
      chip.style.background = `hsl(${hue} 60% 60%)`;
      label.append(chip);
    }
    label.append(text);
    return label;
  }

  search() {
    const text = byId('search').value;
    this.found = matches(this.model, text);
    byId('found').textContent = this.found
      ? `${percent(foundTotal(this.tree, this.found) / (this.tree.total(0) || 1))} found`
      : '';
    this.methods.show(this.found ? this.rows.filter((row) => this.found[row.frame]) : this.rows);
    if (this.typeTable) {
      const wanted = text.toLowerCase();
      this.typeTable.show(this.model.profile.types.filter((type) => `${type.name} ${type.module}`.toLowerCase().includes(wanted)));
    }
    [this.flame, this.callers, this.callees].forEach((flame) => flame.redraw());
    this.save();
  }

  focus() {
    this.choice.focus = this.choice.focus === null ? this.frame : null;
    this.update();
  }

  /** What is left out at present, each with a button that brings it back. */
  crumbs() {
    const parts = [];
    const part = (text, undo) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = `${text} ✕`;
      button.setAttribute('aria-label', `Undo: ${text}`);
      button.addEventListener('click', undo);
      parts.push(button);
    };
    if (this.time && !this.time.isWhole()) {
      const { from, to, thread } = this.time.range;
      const name = thread === -1 ? 'all threads' : this.model.profile.threads[thread].name;
      part(`${((to - from) / 1e9).toPrecision(3)} s of ${name}`, () => {
        this.time.clear();
        this.time.draw();
        this.update();
      });
    }
    if (this.choice.focus !== null) {
      part(`only with ${this.model.name(this.choice.focus)}`, () => this.focus());
    }
    const hidden = this.choice.hiddenKinds.size + this.choice.hiddenModules.size;
    if (hidden > 0) {
      part(`${hidden} hidden`, () => {
        document.querySelectorAll('#filters input').forEach((box) => (box.checked = true));
        this.choice.hiddenKinds.clear();
        this.choice.hiddenModules.clear();
        this.update();
      });
    }
    if (this.flame.tree && this.flame.to - this.flame.from < this.tree.width[0] * 0.999) {
      part('zoomed in', () => this.flame.zoom(0));
    }
    const total = document.createElement('span');
    total.textContent = this.model.amount(this.tree.total(0));
    byId('crumbs').replaceChildren(total, ...parts);
  }

  // ---- controls

  controls() {
    const tabs = ['flame', 'methods', 'sandwich', 'types'];
    tabs.forEach((name) => byId(`tab-${name}`).addEventListener('click', () => this.tab(name)));
    byId('tabs').addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        const shown = tabs.filter((name) => !byId(`tab-${name}`).hidden);
        const next = shown[(shown.indexOf(this.state.tab) + step + shown.length) % shown.length];
        this.tab(next);
        byId(`tab-${next}`).focus();
      }
    });
    byId('search').addEventListener('input', () => this.search());
    byId('direction').addEventListener('click', () => this.turn());
    byId('theme').addEventListener('click', () => this.nextTheme());
    this.disclosure('filters-button', 'filters');
    this.disclosure('help-button', 'help');
    const list = document.createElement('div');
    KEYS.forEach(([keys, text]) => {
      const line = document.createElement('div');
      const key = document.createElement('kbd');
      key.textContent = keys;
      line.append(key, ` ${text}`);
      list.append(line);
    });
    byId('help').append(list);
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('hashchange', () => {
      this.state = read();
      this.restore();
    });
  }

  disclosure(button, panel) {
    byId(button).addEventListener('click', () => {
      byId(panel).hidden = !byId(panel).hidden;
      byId(button).setAttribute('aria-expanded', String(!byId(panel).hidden));
    });
  }

  key(event) {
    const typing = event.target.matches('input');
    if (event.ctrlKey || event.metaKey || event.altKey || typing) {
      if (typing && event.key === 'Escape') {
        byId('search').value = '';
        this.search();
        event.target.blur();
      }
      return;
    }
    const actions = {
      1: () => this.tab('flame'),
      2: () => this.tab('methods'),
      3: () => this.tab('sandwich'),
      4: () => this.typeTable && this.tab('types'),
      '/': () => byId('search').focus(),
      s: () => this.tab('sandwich'),
      f: () => this.frame !== null && this.focus(),
      u: () => this.turn(),
      d: () => this.nextTheme(),
      '?': () => byId('help-button').click(),
    };
    if (actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  }

  tab(name) {
    this.state.tab = name;
    ['flame', 'methods', 'sandwich', 'types'].forEach((each) => {
      const chosen = each === name;
      byId(each).hidden = !chosen;
      byId(`tab-${each}`).setAttribute('aria-selected', String(chosen));
      byId(`tab-${each}`).tabIndex = chosen ? 0 : -1;
    });
    if (name === 'sandwich' && this.frame === null && this.rows.length > 0) {
      this.frame = this.rows.reduce((a, b) => (b.self > a.self ? b : a)).frame;
    }
    this.sandwich();
    this.save();
  }

  turn() {
    this.flame.upwards = !this.flame.upwards;
    byId('direction').setAttribute('aria-pressed', String(this.flame.upwards));
    this.flame.redraw();
    this.save();
  }

  theme(name) {
    document.documentElement.dataset.theme = name;
  }

  nextTheme() {
    this.theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    this.colors.update();
    [this.flame, this.callers, this.callees].forEach((flame) => flame.redraw());
    this.time?.draw();
  }

  // ---- the state in the address

  save() {
    const { time, choice, state } = this;
    if (this.restoring) {
      return;
    }
    const whole = !time || (time.range.from <= time.first && time.range.to >= time.last);
    Object.assign(state, {
      search: byId('search').value,
      from: whole ? '' : String(Math.round(time.range.from)),
      to: whole ? '' : String(Math.round(time.range.to)),
      thread: String(time?.range.thread ?? -1),
      modules: [...choice.hiddenModules].join(','),
      kinds: [...choice.hiddenKinds].join(','),
      focus: choice.focus === null ? '' : String(choice.focus),
      frame: this.frame === null ? '' : String(this.frame),
      path: this.flame.tree ? this.flame.tree.path(this.flame.selected).map((node) => this.flame.tree.frame[node]).join(',') : '',
      up: this.flame.upwards ? '1' : '',
    });
    write(state);
  }

  restore() {
    const { state, time, choice } = this;
    const frames = this.model.frames.name.length;
    const numbers = (text, most) => text.split(',').filter((part) => /^\d+$/.test(part)).map(Number).filter((number) => number < most);
    const only = (text, most) => numbers(text, most)[0] ?? null;
    this.restoring = true;
    if (time) {
      const thread = Number(state.thread);
      time.set({
        from: state.from === '' ? time.first : Number(state.from) || time.first,
        to: state.to === '' ? time.last : Number(state.to) || time.last,
        thread: Number.isInteger(thread) && thread < this.model.profile.threads.length ? thread : -1,
      });
    }
    reset(choice.hiddenModules, numbers(state.modules, this.model.modules.length));
    reset(choice.hiddenKinds, numbers(state.kinds, KINDS.length));
    document.querySelectorAll('#modules input').forEach((box) => (box.checked = !choice.hiddenModules.has(Number(box.dataset.index))));
    document.querySelectorAll('#kinds input').forEach((box) => (box.checked = !choice.hiddenKinds.has(Number(box.dataset.index))));
    choice.focus = only(state.focus, frames);
    this.frame = only(state.frame, frames);
    this.flame.upwards = state.up === '1';
    byId('direction').setAttribute('aria-pressed', String(this.flame.upwards));
    byId('search').value = state.search;
    this.update();
    this.selectPath(numbers(state.path, frames));
    this.tab(byId(`tab-${state.tab}`) && !byId(`tab-${state.tab}`).hidden ? state.tab : 'flame');
    this.restoring = false;
  }

  selectPath(frames) {
    const { tree } = this.flame;
    let node = 0;
    for (const frame of frames) {
      let child = tree.firstChild[node];
      while (child < tree.childEnd[node] && tree.frame[child] !== frame) {
        child++;
      }
      if (child >= tree.childEnd[node]) {
        break;
      }
      node = child;
    }
    this.flame.selected = node;
    this.details(tree, node);
  }
}

function reset(set, values) {
  set.clear();
  values.forEach((value) => set.add(value));
}

function percent(share) {
  return `${(100 * share).toFixed(share < 0.0995 ? 2 : 1)}%`;
}

function span(text) {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

function localTheme() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

unpack(byId('profile').textContent).then((profile) => {
  byId('profile').remove();
  window.tiptoe = new App(profile);
}, (problem) => {
  byId('details').textContent = `The profile in this page cannot be read: ${problem.message}`;
  document.documentElement.dataset.ready = 'false';
});
