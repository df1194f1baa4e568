// SPDX-License-Identifier: Apache-2.0
// The state of the view in the fragment of the page's address, so that a link leads to what one sees.

const START = { tab: 'flame', search: '', from: '', to: '', thread: '-1', modules: '', kinds: '', focus: '', frame: '', path: '', up: '' };

/** Reads the fragment; what it does not say is as at the start. */
export function read() {
  const given = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.entries(START).map(([key, value]) => [key, given.get(key) ?? value]));
}

/** Writes what differs from the start into the fragment, without a new entry in the history. */
export function write(state) {
  const shown = new URLSearchParams(Object.entries(state).filter(([key, value]) => value !== START[key]));
  const text = shown.toString();
  if (text !== location.hash.slice(1)) {
    history.replaceState(null, '', text === '' ? location.pathname + location.search : `#${text}`);
  }
}
