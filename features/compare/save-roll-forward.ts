// Writes a roll-forward as a workbook and downloads it.

import { saveFile } from '#components/ui/browser/save-file';
import { formatInstant } from '#components/ui/instant';
import { type ClassRoll, type Roll, rollColumns, rollTitles } from '#lib/register/transactions/roll-forward';
import { type HolderRoll, type Holding, rollHolders } from '#lib/register/transactions/roll-holders';
import { writeWorkbookInBrowser } from '#lib/sheet/browser-workbook';
import type { Cell } from '#lib/sheet/cell';
import { parametersSheet } from '#lib/sheet/parameters';
import { holderFinder } from './causes.ts';
import { holdings, type Ownership } from './compare.ts';
import type { RollInput } from './rolls.ts';

type Given = {
  input: RollInput;
  rolls: readonly ClassRoll[];
  issuer: number;
  name: string;
  from: string;
  to: string;
};

const shares = (header: string) => ({ header, kind: 'shares' as const, width: 15 });
const text = (header: string, width: number) => ({ header, kind: 'text' as const, width });
const rollHeads = [
  shares('Opening'),
  ...rollColumns.map((column) => shares(rollTitles[column])),
  shares('Closing computed'),
  shares('Closing read'),
  shares('Residual'),
];
const known = (value: bigint | null): Cell => value ?? 'not known';
const rollCells = ({ opening, moved, computed, closing, residual }: Roll): Cell[] =>
  [opening, ...rollColumns.map((column) => moved[column]), computed, closing, residual].map(known);

const blocks = ['outstanding', 'issued', 'treasury', 'restricted'] as const;

function* classRows(rolls: readonly ClassRoll[]): Generator<readonly Cell[]> {
  for (const roll of rolls)
    for (const block of blocks)
      yield [roll.className, block.charAt(0).toUpperCase() + block.slice(1), ...rollCells(roll[block])];
}

function* holderRows(rolls: readonly HolderRoll[]): Generator<readonly Cell[]> {
  for (const roll of rolls) yield [roll.name, roll.holder, roll.className, ...rollCells(roll)];
}

function* movementRows(rolls: readonly HolderRoll[]): Generator<readonly Cell[]> {
  for (const { name, className, moves } of rolls)
    for (const { entry, column, net, counterparties } of moves)
      yield [
        entry.number,
        entry.effective,
        entry.processed,
        entry.type,
        rollTitles[column],
        name,
        className,
        known(net),
        counterparties.join('; '),
      ];
}

const heldOn = (ownership: Ownership): Holding[] =>
  [...holdings(ownership).values()].map(({ holder, name, className, shares }) => ({
    holder,
    name,
    className,
    shares,
  }));

/** The roll-forward of every account that held or moved shares, also those that hold nothing on either day. */
const holderRolls = ({ entries, first, last }: RollInput): HolderRoll[] =>
  rollHolders(entries, heldOn(first), heldOn(last), holderFinder([first, last]));

/** The workbook of a roll-forward: every class, every holder, every movement. */
export function rollForwardWorkbook(given: Given, now: Date): AsyncGenerator<Uint8Array> {
  const { input, rolls, issuer, name, from, to } = given;
  const holders = holderRolls(input);
  const about = parametersSheet('About', 'Roll-forward', () => [
    {
      rows: [
        ['Issuer', `${name} (${issuer})`],
        ['From the close of', from],
        ['To the close of', to],
        ['By', 'Effective date'],
        ['Created', formatInstant(now.toISOString(), 'UTC')],
        ['Residual', 'Closing as read less closing as computed; 0 when every share is explained'],
      ],
    },
  ]);
  return writeWorkbookInBrowser({
    title: 'Roll-forward',
    author: 'Sharebook',
    date: now.toISOString().slice(0, 10),
    sheets: [
      about,
      {
        name: 'Classes',
        columns: [text('Class', 24), text('Shares', 14), ...rollHeads],
        rows: () => classRows(rolls),
      },
      {
        name: 'Holders',
        autofilter: true,
        columns: [text('Holder', 40), text('Account', 14), text('Class', 24), ...rollHeads],
        rows: () => holderRows(holders),
      },
      {
        name: 'Movements',
        autofilter: true,
        columns: [
          text('Transaction', 14),
          { header: 'Effective', kind: 'date', width: 12 },
          { header: 'Processed', kind: 'date', width: 12 },
          text('Type', 22),
          text('Movement', 14),
          text('Holder', 40),
          text('Class', 24),
          shares('Shares'),
          text('Counterparty', 40),
        ],
        rows: () => movementRows(holders),
      },
    ],
  });
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes the workbook and starts its download. */
export async function saveRollForward(given: Given): Promise<void> {
  const parts: BlobPart[] = [];
  for await (const part of rollForwardWorkbook(given, new Date())) parts.push(part as BlobPart);
  saveFile(parts, xlsxType, `roll-forward_${given.issuer}_${given.from}_${given.to}.xlsx`);
}
