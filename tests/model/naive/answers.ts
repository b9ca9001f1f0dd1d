import { after, among, between, like, positive, upTo } from '../facts.ts';
import type { Model, Query, Row } from '../row.ts';
import { by, demand, groups, plusDays, sorted, sum, where } from '../rows.ts';
import { folded, inOrder, positions, restricted, tally } from './holdings.ts';
import { accountOf, dueOf, far, isUnlimited, label, out, total } from './register.ts';
import { isKnown } from './rules.ts';
import { periodOf, ta2 } from './ta2.ts';

const kinds = 'New issuance,Transfer,Conversion,Retirement,Forward split,V Reverse split,Dividend'.split(',');
export const kindText = (kind: string) => kinds.find((one) => one[0] === kind)!.replace('V ', '');
const forms = 'Paper certificate,Book entry,Book entry of the depository nominee,Book entry of treasury';
/** The issuers a request means; without one, all of the caller's where the answer names them (rulings 4 and 16). */
function meant(m: Model, q: Query, caller: Row[] | undefined, isAll: boolean): Row[] {
  const { customerIssuerId: key, systemControlIssuerId: id } = q;
  demand(key || id || isAll);
  if (!key && !id) return caller ?? m.issuers;
  const found = m.issuers.filter((one) => one.customerIssuerId === key || one.id === id);
  demand(found[0] && (!caller || found.every(among(caller))), caller ? 403 : 404);
  demand(found.length === 1);
  return found;
}
const unnamed = `GetTransferAgentIssuers GetShareholderDetails GetTAStatusTransactions GenerateTransactionList
GetProxyList GetTA2Report`;
/**
 * Rows, their number and figures of the classes in answer to a request (domain §6, §9, §11; decisions, "Where the
 * interface is silent"), or a throw of the status that refuses it; a cutoff one day ahead is today (ruling 1).
 */
export function answer(m: Model, name: string, q: Query, caller: Row[] | undefined, today: string) {
  const tomorrow = plusDays(today, 1);
  const cutoff = `${q.cutoff ?? q.cutoffDate ?? today}`.slice(0, 10);
  demand(cutoff <= tomorrow && (name === 'GetTA2Report' || `${q.startDate ?? ''}` <= `${q.endDate ?? far}`));
  const day = cutoff === tomorrow ? today : cutoff;
  const period = name === 'GetTA2Report' ? periodOf(q, today) : undefined;
  const issuers = meant(m, q, caller, unnamed.includes(name));
  const issuer = among(issuers);
  const { 'filterSecurityType.securityTypeCode': code, 'filterSecurityType.securitySeriesCode': series } = q;
  const classes = where(m.classes, { issuer, code: like(code), series: like(series) });
  const { customerShareholderId: key, systemShareholderId: id, restrictionStatus: status } = q;

  const held = () => positions(m, classes, day);
  const accounts = () =>
    groups(held(), 'holder').map((rows) => {
      const { holder } = rows[0]!;
      const texts = { SortName: folded(holder.sortName), Name: folded(label(holder)) };
      return { holder, rows, ...texts, Shares: sum(rows) };
    });
  const figures = () =>
    classes.map((cls) => {
      const kept = { Restricted: restricted, NonRestricted: { code: 'N' } }[`${status}`] ?? {};
      const papers = where(out(m, cls, day), kept);
      const at = (kind: string) => total(m, { cls, kind }, day);
      const sums = { issued: at('issued'), authorized: at('authorized'), reserved: at('reserved') };
      const holders = groups(papers, 'holder').length;
      const facts = { text: cls.description || cls.name, isUnlimited: isUnlimited(m, cls) };
      return { ...tally(cls, papers), ...sums, ...facts, holders };
    });
  /** The journal, its fields named as requests sort by them; where a date is missing, the day of receipt stands. */
  const entries = () =>
    where(m.txns, { issuer }).map((one) => {
      const { received: ReceivedDate, processed: ProcessDate, status: Status, to } = one;
      const [EffectiveDate, CompletedDate] = [one.effective || ReceivedDate, one.completed || ReceivedDate];
      const [made, ended] = [where(m.papers, { by: one }), where(m.papers, { end: one })];
      const dates = { ReceivedDate, EffectiveDate, CompletedDate, ProcessDate };
      const texts = { Type: kindText(one.kind), Status, SortName: to, Name: to, Shares: sum(made) };
      const papers = { made: sorted(made, 'id'), ended: sorted(ended, 'id') };
      const facts = { TransactionId: one.key ?? one.id, agent: one.presentor || m.agent };
      return { ...one, ...dates, ...texts, ...papers, ...facts };
    });
  /** Votes and dividends, the latest record day first. */
  const latest = (rows: Row[]) =>
    issuers.flatMap((issuer) => sorted(where(rows, { issuer }), 'record id').toReversed());

  const reads: Record<string, () => object[]> = {
    GetTransferAgentIssuers: () => issuers,
    GetIssuerSecurityTypes: () => classes,
    GetIssuerActiveCertificateDefinitions() {
      const rows = classes.flatMap((cls) =>
        [cls.paper, cls.book, 'FB', 'TR'].map((prefix, at) => {
          const last = sorted(where(m.papers, { cls, prefix }), 'number').at(-1);
          const isLegend = at < 2 && where(out(m, cls, today), restricted).length > 0;
          const [id, next] = [cls.id * 10n + BigInt(at + 1), (last?.number ?? 0n) + 1n];
          const text = `${cls.description || cls.name}: ${forms.split(',')[at]}`;
          return { cls, prefix, id, next, isLegend, text, isActive: at < 2 || last !== undefined };
        }),
      );
      return rows.filter((one) => one.isActive);
    },
    GetIssuerBalance: figures,
    GetShareholderCapTable: held,
    /** Both keys of an account may be given; when they disagree there is no answer (domain §15, row 16). */
    GetIssuerShareholderDetails() {
      const fits = ({ holder }: { holder: Row }) => [holder.customerShareholderId === key, holder.id === id];
      const found = accounts().filter((one) => (!key && !id) || fits(one).includes(true));
      demand(!key || !id || found.every((one) => !fits(one).includes(false)));
      return found;
    },
    GetOwnershipPercentage() {
      const order = by(`${q.sortBy ?? 'SortName'}`);
      return accounts().toSorted((a, b) => (q.orderBy === 'Descending' ? order(b, a) : order(a, b)));
    },
    GetDilutedPercentage: () =>
      classes.map((cls) => {
        const reserves = where(m.reserves, { cls }).map((reserve) => {
          const holder = { ...reserve, customerShareholderId: '', name: `RESERVE – ${reserve.name}` };
          return { holder, shares: total(m, { reserve }, day), isReserved: true };
        });
        const owned = where(held(), { cls }).map((one) => ({ ...one, isReserved: false }));
        const rows = where([...owned, ...reserves], { shares: positive });
        return { cls, rows: rows.map((one) => ({ ...one, cls })), shares: sum(rows) };
      }),
    GetShareholderDetails() {
      const found = where(m.holders, { customerShareholderId: key as string });
      demand(found[0] && isKnown(m, caller, found[0]), 404);
      return found;
    },
    GetShareholderDetailsList: () =>
      inOrder(m.holders.filter((one) => accountOf(m, issuers[0]!, one)?.isTreasury === false)),
    GetHoldingSummary: () => held().filter((one) => one.holder.customerShareholderId === key),
    GetHoldingCertificates() {
      const kept = { All: upTo(far), Outstanding: after(day), Canceled: upTo(day) }[q.filterStatus as 'All'];
      const papers = where(m.papers, { isTreasury: false, issued: upTo(day), canceled: kept });
      const holders = inOrder(where(m.holders, { customerShareholderId: like(key) }));
      const all = holders.flatMap((holder) =>
        classes.flatMap((cls) => sorted(where(papers, { holder, cls }), 'issued id')),
      );
      const isOn = { placed: upTo(day), released: (end: string) => end === '' || end > day };
      return all.map((one) => {
        const stops = where(m.stops, { certificate: one, ...isOn });
        return { ...one, canceled: one.canceled > day ? '' : one.canceled, key: one.key ?? one.id, stops };
      });
    },
    GetTAStatusTransactions() {
      const kept = { kind: like(q.filterTransactionType), status: like(q.transactionStatus) };
      const up = sorted(where(entries(), kept), `${q.sortBy} id`);
      return q.orderBy === 'Descending' ? up.toReversed() : up;
    },
    GenerateTransactionList() {
      const field = `${q.filterDateBy}`.replace(' ', '');
      const days = { [field]: between(`${q.startDate}`, `${q.endDate}`) };
      const kept = { status: 'Completed', kind: like(q.transactionTypeCode), ...days };
      return sorted(where(entries(), kept), `${field} TransactionId id`);
    },
    GetProxyList: () =>
      latest(m.proxies).map((one) => {
        const list = one.frozen ?? (one.record <= today ? out(m, one.cls, one.record) : []);
        return { ...one, shares: sum(list), voted: sum(one.ballots) };
      }),
    GetDividendList: () => latest(m.dividends).map((one) => ({ ...one, ...dueOf(m, one, today) })),
    GetTA2Report: () => [ta2(m, period!, issuers, today)],
  };
  const [rows, start] = [reads[name]!(), Number(q.start ?? 0)];
  const page = rows.slice(start, start + Number(q.numberOfRows ?? rows.length));
  return { rows: page, total: rows.length, figures };
}
