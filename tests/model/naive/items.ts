import { sum } from '../amounts.ts';
import { workdaysAfter } from '../days.ts';
import { among } from '../facts.ts';
import type { Model, Row } from '../row.ts';
import { demand, put, rehearsed, unique, where } from '../rows.ts';
import { far, label, move, note } from './register.ts';

/** Items of the work queue: which steps are refused, when an approval is void, and what a posting does. */
const open = ['Entered', 'AwaitingApproval', 'Ready'];
/** Items of more shares than this need the approval of a second user. Stops have no shares. */
export const approvalAbove = 500n;
/** An approval that is so many business days old is void. */
const approvalDays = 5;
const activeStops = (m: Model, certificate: Row) =>
  where(m.stops, { certificate }).filter((one) => !one.released);
const registration = (one: Row) => {
  const { address1, address2, city, state, postalCode, country2Code } = one.primaryAddress ?? {};
  const place = [address1, address2, city, state, postalCode, country2Code];
  return [label(one), one.accountType, one.primaryTaxId, ...place].map((text) => text || '');
};
/** What an approval rests on. Another item on the same certificate does not make it void. */
function factsOf(m: Model, { issuer, cls, certificates, lines }: Row): string {
  const [owners, targets] = [certificates, lines].map((rows) => unique(rows.map((one) => one.holder)));
  const papers = certificates.map((one) => [
    one.canceled === far,
    ...activeStops(m, one).map((stop) => `${stop.kind} ${stop.placed}`),
  ]);
  const authorized = sum(where(m.postings, { cls, kind: 'authorized' }));
  // A lost owner is one warning; so is a lost account of a line that is no owner.
  const lost = [
    owners!.some((one) => one.lost),
    ...targets!.map((one) => !owners!.includes(one) && one.lost),
  ];
  const people = unique([...owners!, ...targets!]).map(registration);
  return JSON.stringify([issuer.status, cls.action, `${authorized}`, papers, lost.map(Boolean), people]);
}
/** Carries an item out in the register, or refuses; returns the certificates made. */
function carryOut(m: Model, item: Row, today: string): Row[] {
  const { issuer, cls, kind, purpose, certificates: cancel, lines, shares, txn, stop, received } = item;
  demand(issuer.status !== 'Inactive');
  if (kind === 'StopRelease') {
    stop.issuer ??= issuer;
    note(m, 'release', stop, { day: today } as Row);
    return [];
  }
  if (kind === 'StopPlace') {
    const placed = { kind: purpose, placed: received, released: '', issuer } as Row;
    for (const certificate of cancel) note(m, 'stops', { ...placed, certificate });
    return [];
  }
  const others = where(m.items, { stage: among(open) }).filter((one) => one !== item);
  // Items received earlier go first, and those that ask for a stop.
  const goesFirst = (one: Row) =>
    one.kind === 'StopPlace' || one.received < received || (one.received === received && one.id < item.id);
  demand(!others.some((one) => goesFirst(one) && one.certificates.some(among(cancel))));
  demand(cancel.every((one) => one.canceled === far && !activeStops(m, one)[0]));
  const rest = sum(cancel) > shares ? 1 : 0;
  demand(purpose !== 'Split-up' || lines.length + rest > cancel.length);
  // The nominee's shares move by deposits and withdrawals only; treasury shares retire under another purpose.
  demand(kind !== 'Transfer' || ![...cancel, ...lines].some((one) => one.holder.isNominee));
  demand(kind !== 'Retirement' || !cancel.some((one) => one.isTreasury));
  const given = { txn, cls, cancel, purpose, today, processed: today, effective: today };
  return move(m, { ...given, ...(kind === 'Transfer' ? { lines } : { shares }) } as Row);
}
/** Logs an item, with its Pending transaction if its kind has one. */
export function enter(m: Model, item: Row): Row {
  demand(!item.txn || item.issuer.status !== 'Inactive');
  if (item.txn) put(m.txns, Object.assign(item.txn, { item, status: 'Pending' }));
  return put(m.items, Object.assign(item, { stage: 'Entered', version: 1n }));
}
type Asked = { version: bigint; by: string; today: string };
/** Takes a step with an item; returns the certificates made. */
export function step(m: Model, name: string, item: Row, { version, by, today }: Asked): Row[] {
  demand(version === item.version);
  const from = { submit: ['Entered'], approve: ['AwaitingApproval'], post: ['Ready'] }[name] ?? open;
  demand(from.includes(item.stage));
  const change = (stage: string, facts: object = {}) =>
    void Object.assign(item, { stage, version: item.version + 1n, ...facts });
  if (name === 'reject' || name === 'cancel') {
    if (item.txn) note(m, name, item.txn, { day: today } as Row);
    change(name === 'reject' ? 'Rejected' : 'Canceled');
    return [];
  }
  demand(name !== 'approve' || by !== item.enteredBy);
  if (name === 'post') {
    if (item.facts && (item.facts !== factsOf(m, item) || isTooOld(m, item, today))) {
      change('Entered', { facts: '', isVoid: true });
      return [];
    }
    const made = carryOut(m, item, today);
    change('Posted');
    return made;
  }
  rehearsed(m, () => carryOut(m, item, today));
  if (name === 'approve') change('Ready', { facts: factsOf(m, item), approved: today });
  else change(item.shares > approvalAbove ? 'AwaitingApproval' : 'Ready', { isVoid: false });
  return [];
}
const isTooOld = (m: Model, item: Row, today: string) =>
  workdaysAfter(item.approved, approvalDays, m.holidays) <= today;
