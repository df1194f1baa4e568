// SPDX-License-Identifier: Apache-2.0
// A table of any length, of which only the rows in sight are in the document.

import { clipped } from './text.js';

const ROW_HEIGHT = 26;
const MOST_IN_CELL = 500;

let tables = 0;

export class Table {
  /**
   * @param element where the table goes
   * @param columns `{title, text(row), order(row), number, size}`: what is shown, by what it is sorted, whether it is a
   *     number, and the class of its width; `{parts(text), first, last}`: the text in two, and the classes of these
   * @param chosen called with the row that was clicked, or Enter was pressed on
   * @param moved called with the row that the arrow keys went to
   */
  constructor(element, label, columns, chosen, moved = () => {}) {
    this.id = `table${++tables}`;
    this.columns = columns;
    this.chosen = chosen;
    this.moved = moved;
    this.rows = [];
    this.cursor = 0;
    this.sort = { column: columns.findIndex((column) => column.number), down: true };
    this.scroller = document.createElement('div');
    this.scroller.className = 'scroller';
    this.table = document.createElement('table');
    this.table.setAttribute('role', 'grid');
    this.table.setAttribute('aria-label', label);
    this.table.tabIndex = 0;
    this.head = this.table.createTHead().insertRow();
    columns.forEach((column, index) => this.head.append(this.header(column, index)));
    this.body = this.table.createTBody();
    this.scroller.append(this.table);
    element.append(this.scroller);
    this.scroller.addEventListener('scroll', () => this.draw());
    this.table.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  header(column, index) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = column.title;
    button.addEventListener('click', () => {
      this.sort = { column: index, down: this.sort.column === index ? !this.sort.down : Boolean(column.number) };
      this.show(this.rows);
    });
    cell.className = classOf(column);
    cell.append(button);
    return cell;
  }

  show(rows) {
    const sign = this.sort.down ? -1 : 1;
    const order = this.columns[this.sort.column]?.order;
    this.rows = [...rows];
    if (order) {
      this.rows.sort((a, b) => {
        const [x, y] = [order(a), order(b)];
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    [...this.head.cells].forEach((cell, index) => {
      const sorted = index === this.sort.column ? (this.sort.down ? 'descending' : 'ascending') : 'none';
      cell.setAttribute('aria-sort', sorted);
    });
    this.table.setAttribute('aria-rowcount', this.rows.length + 1);
    this.cursor = 0;
    this.scroller.scrollTop = 0;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - 5);
    const count = Math.ceil(this.scroller.clientHeight / ROW_HEIGHT) + 10;
    const shown = this.rows.slice(first, first + count);
    const behind = this.rows.length - first - shown.length;
    this.body.replaceChildren(...space(first), ...shown.map((row, i) => this.row(row, first + i)), ...space(behind));
    const cursor = document.getElementById(`${this.id}-${this.cursor}`);
    if (cursor) {
      this.table.setAttribute('aria-activedescendant', cursor.id);
    } else {
      this.table.removeAttribute('aria-activedescendant');
    }
  }

  row(row, index) {
    const element = document.createElement('tr');
    element.id = `${this.id}-${index}`;
    element.setAttribute('aria-rowindex', index + 2);
    element.setAttribute('aria-selected', String(index === this.cursor));
    this.columns.forEach((column) => {
      const cell = element.insertCell();
      cell.className = classOf(column);
      const text = clipped(column.text(row), MOST_IN_CELL);
      const [start, end] = (column.parts ?? whole)(text);
      cell.append(...part(start, column.first), ...part(end, column.last));
      cell.title = text;
    });
    element.addEventListener('click', () => {
      if (!getSelection().isCollapsed && element.contains(getSelection().anchorNode)) {
        return; // A text was selected.
      }
      this.cursor = index;
      this.draw();
      this.chosen(row);
    });
    return element;
  }

  key(event) {
    if (event.target !== this.table) {
      return;
    }
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 2);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (this.rows.length === 0) {
      return;
    }
    if (event.key in steps) {
      event.preventDefault();
      this.cursor = Math.min(Math.max(this.cursor + steps[event.key], 0), this.rows.length - 1);
      const top = this.cursor * ROW_HEIGHT;
      const most = top - this.scroller.clientHeight + 3 * ROW_HEIGHT;
      this.scroller.scrollTop = Math.min(Math.max(this.scroller.scrollTop, most), top);
      this.draw();
      this.moved(this.rows[this.cursor]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.chosen(this.rows[this.cursor]);
    }
  }
}

function classOf({ number, size = '' }) {
  return number ? `number ${size}` : size;
}

function whole(text) {
  return [text, ''];
}

/** A part of a cell; one with a class can be left out where there is little room. */
function part(text, name) {
  if (!name || text === '') {
    return [text];
  }
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return [span];
}

/** Stands for rows that are not in sight. */
function space(rows) {
  if (rows <= 0) {
    return [];
  }
  const row = document.createElement('tr');
  row.setAttribute('aria-hidden', 'true');
  row.className = 'space';
  row.style.height = `${rows * ROW_HEIGHT}px`;
  return [row];
}
