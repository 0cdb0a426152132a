import { cells, headings, leftOut } from './table.js';

/** The results as a table of plain text, columns aligned. */
export function toText(rows, app) {
  const { t } = app;
  const names = headings(t);
  const table = [
    names.map(([, text]) => text),
    ...rows.map((row) => {
      const words = cells(row, app);
      return row.skipped ? [row.searcher, leftOut(row, app)] : names.map(([name]) => words[name]);
    }),
  ];
  const widths = names.map((_, column) =>
    Math.max(...table.filter((line) => line.length > 2).map((line) => (line[column] ?? '').length)),
  );
  return `${table
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

/** The results as comma-separated values, with bare numbers, the same in every language. */
export function toCsv(rows) {
  const head = ['searcher', 'depth', 'nodes', 'time_ms', 'nps', 'value', 'move', 'skipped'];
  const line = (row) => [
    row.searcher,
    row.depth,
    row.nodes,
    row.time_ms,
    row.nps,
    row.score?.text ?? '',
    row.best ?? '',
    row.skipped ?? '',
  ];
  return `${[head, ...rows.map(line)].map((values) => values.map(quoted).join(',')).join('\n')}\n`;
}

const quoted = (value) => {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
