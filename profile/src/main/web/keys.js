// SPDX-License-Identifier: Apache-2.0
// What the keys do, and the panel that says so.

import { element } from './details.js';

const KEYS = [
  ['1 2 3 4', 'the views'],
  ['/', 'search; Escape clears it'],
  ['arrows', 'to the caller, the heaviest callee, the siblings'],
  ['Enter', 'zoom to the selection'],
  ['Escape', 'zoom out, or close a panel'],
  ['+ −', 'zoom in and out'],
  ['c', 'callers and callees of the selection'],
  ['f', 'only stacks with the selection; again for all'],
  ['u', 'root below or above'],
  ['b', 'bottom-up: leaves first, each with its callers'],
  ['g t', 'to the graph or table, to the timeline'],
  ['m', 'choose modules'],
  ['d', 'light or dark'],
  ['Ctrl C', 'copy the name of the selection'],
  ['?', 'these keys'],
  ['mouse', 'click selects, double click zooms, dragging and the wheel move, Ctrl and the wheel zoom'],
];

export function listKeys(panel) {
  const list = element('ul');
  KEYS.forEach(([keys, text]) => {
    list.append(element('li', '', element('kbd', keys), element('span', text)));
  });
  panel.append(list);
}

/** Whether a key goes to a field for text, or to a list that is searched by letters. */
export function isTyping({ target }) {
  return (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLSelectElement;
}

/** Runs the action of each key that is pressed outside of fields for text. */
export function onKeys(actions) {
  document.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event) && actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  });
}
