// SPDX-License-Identifier: Apache-2.0
// The tables: of methods with their weights, and of types and methods with how far they are loaded.

import { Table } from './table.js';
import { clipped, counted, duration, namespaceOf, percent } from './text.js';
import { changed, element } from './details.js';

const MOST_OF_MODULE = 100;

/** A table of methods; a row is `{frame, selfs, totals}`, with a weight for each profile. */
export function methodTable(place, model, whole, chosen, moved) {
  const share = (weight, i) => `${percent(weight / (whole()[i] || 1))} ${model.amount(weight)}`;
  const number = (title, weights, i, size) => ({
    title, number: true, size, text: (row) => share(row[weights][i], i), order: (row) => row[weights][i], parts: atSpace, last: 'less',
  });
  const changeOf = ({ totals }) => totals[1] / (whole()[1] || 1) - totals[0] / (whole()[0] || 1);
  const weights = model.isDifference
    ? [
        { title: 'Change', number: true, text: (row) => changed(changeOf(row)), order: (row) => Math.abs(changeOf(row)) },
        number('Before', 'totals', 0, 'less'),
        number('After', 'totals', 1, 'less'),
      ]
    : [number('Self', 'selfs', 0), number('Total', 'totals', 0)];
  const columns = [
    ...weights,
    { title: 'Method', size: 'name', text: ({ frame }) => model.name(frame), order: ({ frame }) => frame, parts: atType, first: 'less' },
    { title: 'Kind', size: 'small minor', text: ({ frame }) => model.kind(frame).name, order: ({ frame }) => model.kind(frame).letter },
    { title: 'Module', size: 'minor', text: ({ frame }) => model.module(frame), order: ({ frame }) => model.module(frame) },
    { title: 'Source', size: 'minor', text: ({ frame }) => model.source(frame), order: ({ frame }) => model.source(frame) },
  ];
  return new Table(place, 'Methods', columns, chosen, moved);
}

/** A share and, apart, the amount. */
function atSpace(text) {
  const end = text.indexOf(' ');
  return [text.slice(0, end), text.slice(end)];
}

/** The namespace of a method and, apart, the rest. */
function atType(name) {
  const end = namespaceOf(name).length;
  return [name.slice(0, end), name.slice(end)];
}

/** A table of types and methods with how far they are loaded. */
export function loadedTable(place, chosen) {
  const column = (title, key, size) => ({ title, size, text: (row) => row[key], order: (row) => row[key] });
  const columns = [
    { ...column('Name', 'name', 'name'), parts: atType, first: 'less' },
    { title: 'What', size: 'small less', text: whatIs, order: whatIs },
    column('Module', 'module', 'minor'),
    column('Loaded', 'level', 'small'),
    {
      title: 'First met',
      number: true,
      size: 'small',
      text: ({ firstMet }) => (firstMet === undefined ? '' : duration(firstMet)),
      order: ({ firstMet }) => firstMet ?? Infinity,
    },
    column('Evidence', 'why', 'minor long'),
    column('IDs', 'ids', 'minor ids'),
  ];
  const table = new Table(place, 'Types and methods, and how far they are loaded', columns, chosen, chosen);
  // At first in the order of the profile.
  table.sort = { column: -1, down: false };
  return table;
}

function whatIs({ token }) {
  return token.startsWith('0x06') ? 'method' : 'type';
}

/** The choice of a module whose types and methods are listed, and how many of them were met. */
export class ModuleChoice {
  /** @param changed called when the choice has changed */
  constructor(place, model, changed) {
    this.model = model;
    this.names = [...new Set([...model.loaded, ...model.loadedModules.map(({ name }) => ({ module: name }))].map(({ module }) => module))];
    this.select = element('select', '', element('option', 'All modules'));
    this.select.append(...this.names.map((name) => element('option', clipped(name || '(no module)', MOST_OF_MODULE))));
    this.select.setAttribute('aria-label', 'Module');
    this.select.addEventListener('change', () => {
      this.show();
      changed();
    });
    this.summary = element('span');
    this.summary.className = 'dim';
    const box = element('div', '', this.select, this.summary);
    box.className = 'choice';
    place.prepend(box);
    this.show();
  }

  /** The place of the module in the list; null for all. */
  get chosen() {
    return this.select.selectedIndex > 0 ? this.select.selectedIndex - 1 : null;
  }

  /** Chooses a module by its place, or all by null. */
  choose(place) {
    this.select.selectedIndex = place === null || place >= this.names.length ? 0 : place + 1;
    this.show();
  }

  /** The types and methods of the chosen module. */
  get entities() {
    const name = this.names[this.chosen];
    return this.chosen === null ? this.model.loaded : this.model.loaded.filter(({ module }) => module === name);
  }

  /** Says how many were met, where that is known. */
  show() {
    const name = this.names[this.chosen];
    const modules = this.model.loadedModules.filter((module) => this.chosen === null || module.name === name);
    const sum = (key) => modules.reduce((total, module) => total + module[key], 0);
    const part = (met, all, noun) => `${sum(met).toLocaleString('en')} of ${counted(sum(all), noun)}`;
    const unlisted = sum('unlisted');
    this.summary.textContent = modules.length === 0 ? '' : [
      `met: ${part('metTypes', 'types', 'type')}, ${part('metMethods', 'methods', 'method')}`,
      unlisted === 0 ? '' : `${unlisted.toLocaleString('en')} that were not met are not listed`,
    ].filter((text) => text).join('; ');
  }
}
