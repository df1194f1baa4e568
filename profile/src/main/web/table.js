// SPDX-License-Identifier: Apache-2.0
// A table of any length, of which only the rows in sight are in the document.

const ROW_HEIGHT = 24;

export class Table {
  /**
   * @param element where the table goes
   * @param columns `{title, text(row), order(row), number}`: what is shown, by what it is sorted
   * @param chosen called with the row that was clicked, or Enter was pressed on
   */
  constructor(element, label, columns, chosen) {
    this.columns = columns;
    this.chosen = chosen;
    this.rows = [];
    this.cursor = 0;
    this.sort = { column: columns.findIndex((column) => column.number), down: true };
    this.scroller = document.createElement('div');
    this.scroller.className = 'scroller';
    this.scroller.tabIndex = 0;
    this.table = document.createElement('table');
    this.table.setAttribute('aria-label', label);
    this.head = this.table.createTHead().insertRow();
    columns.forEach((column, index) => this.head.append(this.header(column, index)));
    this.body = this.table.createTBody();
    this.scroller.append(this.table);
    element.append(this.scroller);
    this.scroller.addEventListener('scroll', () => this.draw());
    this.scroller.addEventListener('keydown', (event) => this.key(event));
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
    cell.className = column.number ? 'number' : '';
    cell.append(button);
    return cell;
  }

  show(rows) {
    const { order } = this.columns[this.sort.column];
    const sign = this.sort.down ? -1 : 1;
    this.rows = [...rows].sort((a, b) => {
      const [x, y] = [order(a), order(b)];
      return x < y ? -sign : x > y ? sign : 0;
    });
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
    this.body.replaceChildren(
        space(first * ROW_HEIGHT),
        ...shown.map((row, i) => this.row(row, first + i)),
        space(Math.max(0, this.rows.length - first - shown.length) * ROW_HEIGHT));
  }

  row(row, index) {
    const element = document.createElement('tr');
    element.setAttribute('aria-rowindex', index + 2);
    element.className = index === this.cursor ? 'cursor' : '';
    this.columns.forEach((column) => {
      const cell = element.insertCell();
      cell.className = column.number ? 'number' : '';
      cell.textContent = column.text(row);
      cell.title = cell.textContent;
    });
    element.addEventListener('click', () => {
      this.cursor = index;
      this.draw();
      this.chosen(row);
    });
    return element;
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 2);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -1e9, End: 1e9 };
    if (event.key in steps) {
      event.preventDefault();
      this.cursor = Math.min(Math.max(this.cursor + steps[event.key], 0), this.rows.length - 1);
      const top = this.cursor * ROW_HEIGHT;
      const most = top - this.scroller.clientHeight + 3 * ROW_HEIGHT;
      this.scroller.scrollTop = Math.min(Math.max(this.scroller.scrollTop, most), top);
      this.draw();
    } else if (event.key === 'Enter' && this.rows[this.cursor]) {
      event.preventDefault();
      this.chosen(this.rows[this.cursor]);
    }
  }
}

function space(height) {
  const row = document.createElement('tr');
  row.setAttribute('aria-hidden', 'true');
  row.style.height = `${height}px`;
  return row;
}
