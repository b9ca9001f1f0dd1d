// Draws random items with their content for the model tests.

import { sum } from '../amounts.ts';
import { plusDays, plusMonths } from '../days.ts';
import { type Row, type Some, unique, where } from '../list.ts';
import type { Chooser, ModelRun } from '../model-run.ts';
import { last } from '../naive/positions.ts';
import { far, label, names } from '../naive/register.ts';
import { issuerOf } from '../share-commands.ts';

/** An item as the model sees it, and the content that the registry gets. */
export type Drawn = { item: Some; content: Record<string, unknown> };
type Maker = (run: ModelRun, choose: Chooser, issuer: Row) => Drawn | undefined;

/** Every paper that a case or kind used here asks for. */
const documents = ['CourtOrder', 'Instruction', 'TaxForm', 'OwnerLetter', 'Withdrawal', 'Assignment'];
/** Paper that went out, the depository's books and a state's return. */
const papersOfReturn = [
  { kind: 'LossAffidavit', state: 'Original' },
  { kind: 'ParticipantInstruction', state: 'Original', reference: 'Counter entry' },
  { kind: 'StateReturn', state: 'Copy' },
];
const cases: Record<string, string> = { CourtOrder: 'Court order', SplitUp: 'Split-up' };
const stopKinds = ['Lost, stolen or not received', 'Adverse claim', 'Court order or levy'];
const authority = { text: 'Board resolution' };
const forms = ['BookEntry', 'Certificate'];

/** Certificates of one account, sometimes canceled ones. */
function presented({ model }: ModelRun, choose: Chooser, issuer: Row): Row[] {
  const all = where(model.papers, { 'cls.issuer': issuer });
  const papers = choose.rarely(9) ? all : where(all, { canceled: far });
  if (papers.length === 0) return [];
  const first = choose.one(papers);
  const { cls, holder } = first;
  const other = choose.rarely(3) ? choose.one(where(papers, { holder, cls })) : first;
  return unique([first, other].map((one) => last(model, one)));
}

const accountsOf = ({ model }: ModelRun, issuer: Row) =>
  where(model.accounts, { issuer, isTreasury: false }).map((one) => one.holder);

const part = (choose: Chooser, all: bigint) =>
  choose.rarely(2) ? all : (all * BigInt(choose.below(7) + 1)) / 8n + 1n;

const surrendered = (papers: Row[]) => ({
  certificates: papers.map((one) => ({ controlCertificateId: one.id, isPaperHere: true })),
  securityTypeId: papers[0]!.cls.id,
});

/** A transfer of some shares in a case whose papers are there. */
function moved(run: ModelRun, choose: Chooser, certificates: Row[], issuer: Row): Drawn {
  const caseCode = choose.one(['CourtOrder', 'CourtOrder', 'SplitUp']);
  const isHome = caseCode === 'SplitUp' && !choose.rarely(12);
  const holder = isHome ? certificates[0]!.holder : choose.one(accountsOf(run, issuer));
  const all = sum(certificates);
  const some = part(choose, all);
  const shares = some < all ? some : all;
  const form = choose.one(forms);
  const lines = [{ holder, shares, form } as Row];
  const line = { systemShareholderId: holder.id, shares, certificateType: form };
  return { item: { purpose: cases[caseCode]!, shares, lines }, content: { caseCode, lines: [line] } };
}

const byCertificate =
  (describe: (run: ModelRun, choose: Chooser, certificates: Row[], issuer: Row) => Drawn): Maker =>
  (run, choose, issuer) => {
    const certificates = presented(run, choose, issuer);
    if (certificates.length === 0) return;
    const { item, content } = describe(run, choose, certificates, issuer);
    const facts = { certificates, cls: certificates[0]!.cls };
    return { item: { ...facts, ...item }, content: { ...surrendered(certificates), ...content } };
  };

/** A kind about an account, mostly one it fits. */
const byAccount =
  (fits: (holder: Row) => unknown, describe: (run: ModelRun, choose: Chooser, holder: Row) => Drawn): Maker =>
  (run, choose, issuer) => {
    const here = choose.rarely(9) ? run.model.holders : accountsOf(run, issuer);
    const fitting = here.filter(fits);
    const holder = choose.one(fitting.length > 0 && !choose.rarely(6) ? fitting : here);
    const { item, content } = describe(run, choose, holder);
    const parts = { systemShareholderId: holder.id, ...content };
    return { item: { holder, ...item }, content: parts };
  };

const makers: Record<string, Maker> = {
  Transfer: byCertificate(moved),
  Retirement: byCertificate((_, choose, certificates) => {
    const shares = part(choose, sum(certificates));
    return {
      item: { purpose: 'Forfeiture', shares },
      content: { purpose: 'Forfeiture', sharesRetired: shares, authority },
    };
  }),
  Issuance(run, choose, issuer) {
    const cls = choose.one(where(run.model.classes, { issuer }));
    const many = choose.rarely(3) ? 2 : 1;
    const lines = Array.from({ length: many }, () => {
      const holder = choose.one(accountsOf(run, issuer));
      const shares = BigInt(choose.below(2000) + 1) * (choose.rarely(12) ? 1000n : 1n);
      return { holder, shares, form: choose.one(forms), code: choose.one(['N', 'N', 'R']) } as Row;
    });
    const sent = lines.map(({ holder, shares, form, code }) => ({
      ...{ systemShareholderId: holder.id, shares, certificateType: form, restrictionCode: code },
    }));
    const purpose = 'Stock award';
    return {
      item: { cls, lines, purpose, shares: sum(lines) },
      content: { purpose, securityTypeId: cls.id, lines: sent, authority },
    };
  },
  StopPlace: byCertificate((_, choose) => {
    const purpose = choose.one(stopKinds);
    return { item: { purpose }, content: { stop: { kind: purpose } } };
  }),
  StopRelease({ model }, choose, issuer) {
    const stops = model.stops.filter((one) => one.certificate.cls.issuer === issuer);
    if (stops.length === 0) return;
    const active = stops.filter((one) => !one.released);
    const stop = choose.one(active.length > 0 && !choose.rarely(6) ? active : stops);
    const certificates = stop.released ? [] : [stop.certificate];
    return {
      item: { stop, cls: stop.certificate.cls, certificates },
      content: { stopIds: [stop.id], reason: 'Ended' },
    };
  },
  AddressHold: byAccount(
    (one) => !one.bad,
    () => ({ item: {}, content: { reason: 'Mail not to be sent' } }),
  ),
  AddressRelease: byAccount(
    (one) => one.bad || one.lost,
    () => ({ item: {}, content: { reason: 'Letter of the holder' } }),
  ),
  ReturnedMail: byAccount(
    () => true,
    ({ today }, choose) => {
      const returned = plusDays(today, choose.one([0, -1, -5, -40, 1]));
      const mailed = plusDays(returned, choose.one([0, -10, -30, 1]));
      const resent = choose.one(['', plusMonths(returned, 1), plusDays(plusMonths(returned, 1), 1)]);
      const sent = { piece: 'Statement', mailedOn: mailed, returnedOn: returned, resentOn: resent || null };
      return { item: { returned, mailed, resent }, content: { returnedMail: sent } };
    },
  ),
  LostSearch: byAccount(
    (one) => one.lost,
    ({ model, today }, choose, holder) => {
      const before = where(model.searches, { holder, isCounted: true }).at(-1);
      const number = before && !choose.rarely(4) ? 2n : choose.one([1n, 1n, 1n, 2n]);
      const start = number === 2n && before ? plusMonths(before.searched, 3) : holder.lost || today;
      const edges = [plusMonths(start, 3), plusMonths(start, number === 2n ? 9 : 12)];
      const near = [...edges, ...edges.map((day) => plusDays(day, -1)), plusDays(edges[1]!, 1)];
      const past = near.filter((day) => day <= today);
      const days = past.length > 0 ? past : [today];
      const searched = choose.rarely(4) ? choose.one([today, plusDays(today, 1)]) : choose.one(days);
      const search = { number: Number(number), searchedOn: searched, service: 'Locator', by: 'Name' };
      return {
        item: { number, searched },
        content: { search: { ...search, terms: label(holder), result: 'NotFound' } },
      };
    },
  ),
  IssuerRequest: () => ({ item: {}, content: { reason: 'A list for a meeting' } }),
  Correction(run, choose, issuer) {
    const { model, today } = run;
    const isPosted = (one: Row) => one.status === 'Completed' && 'TRN'.includes(one.kind) && one.id;
    const all = where(model.txns, { issuer: choose.rarely(20) ? Boolean : issuer }).filter((one) => one.id);
    const posted = all.filter(isPosted);
    const isCurrent = (one: Row) => where(model.papers, { by: one }).every((paper) => paper.canceled === far);
    // Mostly of those on which nothing rests.
    const current = choose.rarely(5) ? posted : posted.filter(isCurrent).slice(-8);
    const found = current.length > 0 && !choose.rarely(9) ? current : all;
    if (found.length === 0) return;
    const original = choose.one(found);
    const days = ['', '', '', today, original.effective, plusDays(original.effective || today, -1)];
    const day = choose.one(days);
    const effective = day <= today ? day : '';
    const isStopped = (one: Row) => !one.released && one.certificate.by === original;
    const carried = choose.rarely(4) ? [] : model.stops.filter(isStopped);
    const isPapered = !choose.rarely(5);
    const parts = {
      ...{ reason: 'Wrong account', stopIds: carried.map((one) => one.id) },
      ...(isPapered && { documents: papersOfReturn }),
      correctsControlTransactionId: original.id,
      authority,
      effectiveDate: effective || null,
    };
    const item: Some = { original, effective, carried, isPapered };
    const canceled = where(model.papers, { end: original }).filter((one) => !one.isReplaced);
    if (original.kind !== 'T' || canceled.length === 0 || choose.rarely(3)) return { item, content: parts };
    const replacement = moved(run, choose, canceled, issuer);
    return { item: { ...item, ...replacement.item }, content: { ...parts, ...replacement.content } };
  },
};
export const kinds = Object.keys(makers);
const letters: Record<string, string> = { Transfer: 'T', Retirement: 'R', Issuance: 'N' };

/** An item of a kind; nothing where the issuer has nothing that it could be about. */
export function drawn(run: ModelRun, choose: Chooser, kind: string, issuer: Row): Drawn | undefined {
  const made = makers[kind]!(run, choose, issuer);
  if (!made) return;
  run.tick += 1;
  const received = plusDays(run.today, -choose.below(4));
  const presentor = `Presentor ${run.tick}`;
  // Decided by a person, so that the model need not know the rules for routine items.
  const isRoutine = !choose.rarely(3);
  const isRechecked = !choose.rarely(3);
  const item: Some = {
    ...{ issuer, kind, received, presentor, isRoutine, lines: [], certificates: [], shares: 0n, isRechecked },
    effective: '',
    ...made.item,
  };
  if (letters[kind])
    item.txn = {
      ...{ issuer, kind: letters[kind], key: null, received, presentor, effective: '', isCharged: false },
      ...{ isItem: true, isRoutine, from: names(item.certificates!) },
      to: kind === 'Issuance' ? names(item.lines!) : shown(item.lines!),
    } as Row;
  const content = {
    ...{ kind, receivedAt: received, channel: 'Mail', presentor: { name: presentor } },
    routine: { isRoutine, reason: 'Decided' },
    clearances: [
      { obstacle: 'enteredLate', reason: 'Entered later' },
      ...(isRechecked
        ? [{ obstacle: 'classActionPending', reason: 'Checked with the dividend in mind' }]
        : []),
    ],
    documents: documents.map((one) => ({ kind: one, state: 'Original' })),
    ...made.content,
  };
  return { item, content };
}

const shown = (lines: Row[]) => unique(lines.map((one) => label(one.holder))).join('; ');

/** Any kind, those that move shares more often. */
export function drawnOfAny(run: ModelRun, choose: Chooser): Drawn | undefined {
  const often = ['Transfer', 'Transfer', 'Transfer', 'Retirement', 'StopRelease', 'LostSearch'];
  often.push('Correction', 'Correction', 'Correction', 'ReturnedMail', 'StopPlace', 'StopRelease');
  return drawn(run, choose, choose.one([...often, ...kinds]), issuerOf(run, choose));
}
