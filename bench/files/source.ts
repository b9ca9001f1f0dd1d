// Made-up rows of a shareholder list for measuring the renderers.

import type { Column, Item, ReportDocument } from '#registry/render/document';

const columns: readonly Column[] = [
  { header: 'Account', kind: 'text', weight: 14 },
  { header: 'Registration', kind: 'text', weight: 29 },
  { header: 'Type', kind: 'text', weight: 15 },
  { header: 'Class', kind: 'text', weight: 19 },
  { header: 'Restricted', kind: 'shares', weight: 11 },
  { header: 'Unrestricted', kind: 'shares', weight: 11 },
  { header: 'Total', kind: 'shares', weight: 11 },
  { header: 'Certificates', kind: 'integer', weight: 10 },
];

const first =
  'Ada,Boris,Carla,Dmitri,Eleanor,Faisal,Grace,Hideo,Ingrid,Jamal,Katherine,Luis,Miriam,Noé'.split(',');
const last =
  'Abernathy,Bright,Castellanos,Doherty,Eriksen,Featherstone,Grünwald,Hutchinson,Ito,Jankowski'.split(',');
const types = ['Individual', 'Joint tenants', 'Custodian', 'Trust'];

/** One line of a shareholder list, as in the report; every third holder is registered in two lines. */
export type Holder = {
  account: string;
  names: readonly string[];
  type: string;
  restricted: bigint;
  total: bigint;
  certificates: bigint;
};

/** Holder `index` of a made-up register, deterministic. */
export function holderAt(index: number): Holder {
  const mixed = Math.imul(index + 1, 2654435761) >>> 0;
  const name = `${first[mixed % 14]} ${String.fromCharCode(65 + (mixed % 26))}. ${last[(mixed >>> 8) % 10]}`;
  const total = BigInt(1 + (mixed % 250_000));
  return {
    account: `A${String(index).padStart(9, '0')}`,
    names:
      index % 3 === 0 ? [name, `${first[(mixed >>> 4) % 14]} ${last[(mixed >>> 8) % 10]} JT TEN`] : [name],
    type: types[mixed % 4] ?? '',
    restricted: mixed % 5 === 0 ? total / 2n : 0n,
    total,
    certificates: BigInt(1 + (mixed % 3)),
  };
}

/** A shareholder list of `count` rows over an in-process source, so that only the kits are measured. */
export function listOf(count: number): ReportDocument {
  return {
    agentName: 'Harborline Registry & Transfer LLC',
    title: 'Registered shareholder list',
    issuerLine: 'Larkspur Instruments Corporation (1001)',
    asOfLine: 'As of 6/30/2026',
    filters: [['Class', 'All']],
    environmentLine: 'Only fictional data – sandbox',
    reportId: 'RSL-BENCH',
    generatedAt: '2026-11-20T15:04:05Z',
    tables: [{ id: 'holders', name: 'Shareholders', columns }],
    open: () => ({ items: items(count), closing: () => ({ totals: [] }) }),
  };
}

async function* items(count: number): AsyncGenerator<Item> {
  for (let index = 0; index < count; index += 1) {
    const { account, names, type, restricted, total, certificates } = holderAt(index);
    yield {
      kind: 'row',
      cells: [account, names, type, 'Common Stock', restricted, total - restricted, total, certificates],
    };
  }
}
