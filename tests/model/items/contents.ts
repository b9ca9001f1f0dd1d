// Draws random items with their content for the model tests.

import { sum } from '../amounts.ts';
import { plusDays, plusMonths } from '../days.ts';
import { type Row, type Some, unique, where } from '../list.ts';
import { last } from '../naive/positions.ts';
import { far, label, names } from '../naive/register.ts';
import { issuerOf } from '../share-commands.ts';
import type { Spender, World } from '../world.ts';

/** An item as the model sees it, and the content that the registry gets. */
export type Drawn = { item: Some; content: Record<string, unknown> };
type Maker = (world: World, spend: Spender, issuer: Row) => Drawn | undefined;

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
function presented({ model }: World, spend: Spender, issuer: Row): Row[] {
  const all = where(model.papers, { 'cls.issuer': issuer });
  const papers = spend.rarely(9) ? all : where(all, { canceled: far });
  if (papers.length === 0) return [];
  const first = spend.one(papers);
  const { cls, holder } = first;
  const other = spend.rarely(3) ? spend.one(where(papers, { holder, cls })) : first;
  return unique([first, other].map((one) => last(model, one)));
}

const accountsOf = ({ model }: World, issuer: Row) =>
  where(model.accounts, { issuer, isTreasury: false }).map((one) => one.holder);

const part = (spend: Spender, all: bigint) =>
  spend.rarely(2) ? all : (all * BigInt(spend.below(7) + 1)) / 8n + 1n;

const surrendered = (papers: Row[]) => ({
  certificates: papers.map((one) => ({ controlCertificateId: one.id, isPaperHere: true })),
  securityTypeId: papers[0]!.cls.id,
});

/** A transfer of some shares in a case whose papers are there. */
function moved(world: World, spend: Spender, certificates: Row[], issuer: Row): Drawn {
  const caseCode = spend.one(['CourtOrder', 'CourtOrder', 'SplitUp']);
  const isHome = caseCode === 'SplitUp' && !spend.rarely(12);
  const holder = isHome ? certificates[0]!.holder : spend.one(accountsOf(world, issuer));
  const all = sum(certificates);
  const some = part(spend, all);
  const shares = some < all ? some : all;
  const form = spend.one(forms);
  const lines = [{ holder, shares, form } as Row];
  const line = { systemShareholderId: holder.id, shares, certificateType: form };
  return { item: { purpose: cases[caseCode]!, shares, lines }, content: { caseCode, lines: [line] } };
}

const byCertificate =
  (describe: (world: World, spend: Spender, certificates: Row[], issuer: Row) => Drawn): Maker =>
  (world, spend, issuer) => {
    const certificates = presented(world, spend, issuer);
    if (certificates.length === 0) return;
    const { item, content } = describe(world, spend, certificates, issuer);
    const facts = { certificates, cls: certificates[0]!.cls };
    return { item: { ...facts, ...item }, content: { ...surrendered(certificates), ...content } };
  };

/** A kind about an account, mostly one it fits. */
const byAccount =
  (fits: (holder: Row) => unknown, describe: (world: World, spend: Spender, holder: Row) => Drawn): Maker =>
  (world, spend, issuer) => {
    const here = spend.rarely(9) ? world.model.holders : accountsOf(world, issuer);
    const fitting = here.filter(fits);
    const holder = spend.one(fitting.length > 0 && !spend.rarely(6) ? fitting : here);
    const { item, content } = describe(world, spend, holder);
    const parts = { systemShareholderId: holder.id, ...content };
    return { item: { holder, ...item }, content: parts };
  };

const makers: Record<string, Maker> = {
  Transfer: byCertificate(moved),
  Retirement: byCertificate((_, spend, certificates) => {
    const shares = part(spend, sum(certificates));
    return {
      item: { purpose: 'Forfeiture', shares },
      content: { purpose: 'Forfeiture', sharesRetired: shares, authority },
    };
  }),
  Issuance(world, spend, issuer) {
    const cls = spend.one(where(world.model.classes, { issuer }));
    const many = spend.rarely(3) ? 2 : 1;
    const lines = Array.from({ length: many }, () => {
      const holder = spend.one(accountsOf(world, issuer));
      const shares = BigInt(spend.below(2000) + 1) * (spend.rarely(12) ? 1000n : 1n);
      return { holder, shares, form: spend.one(forms), code: spend.one(['N', 'N', 'R']) } as Row;
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
  StopPlace: byCertificate((_, spend) => {
    const purpose = spend.one(stopKinds);
    return { item: { purpose }, content: { stop: { kind: purpose } } };
  }),
  StopRelease({ model }, spend, issuer) {
    const stops = model.stops.filter((one) => one.certificate.cls.issuer === issuer);
    if (stops.length === 0) return;
    const active = stops.filter((one) => !one.released);
    const stop = spend.one(active.length > 0 && !spend.rarely(6) ? active : stops);
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
    ({ today }, spend) => {
      const returned = plusDays(today, spend.one([0, -1, -5, -40, 1]));
      const mailed = plusDays(returned, spend.one([0, -10, -30, 1]));
      const resent = spend.one(['', plusMonths(returned, 1), plusDays(plusMonths(returned, 1), 1)]);
      const sent = { piece: 'Statement', mailedOn: mailed, returnedOn: returned, resentOn: resent || null };
      return { item: { returned, mailed, resent }, content: { returnedMail: sent } };
    },
  ),
  LostSearch: byAccount(
    (one) => one.lost,
    ({ model, today }, spend, holder) => {
      const before = where(model.searches, { holder, isCounted: true }).at(-1);
      const number = before && !spend.rarely(4) ? 2n : spend.one([1n, 1n, 1n, 2n]);
      const start = number === 2n && before ? plusMonths(before.searched, 3) : holder.lost || today;
      const edges = [plusMonths(start, 3), plusMonths(start, number === 2n ? 9 : 12)];
      const near = [...edges, ...edges.map((day) => plusDays(day, -1)), plusDays(edges[1]!, 1)];
      const past = near.filter((day) => day <= today);
      const days = past.length > 0 ? past : [today];
      const searched = spend.rarely(4) ? spend.one([today, plusDays(today, 1)]) : spend.one(days);
      const search = { number: Number(number), searchedOn: searched, service: 'Locator', by: 'Name' };
      return {
        item: { number, searched },
        content: { search: { ...search, terms: label(holder), result: 'NotFound' } },
      };
    },
  ),
  IssuerRequest: () => ({ item: {}, content: { reason: 'A list for a meeting' } }),
  Correction(world, spend, issuer) {
    const { model, today } = world;
    const isPosted = (one: Row) => one.status === 'Completed' && 'TRN'.includes(one.kind) && one.id;
    const all = where(model.txns, { issuer: spend.rarely(20) ? Boolean : issuer }).filter((one) => one.id);
    const posted = all.filter(isPosted);
    const isCurrent = (one: Row) => where(model.papers, { by: one }).every((paper) => paper.canceled === far);
    // Mostly of those on which nothing rests.
    const current = spend.rarely(5) ? posted : posted.filter(isCurrent).slice(-8);
    const found = current.length > 0 && !spend.rarely(9) ? current : all;
    if (found.length === 0) return;
    const original = spend.one(found);
    const days = ['', '', '', today, original.effective, plusDays(original.effective || today, -1)];
    const day = spend.one(days);
    const effective = day <= today ? day : '';
    const isStopped = (one: Row) => !one.released && one.certificate.by === original;
    const carried = spend.rarely(4) ? [] : model.stops.filter(isStopped);
    const isPapered = !spend.rarely(5);
    const parts = {
      ...{ reason: 'Wrong account', stopIds: carried.map((one) => one.id) },
      ...(isPapered && { documents: papersOfReturn }),
      correctsControlTransactionId: original.id,
      authority,
      effectiveDate: effective || null,
    };
    const item: Some = { original, effective, carried, isPapered };
    const canceled = where(model.papers, { end: original }).filter((one) => !one.isReplaced);
    if (original.kind !== 'T' || canceled.length === 0 || spend.rarely(3)) return { item, content: parts };
    const replacement = moved(world, spend, canceled, issuer);
    return { item: { ...item, ...replacement.item }, content: { ...parts, ...replacement.content } };
  },
};
export const kinds = Object.keys(makers);
const letters: Record<string, string> = { Transfer: 'T', Retirement: 'R', Issuance: 'N' };

/** An item of a kind; nothing where the issuer has nothing that it could be about. */
export function drawn(world: World, spend: Spender, kind: string, issuer: Row): Drawn | undefined {
  const made = makers[kind]!(world, spend, issuer);
  if (!made) return;
  world.tick += 1;
  const received = plusDays(world.today, -spend.below(4));
  const presentor = `Presentor ${world.tick}`;
  // Decided by a person, so that the model need not know the rules for routine items.
  const isRoutine = !spend.rarely(3);
  const isRechecked = !spend.rarely(3);
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
export function drawnOfAny(world: World, spend: Spender): Drawn | undefined {
  const often = ['Transfer', 'Transfer', 'Transfer', 'Retirement', 'StopRelease', 'LostSearch'];
  often.push('Correction', 'Correction', 'Correction', 'ReturnedMail', 'StopPlace', 'StopRelease');
  return drawn(world, spend, spend.one([...often, ...kinds]), issuerOf(world, spend));
}
