import {
  type Direction,
  fieldChecks,
  type Known,
  type LineErrors,
  type MovementLine,
  type MovementStatus,
  type PositionFile,
  type PositionLine,
  wholeFile,
} from './lines.ts';

/** The columns, in this order; the first line has these names. */
export const csvColumns = [
  ...['record', 'agent', 'as_of', 'cusip', 'description', 'position'],
  ...['reference', 'movement_date', 'direction', 'shares', 'status', 'sequence'],
] as const;

const directions: Readonly<Record<string, Direction>> = { D: 'Deposit', W: 'Withdrawal' };
const statuses: Readonly<Record<string, MovementStatus>> = { C: 'Confirmed', P: 'Pending', R: 'Rejected' };

/** A file of comma-separated lines (RFC 4180): header, POSITION and MOVEMENT, TRAILER (docs/depository-position.md). */
export function readCsvLayout(
  lines: readonly string[],
  known: Known,
  errors: LineErrors,
): PositionFile | null {
  if (lines[0] !== csvColumns.join(',')) {
    errors.add(1, 'Header', `must be ${csvColumns.join(',')}`);
    return null;
  }
  const check = fieldChecks(errors);
  const positions: PositionLine[] = [];
  const movements: MovementLine[] = [];
  let trailer: { line: number; count: bigint; sum: bigint } | null = null;
  let first: { agent: string; asOf: string; sequence: string } | null = null;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (line === 1) continue;
    const cells = cellsOf(text);
    if (!cells) {
      errors.add(line, 'Line', 'has a quote that is not closed, or text behind a closed one');
      continue;
    }
    if (trailer) {
      errors.add(line, 'Line', 'follows the trailer');
      break;
    }
    const [record = ''] = cells;
    if (record === 'TRAILER') {
      if (cells.length !== 3) errors.add(line, 'Trailer', 'must have a number of lines and a sum');
      trailer = {
        line,
        count: check.digits(line, 'Lines', cells[1] ?? ''),
        sum: check.digits(line, 'Sum', cells[2] ?? ''),
      };
      continue;
    }
    if (record !== 'POSITION' && record !== 'MOVEMENT') {
      errors.add(line, 'Record', 'must be POSITION, MOVEMENT or TRAILER');
      continue;
    }
    if (cells.length !== csvColumns.length) {
      errors.add(line, 'Line', `has ${cells.length} fields, not ${csvColumns.length}`);
      continue;
    }
    const [, agent = '', asOf = '', cusip = '', description = '', position = ''] = cells;
    const [reference = '', day = '', direction = '', shares = '', status = '', sequence = ''] =
      cells.slice(6);
    first ??= { agent, asOf, sequence };
    if (agent !== first.agent) errors.add(line, 'Agent', 'differs from the first line');
    if (asOf !== first.asOf) errors.add(line, 'As-of date', 'differs from the first line');
    if (sequence !== first.sequence) errors.add(line, 'Sequence', 'differs from the first line');
    if (record === 'POSITION')
      positions.push({
        line,
        cusip: check.cusip(line, cusip),
        description: check.text(line, 'Description', description, 200),
        position: check.shares(line, 'Position', position),
        pending: null,
      });
    else
      movements.push({
        line,
        cusip: check.cusip(line, cusip),
        day: check.date(line, 'Movement date', day),
        reference: check.text(line, 'Reference', reference, 16),
        direction: check.code(line, 'Direction', direction, directions) ?? 'Deposit',
        shares: check.shares(line, 'Shares', shares),
        status: check.code(line, 'Status', status, statuses) ?? 'Pending',
      });
  }
  if (!first) {
    errors.add(lines.length, 'File', 'has no position and no movement, so it names no date');
    return null;
  }
  return wholeFile(
    {
      layout: 'CSV',
      agent: first.agent.trim(),
      asOf: check.date(2, 'As-of date', first.asOf),
      sequence: check.digits(2, 'Sequence', first.sequence),
      ...{ positions, movements, trailer, lastLine: lines.length },
    },
    known,
    errors,
  );
}

/** The fields of one line; null when a quote is wrong. A field does not go on in the next line. */
function cellsOf(text: string): string[] | null {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) return null;
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== ',') return null;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? text.length : comma;
      const cell = text.slice(at, end);
      if (cell.includes('"')) return null;
      cells.push(cell);
      at = end;
    }
    if (at >= text.length) return cells;
    at += 1;
  }
}
