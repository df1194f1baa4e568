// SPDX-License-Identifier: Apache-2.0
// Texts of the observed program, as they may be shown.

const CONTROLS =
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text whose control characters, and those that change the direction of writing, are escaped. */
export function printable(text) {
  return text.replace(CONTROLS, (odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text of so many letters at most; an ellipsis stands for the rest. */
export function clipped(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The namespace before the type of a method in the runtime's style, with its dot; of other names, nothing. */
export function namespaceOf(name) {
  const type = /^[^`[<+(]*/.exec(name.slice(0, Math.max(0, name.indexOf('::'))))[0];
  return type.slice(0, type.lastIndexOf('.') + 1);
}

export function percent(share) {
  const digits = Math.abs(share) >= 0.0995 ? 1 : 2;
  return `${(100 * share).toFixed(digits)}%`;
}

/** A count with its noun, in the singular where it is one. */
export function counted(count, noun, nouns = `${noun}s`) {
  return `${Math.round(count).toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}

/** A time in nanoseconds, in the unit that suits it. */
export function duration(nanos) {
  return scaled(nanos, 1000, ['ns', 'µs', 'ms', 's']);
}

export function scaled(value, step, units) {
  if (value === 0) {
    return `0 ${units[units.length - 1]}`;
  }
  let unit = 0;
  let rest = value;
  while (Math.abs(rest) >= step * 0.9995 && unit < units.length - 1) {
    rest /= step;
    unit++;
  }
  const text = Math.abs(rest) >= 1000 ? Math.round(rest).toLocaleString('en') : String(Number(rest.toPrecision(3)));
  return `${text} ${units[unit]}`;
}

/** A change of a share, with its sign. */
export function signed(change) {
  return `${change < 0 ? '−' : '+'}${percent(Math.abs(change))}`;
}
