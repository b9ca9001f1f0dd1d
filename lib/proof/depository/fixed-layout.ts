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

/** Characters of every line. */
const width = 80;

const directions: Readonly<Record<string, Direction>> = { D: 'Deposit', W: 'Withdrawal' };
const statuses: Readonly<Record<string, MovementStatus>> = { C: 'Confirmed', P: 'Pending', R: 'Rejected' };
const signs: Readonly<Record<string, bigint>> = { '+': 1n, '-': -1n, ' ': 1n };

/** A file of lines of 80 characters: one H, then P and M, one T (docs/depository-position.md). */
export function readFixedLayout(
  lines: readonly string[],
  known: Known,
  errors: LineErrors,
): PositionFile | null {
  const check = fieldChecks(errors);
  const positions: PositionLine[] = [];
  const movements: MovementLine[] = [];
  let trailer: { line: number; count: bigint; sum: bigint } | null = null;
  const head = lines[0] ?? '';
  if (head[0] !== 'H' || head.length !== width) {
    errors.add(
      1,
      'Header',
      'must be a line of 80 characters that begins with H, or the header of the CSV layout',
    );
    return null;
  }
  const at = (text: string, from: number, to: number) => text.slice(from - 1, to);
  const asOf = check.date(1, 'As-of date', at(head, 10, 17));
  check.date(1, 'Created', at(head, 18, 25));
  check.digits(1, 'Created', at(head, 26, 31));
  const sequence = check.digits(1, 'Sequence', at(head, 32, 37));
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (line === 1) continue;
    if (text.length !== width) {
      errors.add(line, 'Line', `has ${text.length} characters, not 80`);
      continue;
    }
    if (trailer) {
      errors.add(line, 'Line', 'follows the trailer');
      break;
    }
    const kind = text[0];
    if (kind === 'P') {
      const sign = check.code(line, 'Sign of pending', at(text, 77, 77), signs) ?? 1n;
      positions.push({
        line,
        cusip: check.cusip(line, at(text, 2, 10)),
        description: check.text(line, 'Description', at(text, 11, 40), 30),
        position: check.shares(line, 'Position', at(text, 41, 58)),
        pending: sign * check.shares(line, 'Pending', at(text, 59, 76)),
      });
    } else if (kind === 'M') {
      movements.push({
        line,
        cusip: check.cusip(line, at(text, 2, 10)),
        day: check.date(line, 'Movement date', at(text, 11, 18)),
        reference: check.text(line, 'Reference', at(text, 19, 34), 16),
        direction: check.code(line, 'Direction', at(text, 35, 35), directions) ?? 'Deposit',
        shares: check.shares(line, 'Shares', at(text, 36, 53)),
        status: check.code(line, 'Status', at(text, 54, 54), statuses) ?? 'Pending',
      });
    } else if (kind === 'T') {
      trailer = {
        line,
        count: check.digits(line, 'Lines', at(text, 2, 10)),
        sum: check.digits(line, 'Sum', at(text, 11, 30)),
      };
    } else errors.add(line, 'Record', `must be P, M or T, not “${kind}”`);
  }
  const agent = at(head, 2, 9).trim();
  return wholeFile(
    { layout: 'Fixed', agent, asOf, sequence, positions, movements, trailer, lastLine: lines.length },
    known,
    errors,
  );
}
