// Random steps for the ledger and the model it is compared with.

import type { Pool } from 'pg';
import { addDays } from '#lib/format/dates';
import { withTransaction } from '#lib/postgres/pool';
import { changeReserve } from '#registry/ledger/capital';
import { convert } from '#registry/ledger/convert';
import type { Entry } from '#registry/ledger/core/entry';
import type { Posted } from '#registry/ledger/core/post';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend } from '#registry/ledger/dividends';
import { issue } from '#registry/ledger/issuance/issue';
import { retire } from '#registry/ledger/retire';
import { transfer } from '#registry/ledger/transfer';
import { alone } from './database.ts';
import {
  availableFrom,
  far,
  heldAt,
  isLater,
  type Model,
  nominee,
  type Paper,
  type Rounding,
  reserveFrom,
  sharesOut,
  sum,
  totalsAt,
  treasury,
} from './model.ts';

/** The first day of every model's history. */
export const firstDay = '2024-01-01';
const roundings: Rounding[] = ['Round Up', 'Round Down', 'Round Nearest', 'Cash In Lieu'];

export type Step = {
  kind: 'issue' | 'transfer' | 'legend' | 'repurchase' | 'retire' | 'convert' | 'reserve' | 'F' | 'V' | 'D';
  wait: number;
  back: number;
  cls: number;
  pick: number;
  who: number;
  amount: number;
  code: number;
  ratio: number;
  rounding: number;
};

export type LedgerState = {
  pool: Pool;
  issuerId: bigint;
  classIds: [bigint, bigint];
  reserveId: bigint;
  holders: bigint[];
  model: Model;
  day: number;
  tick: number;
};

function entryOf(state: LedgerState, step: Step): Entry & { effective: number } {
  state.tick += 1;
  const today = addDays(firstDay, state.day);
  const effective = Math.max(0, state.day - step.back);
  return {
    receivedOn: today,
    completedOn: today,
    effectiveOn: addDays(firstDay, effective),
    processedAt: `${today}T12:${String(Math.floor(state.tick / 60)).padStart(2, '0')}:${String(state.tick % 60).padStart(2, '0')}Z`,
    authority: 'Order',
    effective,
  };
}

export type Plan = {
  /** The model's result: may this be posted? */
  allowed: boolean;
  run: () => Promise<Posted | undefined>;
  /** Canceled certificates and new ones without numbers, and other changes. */
  cancel: Paper[];
  add: Pick<Paper, 'cls' | 'holder' | 'shares' | 'code'>[];
  after?: () => void;
  day: number;
};

/** Turns a step into the call of a ledger function and the model's own prediction of its effect. */
export function plan(state: LedgerState, step: Step): Plan | undefined {
  const { pool, holders, model, issuerId, classIds, reserveId } = state;
  const { effective: day, ...entry } = entryOf(state, step);
  const cls = step.cls;
  const notBefore = day >= model.actionDay[cls]!;
  const live = model.papers.filter((one) => one.to === far);
  const paper = live.length > 0 ? live[step.pick % live.length]! : undefined;
  const part = paper ? (BigInt(step.amount) % paper.shares) + 1n : 0n;
  const untouched = paper && paper.from <= day && day >= model.actionDay[paper.cls]!;
  const rest = (): Plan['add'] =>
    paper && paper.shares > part ? [{ ...paper, shares: paper.shares - part }] : [];
  const base = { day, cancel: paper ? [paper] : [] };

  if (step.kind === 'issue') {
    const holder = step.who;
    const code = holder === nominee ? 'N' : ['N', 'N', 'R', 'A'][step.code]!;
    const fromReserve = cls === 0 && step.pick % 3 === 0;
    const shares = BigInt(step.amount);
    if (fromReserve) model.reserved.push({ cls: 0, day, delta: -shares });
    const fits = fromReserve
      ? reserveFrom(model, 0, day) >= 0n
      : availableFrom(model, cls, day, shares) >= 0n;
    if (fromReserve) model.reserved.pop();
    return {
      day,
      allowed: notBefore && fits,
      cancel: [],
      add: [{ cls, holder, shares, code }],
      after: () => fromReserve && model.reserved.push({ cls: 0, day, delta: -shares }),
      run: () =>
        alone(pool, issue, {
          issuerId,
          entry,
          classId: classIds[cls]!,
          lines: [{ holderId: holders[holder]!, shares, restriction: code as 'N' }],
          source: fromReserve ? { reserveId } : undefined,
        }),
    };
  }
  if (step.kind === 'reserve') {
    const delta = BigInt(step.amount) - 2000n;
    model.reserved.push({ cls: 0, day, delta });
    const fits = reserveFrom(model, 0, day) >= 0n && (delta <= 0n || availableFrom(model, 0, day, 0n) >= 0n);
    model.reserved.pop();
    return {
      day,
      allowed: delta !== 0n && fits,
      cancel: [],
      add: [],
      after: () => model.reserved.push({ cls: 0, day, delta }),
      run: async () => {
        const { effectiveOn, processedAt: recordedAt } = entry;
        const authority = 'Order';
        await alone(pool, changeReserve, {
          issuerId,
          classId: classIds[0],
          reserveId,
          delta,
          effectiveOn,
          authority,
          recordedAt,
        });
        return undefined;
      },
    };
  }
  if (step.kind === 'F' || step.kind === 'V' || step.kind === 'D') return planAction(state, step, day, entry);
  if (!paper) return undefined;
  const one = { issuerId, certificates: [paper.id] };
  if (step.kind === 'retire') {
    return {
      ...base,
      allowed: Boolean(untouched),
      add: rest(),
      run: () => alone(pool, retire, { ...one, entry, shares: part }),
    };
  }
  if (step.kind === 'convert') {
    const whole = (part * 3n) / 2n;
    const fits = availableFrom(model, 0, day, whole) >= 0n;
    const ratio = { numerator: 3n, denominator: 2n };
    const targets = [{ classId: classIds[0], ratio, fractionalType: 'Round Down' as const }];
    return {
      ...base,
      allowed:
        Boolean(untouched) &&
        paper.cls === 1 &&
        paper.holder !== treasury &&
        day >= model.actionDay[0]! &&
        fits,
      add: [{ ...paper, cls: 0, shares: whole }, ...rest()],
      run: () => alone(pool, convert, { ...one, entry, shares: part, targets }),
    };
  }
  const to = step.kind === 'transfer' ? step.who : step.kind === 'repurchase' ? treasury : paper.holder;
  const subKind = { transfer: 'Sale', legend: 'Legend removal', repurchase: 'Repurchase' } as const;
  const kind = subKind[step.kind];
  const code = step.kind === 'legend' ? 'N' : paper.code;
  const moves = step.kind === 'legend' || to !== paper.holder;
  const restriction = step.kind === 'legend' ? ('N' as const) : undefined;
  return {
    ...base,
    allowed: Boolean(untouched) && moves && paper.holder !== treasury && (to !== nominee || code === 'N'),
    add: [{ ...paper, holder: to, shares: part, code }, ...rest()],
    run: () =>
      alone(pool, transfer, {
        ...one,
        entry: { ...entry, subKind: kind },
        lines: [{ holderId: holders[to]!, shares: part, restriction }],
      }),
  };
}

function planAction(state: LedgerState, step: Step, day: number, entry: Entry): Plan {
  const { pool, model, issuerId, classIds } = state;
  const k = BigInt(step.ratio);
  const fractionalType = roundings[step.rounding]!;
  const cashPrice = '6.40';
  const classId = classIds[step.cls]!;
  const [n, d] = step.kind === 'F' ? [1n, k] : step.kind === 'V' ? [1n, k] : [1n, k * 2n];
  const held = heldAt(model, step.cls, day).filter((one) => step.kind !== 'D' || one.holder !== treasury);
  const out = sharesOut(model, step.cls, day, n, d, fractionalType, step.kind !== 'D');
  const add = out.map(({ paper, shares }) => ({ ...paper, shares }));
  const size = totalsAt(model, step.cls, day).reserved;
  const grown = step.kind === 'F' ? (size * (k + 1n)) / k : step.kind === 'V' ? size / k : size;
  const issued = out.reduce((total, one) => total + one.shares, 0n);
  const fits =
    availableFrom(model, step.cls, day, issued + grown - size - (step.kind === 'V' ? sum(held) : 0n)) >= 0n;
  const isEmpty = held.length === 0 || (step.kind !== 'V' && add.length === 0);
  const common = { issuerId, entry, classId, fractionalType, cashPrice };
  const run = async (): Promise<Posted> => {
    if (step.kind === 'F')
      return alone(pool, splitForward, { ...common, ratio: { numerator: k + 1n, denominator: k } });
    if (step.kind === 'V')
      return alone(pool, splitReverse, { ...common, ratio: { numerator: 1n, denominator: k } });
    const on = entry.effectiveOn;
    return withTransaction(pool, async (tx) => {
      const dates = { declaredOn: on, exOn: on, recordOn: on, payableOn: on };
      const ratio = { numerator: n, denominator: d };
      const declared = {
        issuerId,
        classId,
        kind: 'Stock' as const,
        ...dates,
        ratio,
        ratioText: '',
        fractionalType,
        cashPrice,
      };
      const dividendId = await declareDividend(tx, declared);
      return payStockDividend(tx, { issuerId, dividendId, entry });
    });
  };
  return {
    day,
    allowed: !isLater(model, step.cls, day) && !isEmpty && fits,
    cancel: step.kind === 'V' ? held : [],
    add,
    after: () => {
      model.actionDay[step.cls] = day;
      if (grown !== size) model.reserved.push({ cls: step.cls, day, delta: grown - size });
    },
    run,
  };
}
