/** Position files of both layouts, as a depository would write them; for tests and the demo. */
import { csvColumns } from './csv-layout.ts';
import type { Direction, MovementStatus } from './lines.ts';

export type Written =
  | { kind: 'P'; cusip: string; position: bigint; description: string; pending: bigint }
  | {
      kind: 'M';
      cusip: string;
      reference: string;
      shares: bigint;
      day: string | null;
      direction: Direction;
      status: MovementStatus;
    };

export const position = (cusip: string, shares: bigint, description = '', pending = 0n): Written => ({
  ...{ kind: 'P', cusip, position: shares, description, pending },
});

type Movement = {
  reference: string;
  shares: bigint;
  day?: string;
  direction?: Direction;
  status?: MovementStatus;
};

export const movement = (cusip: string, given: Movement): Written => ({
  ...{ kind: 'M', cusip, day: null, direction: 'Deposit', status: 'Confirmed' },
  ...given,
});

type Given = { agent?: string; asOf?: string; sequence?: number; lines: readonly Written[] };

const plain = (date: string) => date.replaceAll('-', '');
const sumOf = (lines: readonly Written[]) =>
  lines.reduce((sum, one) => (one.kind === 'P' ? sum + one.position : sum), 0n);

export function fixedFile({ agent = '7999', asOf = '2026-11-20', sequence = 12, lines }: Given): string {
  const number = (value: bigint | number, length: number) => value.toString().padStart(length, '0');
  const body = lines.map((one) =>
    one.kind === 'P'
      ? `P${one.cusip}${one.description.slice(0, 30).padEnd(30)}${number(one.position, 18)}${number(
          one.pending < 0n ? -one.pending : one.pending,
          18,
        )}${one.pending < 0n ? '-' : '+'}`
      : `M${one.cusip}${plain(one.day ?? asOf)}${one.reference.padEnd(16)}${one.direction[0]}${number(one.shares, 18)}${one.status[0]}`,
  );
  const head = `H${agent.padEnd(8)}${plain(asOf)}${plain(asOf)}213000${number(sequence, 6)}`;
  const trailer = `T${number(lines.length, 9)}${number(sumOf(lines), 20)}`;
  return [head, ...body, trailer].map((line) => `${line.padEnd(80)}\n`).join('');
}

export function csvFile({ agent = '7999', asOf = '2026-11-20', sequence = 12, lines }: Given): string {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const body = lines.map((one) => {
    const isPosition = one.kind === 'P';
    return [
      ...[isPosition ? 'POSITION' : 'MOVEMENT', agent, plain(asOf), one.cusip],
      ...(isPosition
        ? [quoted(one.description), one.position, '', '', '', '', '']
        : ['', '', one.reference, plain(one.day ?? asOf), one.direction[0], one.shares, one.status[0]]),
      sequence,
    ].join(',');
  });
  return [csvColumns.join(','), ...body, `TRAILER,${lines.length},${sumOf(lines)}`]
    .map((line) => `${line}\n`)
    .join('');
}
