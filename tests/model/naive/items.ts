import { sum } from '../amounts.ts';
import { workdaysAfter } from '../days.ts';
import { among } from '../facts.ts';
import { demand, put, rehearsed, unique, where } from '../list.ts';
import type { Model, Row, Some } from '../row.ts';
import { addressCodes, changeAddress, isOfAddress } from './addresses.ts';
import { correct, isPaidOn, isRestedOn, reversible } from './corrections.ts';
import { last, rootOf } from './positions.ts';
import { far, type instruct, label, move, note } from './register.ts';

/** Items of the work queue: which steps are refused, when an approval is void, and what a posting does. */
export const open = ['Entered', 'Held', 'AwaitingApproval', 'Ready'];
/** In odd months all items need the approval of a second user, else those of more shares than this. */
const approvalAbove = 500n;
export const approvalOn = (day: string) =>
  Number(day.slice(5, 7)) % 2 ? ('all' as const) : { above: approvalAbove };
/** In every third month the agent completes what clients of the interface instruct. */
export const isManualOn = (day: string) => Number(day.slice(5, 7)) % 3 === 0;
const needsApproval = ({ shares }: Row, day: string) => approvalOn(day) === 'all' || shares > approvalAbove;
/** An approval that is so many business days old is void; a hold ends after as many. */
const daysMax = 5;
const activeStops = (m: Model, certificate: Row) =>
  where(m.stops, { certificate }).filter((one) => !one.released);
const registration = (one: Row) => {
  const { address1, address2, city, state, postalCode, country2Code } = one.primaryAddress ?? {};
  const place = [address1, address2, city, state, postalCode, country2Code];
  return [label(one), one.accountType, one.primaryTaxId, ...place].map((text) => text || '');
};
/** Whether a stock dividend is declared and not paid, of which the record date comes before what surrenders certificates. */
function isBeforePayment(m: Model, item: Row, certificates: Row[], today: string): boolean {
  if (item.kind.startsWith('Stop') || !certificates[0]) return false;
  const day = item.effective || item.original?.effective || today;
  const declared = where(m.dividends, { cls: certificates[0].cls, kind: 'Stock' });
  return declared.some((one) => !one.paid && one.record <= day);
}
/** What an approval rests on. Another item on the same certificate does not make it void. */
function factsOf(m: Model, item: Row, today: string): string {
  const { issuer, kind, lines, txn } = item;
  const found = kind === 'Correction' ? reversible(m, item) : undefined;
  if (kind === 'Correction' && !found) return 'nothing to correct';
  const named = item.certificates.map((one) => last(m, one));
  const [cls, certificates] = [found?.cls ?? item.cls, found?.issued ?? named];
  // Stops name no account.
  const given = kind.startsWith('Stop') ? [] : found ? found.touched : certificates;
  const owners = unique(isOfAddress(item) ? [item.holder] : given.map((one) => one.holder));
  const targets = unique(lines.map((one) => one.holder));
  const papers = certificates.map((one) => [
    one.canceled === far,
    ...activeStops(m, one).map((stop) => `${stop.kind} ${stop.placed}`),
  ]);
  const authorized = `${sum(where(m.postings, { cls, kind: 'authorized' }))}`;
  // A bad address of an owner is one warning; so is one of a line that is no owner's.
  const others = targets.filter((one) => !owners.includes(one));
  const bad = txn ? [owners.some((one) => one.bad), ...others.map((one) => one.bad)].map(Boolean) : [];
  const later = found && [isRestedOn(m, item, found), isPaidOn(m, item, found)];
  const codes = isOfAddress(item) ? addressCodes(m, item, today) : later;
  const people = unique([...owners, ...targets]).map(registration);
  // A nominee's position may hold fewer shares by now than are to be retired.
  const isShort = kind === 'Retirement' && sum(certificates) < item.shares;
  const findings = [isBeforePayment(m, item, certificates, today), isShort];
  return JSON.stringify([issuer.status, cls?.action, authorized, papers, bad, codes, people, findings]);
}
/** Carries an item out in the register, or refuses; returns the certificates made. */
function carryOut(m: Model, item: Row, today: string): Row[] {
  const { issuer, cls, kind, purpose, lines, shares, txn, stop, received } = item;
  const found = kind === 'Correction' ? reversible(m, item)?.issued : undefined;
  const cancel = found ?? item.certificates.map((one) => last(m, one));
  demand(issuer.status !== 'Inactive');
  demand(item.isRechecked || !isBeforePayment(m, item, cancel, today));
  if (isOfAddress(item)) return changeAddress(m, item, today);
  if (kind === 'StopRelease') {
    stop.issuer ??= issuer;
    note(m, 'release', stop, { day: today } as Row);
    return [];
  }
  // Done by the agent; nothing in the register changes.
  if (kind === 'IssuerRequest') return [];
  if (kind === 'StopPlace') {
    const placed = { kind: purpose, placed: received, released: '', issuer } as Row;
    for (const certificate of cancel) note(m, 'stops', { ...placed, certificate });
    return [];
  }
  const others = where(m.items, { stage: among(open) }).filter((one) => one !== item);
  // Items received earlier go first, and those that ask for a stop; before a correction, all.
  const goesFirst = (one: Row) =>
    kind === 'Correction' ||
    one.kind === 'StopPlace' ||
    one.received < received ||
    (one.received === received && one.id < item.id);
  demand(
    !others.some((one) => goesFirst(one) && one.certificates.map(rootOf).some(among(cancel.map(rootOf)))),
  );
  if (kind === 'Correction') return correct(m, item, today);
  demand(cancel.every((one) => one.canceled === far && !activeStops(m, one)[0]));
  const rest = sum(cancel) > shares ? 1 : 0;
  demand(purpose !== 'Split-up' || lines.length + rest > cancel.length);
  // The nominee's shares move by deposits and withdrawals only; treasury shares retire under another purpose.
  demand(kind !== 'Transfer' || ![...cancel, ...lines].some((one) => one.holder.isNominee));
  demand(kind !== 'Retirement' || !cancel.some((one) => one.isTreasury));
  const day = item.effective && item.effective < today ? item.effective : today;
  const given = { txn, cls, cancel, purpose, today, processed: today, effective: day };
  return move(m, { ...given, ...(kind === 'Retirement' ? { shares } : { lines }) } as Row);
}
/** What follows from the transaction that a correction names, read when it is entered, changed or submitted. */
function refresh(m: Model, item: Row): Row {
  if (item.kind !== 'Correction') return item;
  const { issued: certificates = [], shares = 0n } = reversible(m, item) ?? {};
  return Object.assign(item, { certificates, shares });
}
const fresh = () => ({
  ...{ history: ['enter Entered'], approvals: [], files: [], contentBy: [] },
  ...{ facts: '', reason: '', next: '', assignedTo: '' },
});
/** Logs an item, with its Pending transaction if its kind has one. */
export function enter(m: Model, item: Row): Row {
  demand(!item.txn || item.issuer.status !== 'Inactive');
  if (item.txn) put(m.txns, Object.assign(item.txn, { item, status: 'Pending' }));
  return put(m.items, refresh(m, Object.assign(item, { ...fresh(), stage: 'Entered', version: 1n })));
}
/** Logs what a client of the interface instructed, in manual mode. */
export function logInstruction(m: Model, made: ReturnType<typeof instruct>, body: Row, today: string) {
  const { txn, issuer, cls } = made;
  const { lines } = txn.plan;
  const days = [body.effectiveDate ?? body.processDate, body.processDate].toSorted();
  const facts = { issuer, cls, txn, lines, kind: 'Issuance', shares: sum(lines), received: today };
  const more = { certificates: [], purpose: '', effective: txn.effective, notBefore: days[1]! };
  const item = { ...facts, ...more, stage: 'Entered', version: 1n } as object as Row;
  txn.item = Object.assign(item, { ...fresh(), enteredBy: body.enteredBy });
  return put(m.items, item);
}
type Asked = { version: bigint; by: string; today: string; given?: Some | undefined };
/** What each step does to an item that may take it; returns the certificates made. */
type Step = (m: Model, item: Row, asked: Asked) => Row[] | undefined;
/** Notes a step. Every one but an approval and what follows from it ends the approval that counts. */
function change(item: Row, action: string, stage: string, facts: Some = {}): void {
  const isKept = ['submit', 'approve', 'post', 'assign', 'reject', 'cancel'].includes(action);
  const approvals = item.facts && !isKept ? item.approvals.map(() => 'void') : item.approvals;
  const history = [...item.history, `${action} ${stage}`];
  const none = isKept ? {} : { facts: '', approvals };
  Object.assign(item, { ...none, ...facts, stage, history, version: item.version + 1n });
}
const ends =
  (name: string, stage: string): Step =>
  (m, item, { today }) => {
    if (item.txn) note(m, name, item.txn, { day: today } as Row);
    change(item, name, stage);
  };
/** A file is part of what was approved: an approval is void then, and the item is entered again. */
function withFiles(item: Row, action: string, files: Row[], by: string): undefined {
  const contentBy = [...item.contentBy, by];
  change(item, action, item.facts ? 'Entered' : item.stage, { files, contentBy });
}
const steps: Record<string, Step> = {
  submit(m, item, { today }) {
    rehearsed(m, () => carryOut(m, item, today));
    refresh(m, item);
    change(item, 'submit', needsApproval(item, today) ? 'AwaitingApproval' : 'Ready');
  },
  approve(m, item, { by, today }) {
    demand(by !== item.enteredBy && !item.contentBy.includes(by));
    rehearsed(m, () => carryOut(m, item, today));
    const facts = { facts: factsOf(m, item, today), approved: today, contentBy: [] };
    change(item, 'approve', 'Ready', { ...facts, approvals: [...item.approvals, 'counts'] });
  },
  post(m, item, { today }) {
    demand(item.facts || !needsApproval(item, today));
    const since = [item.approved, item.notBefore ?? ''].toSorted()[1]!;
    const isOld = item.facts && workdaysAfter(since, daysMax, m.holidays) <= today;
    if (isOld || (item.facts && item.facts !== factsOf(m, item, today))) {
      change(item, 'void', 'Entered');
      return;
    }
    demand(!item.notBefore || item.notBefore <= today);
    const made = carryOut(m, item, today);
    change(item, 'post', 'Posted');
    return made;
  },
  hold(m, item, { today, given }) {
    const { next = '', reason = '' } = given!;
    demand(next >= today && next <= workdaysAfter(today, daysMax, m.holidays));
    change(item, 'hold', 'Held', { reason, next });
  },
  return: (_, item) => change(item, 'return', 'Entered', { reason: '', next: '' }) as undefined,
  assign: (_, item, { given }) => change(item, 'assign', item.stage, given) as undefined,
  reject: ends('reject', 'Rejected'),
  cancel: ends('cancel', 'Canceled'),
  update(m, item, { by, given }) {
    const { txn, ...facts } = given!;
    if (item.txn) Object.assign(item.txn, txn);
    const contentBy = [...item.contentBy, by];
    change(item, 'update', 'Entered', { ...facts, contentBy, reason: '', next: '' });
    refresh(m, item);
  },
  addFile(_, item, { by, given }) {
    demand(!where(item.files, { text: given!.text!, reason: '' })[0], 409);
    return withFiles(item, 'addFile', [...item.files, given as Row], by);
  },
  removeFile(_, item, { by, given }) {
    const { id, reason } = given!;
    demand(where(item.files, { id: id!, reason: '' })[0], 404);
    const files = item.files.map((one) => (one.id === id ? ({ ...one, reason } as Row) : one));
    return withFiles(item, 'removeFile', files, by);
  },
};
const from: Record<string, string[]> = {
  ...{ submit: ['Entered'], approve: ['AwaitingApproval'], post: ['Ready'] },
  ...{ hold: ['Entered', 'AwaitingApproval', 'Ready'], return: ['Held', 'AwaitingApproval', 'Ready'] },
};
/** Takes a step with an item as it was seen; returns the certificates made. */
export function step(m: Model, name: string, item: Row, asked: Asked): Row[] {
  demand(asked.version === item.version && (from[name] ?? open).includes(item.stage), 409);
  return steps[name]!(m, item, asked) ?? [];
}
