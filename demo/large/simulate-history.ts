// Simulates in memory the transactions of a large generated issuer.

import type { Prng } from '../prng.ts';
import {
  addTxn,
  type ClassPlace,
  cancel,
  emptyLedger,
  issue,
  type Ledger,
  nominee,
  paperFlag,
  place,
  restrictedFlag,
  treasury,
} from './ledger.ts';
import type { LargePlan } from './plan.ts';

const batch = 500;

/** State of the simulation of one issuer. `live` holds the certificates that may still move, unordered. */
type Sim = {
  ledger: Ledger;
  rng: Prng;
  live: Uint32Array;
  liveCount: number;
  inTreasury: number[];
  /** The next account that has never held anything. */
  fresh: number;
  holders: number;
};

/**
 * Simulates the issuer's history: opening positions for six in ten accounts, then day by day the reinvestment
 * plan, new holders and transfers; the split doubles the outstanding shares. Creates exactly the planned number
 * of certificates.
 *
 * The nominee has a book entry for each deposit and no position: these are books from before positions, at a size that
 * the ledger has to read and move as well. The first movement that is posted makes the entries the position.
 */
export function simulate(plan: LargePlan, days: readonly string[], splitAt: number, rng: Prng): Ledger {
  const ledger = emptyLedger(plan.certificates, plan.holders, days.length);
  const sim: Sim = {
    ledger,
    rng,
    live: new Uint32Array(plan.certificates),
    liveCount: 0,
    inTreasury: [],
    fresh: 2,
    holders: plan.holders,
  };
  open(sim);
  const before = Math.floor(plan.certificates * 0.45);
  const opened = ledger.certificates;
  for (let day = 1; day < splitAt; day += 1) {
    trade(sim, day, opened + Math.floor(((before - opened) * day) / (splitAt - 1)));
  }
  split(sim, splitAt);
  const since = ledger.certificates;
  const last = days.length - 1;
  for (let day = splitAt + 1; day <= last; day += 1) {
    const share = (day - splitAt) / (last - splitAt);
    trade(sim, day, since + Math.floor((plan.certificates - since) * share));
  }
  return ledger;
}

function open(sim: Sim): void {
  const { ledger, rng } = sim;
  const first = Math.floor(sim.holders * 0.6);
  let txn = -1;
  let lines = batch;
  const put = (holder: number, ofClass: ClassPlace, shares: number, flags: number) => {
    if (lines >= batch || ledger.txns.ofClass[txn] !== ofClass) {
      txn = addTxn(ledger, { kind: place['Opening position'], day: 0, to: holder, ofClass });
      lines = 0;
    }
    lines += 1;
    give(sim, txn, { holder, ofClass, flags, shares });
  };
  for (let index = 0; index < Math.ceil(sim.holders / 1000); index += 1) put(nominee, 0, 50_000, 0);
  for (; sim.fresh < first; sim.fresh += 1) {
    const kind = rng.next();
    put(sim.fresh, 0, size(rng), kind < 0.03 ? restrictedFlag : kind < 0.1 ? paperFlag : 0);
  }
  for (let holder = 2; holder < first; holder += 33) put(holder, 1, size(rng), 0);
}

/**
 * One day: half of its certificates go to plan members, a tenth to new holders, the rest moves between
 * accounts.
 */
function trade(sim: Sim, day: number, until: number): void {
  const { ledger, rng } = sim;
  const budget = until - ledger.certificates;
  reinvest(sim, day, Math.floor(budget / 2));
  for (let left = Math.floor(budget / 10); left > 0 && sim.fresh < sim.holders; left -= 1) {
    const txn = addTxn(ledger, { kind: place['Primary offering'], day, to: sim.fresh, ofClass: 0 });
    give(sim, txn, { holder: sim.fresh, ofClass: 0, flags: 0, shares: size(rng) });
    sim.fresh += 1;
  }
  while (ledger.certificates < until) transfer(sim, day, until - ledger.certificates);
}

function reinvest(sim: Sim, day: number, certificates: number): void {
  let txn = -1;
  for (let line = 0; line < certificates; line += 1) {
    // Members are two in five of the accounts that have held shares.
    const holder = 2 + Math.floor(sim.rng.int(0, sim.fresh - 3) / 5) * 5 + sim.rng.int(0, 1);
    const member = Math.min(holder, sim.fresh - 1);
    if (line % batch === 0)
      txn = addTxn(sim.ledger, { kind: place['Reinvestment plan'], day, to: member, ofClass: 0 });
    give(sim, txn, { holder: member, ofClass: 0, flags: 0, shares: sim.rng.int(1, 40) });
  }
}

function give(
  sim: Sim,
  txn: number,
  one: { holder: number; ofClass: ClassPlace; flags: number; shares: number },
): void {
  sim.ledger.txns.parties[txn]! += 1;
  sim.ledger.txns.credited[txn]! += one.shares;
  keep(sim, issue(sim.ledger, txn, one));
}

function keep(sim: Sim, certificate: number): void {
  sim.live[sim.liveCount] = certificate;
  sim.liveCount += 1;
}

/** One transfer of one certificate that issues at most `maximum` certificates. */
function transfer(sim: Sim, day: number, maximum: number): void {
  const { ledger, rng } = sim;
  const slot = rng.int(0, sim.liveCount - 1);
  const old = sim.live[slot]!;
  sim.liveCount -= 1;
  sim.live[slot] = sim.live[sim.liveCount]!;
  const from = ledger.holder[old]!;
  const ofClass = ledger.ofClass[old]! as ClassPlace;
  const shares = ledger.shares[old]!;
  const flags = ledger.flags[old]!;
  const isRestricted = (flags & restrictedFlag) !== 0;
  const acquired = ledger.acquired[old]!;
  const start = (kind: number, to: number) => {
    const txn = addTxn(ledger, { kind, day, from, to, ofClass });
    ledger.txns.parties[txn] = 1;
    cancel(ledger, old, txn);
    return txn;
  };
  if (isRestricted && rng.chance(0.2)) {
    const txn = start(place['Legend removal'], from);
    keep(sim, issue(ledger, txn, { holder: from, ofClass, flags: 0, shares, acquired }));
    return;
  }
  if (!isRestricted && ofClass === 0 && from !== nominee && rng.chance(0.004)) {
    const txn = start(place.Repurchase, treasury);
    ledger.txns.treasury[txn] = shares;
    sim.inTreasury.push(issue(ledger, txn, { holder: treasury, ofClass, flags: 0, shares, acquired }));
    return;
  }
  const { to, kind } = buyer(sim, from, isRestricted);
  const txn = start(kind, to);
  const saved = kind === place.Gift || kind === place['Depository deposit'] ? acquired : day;
  const part = maximum > 1 && shares > 1 && rng.chance(0.6) ? rng.int(1, shares - 1) : shares;
  const restriction = flags & restrictedFlag;
  keep(sim, issue(ledger, txn, { holder: to, ofClass, flags: restriction, shares: part, acquired: saved }));
  if (part < shares)
    keep(sim, issue(ledger, txn, { holder: from, ofClass, flags, shares: shares - part, acquired }));
}

function buyer(sim: Sim, from: number, isRestricted: boolean): { to: number; kind: number } {
  const { rng } = sim;
  if (!isRestricted && from !== nominee && rng.chance(0.02))
    return { to: nominee, kind: place['Depository deposit'] };
  const kind = from === nominee ? place['Depository withdrawal'] : rng.chance(0.06) ? place.Gift : place.Sale;
  if (sim.fresh < sim.holders && rng.chance(0.4)) {
    sim.fresh += 1;
    return { to: sim.fresh - 1, kind };
  }
  const to = rng.int(2, sim.fresh - 1);
  return { to: to === from ? (to === 2 ? 3 : to - 1) : to, kind };
}

/**
 * Two for one: one more certificate with the same number of shares for every certificate of common stock,
 * treasury included.
 */
function split(sim: Sim, day: number): void {
  const { ledger } = sim;
  const txn = addTxn(ledger, { kind: place.Split, day, to: -1, ofClass: 0 });
  const parents = [...sim.live.subarray(0, sim.liveCount)].filter((index) => ledger.ofClass[index] === 0);
  const holders = new Set([...parents, ...sim.inTreasury].map((index) => ledger.holder[index]!));
  ledger.txns.to[txn] = ledger.holder[parents[0]!]!;
  ledger.txns.parties[txn] = holders.size;
  for (const list of [parents, [...sim.inTreasury]]) {
    for (const parent of list) {
      const holder = ledger.holder[parent]!;
      const shares = ledger.shares[parent]!;
      const flags = ledger.flags[parent]! & restrictedFlag;
      const made = issue(ledger, txn, {
        holder,
        ofClass: 0,
        flags,
        shares,
        acquired: ledger.acquired[parent]!,
      });
      ledger.txns.credited[txn]! += shares;
      if (holder === treasury) ledger.txns.treasury[txn]! += shares;
      if (list === parents) keep(sim, made);
      else sim.inTreasury.push(made);
    }
  }
}

/** Most positions are small, a few are large. */
function size(rng: Prng): number {
  return Math.max(1, Math.min(2_000_000, Math.round(rng.logNormal(180, 1.3))));
}
