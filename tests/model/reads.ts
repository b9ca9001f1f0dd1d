// Every read of the interface with random parameters, compared between model and registry.

import { isDeepStrictEqual } from 'node:util';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { decodeRequest } from '#lib/contract/wire/decode';
import { writeJson } from '#lib/contract/wire/json';
import { HttpError } from '#registry/http/http-error';
import type { JsonText } from '#registry/http/reply';
import { handlerOf, type Served } from '#registry/operations/index';
import { written } from './columns.ts';
import { contextOf } from './context.ts';
import { plusDays } from './days.ts';
import { type Chooser, Divergence, type ModelRun, outcome } from './model-run.ts';
import { respond } from './naive/responses.ts';
import type { Query, Row } from './row.ts';

/** One request, with names in lower camel case, and its sender; undefined is a client of all issuers. */
type Requested = { q: Query; caller?: Row[] | undefined };
type Maker = (run: ModelRun, choose: Chooser) => Requested;
type Part = (run: ModelRun, choose: Chooser) => Query;

/** An issuer as requests name it, and the field used; rarely unknown, foreign, missing or contradictory. */
const issuer =
  (hasSystemId: boolean): Maker =>
  ({ model }, choose) => {
    const [first, second] = model.issuers as [Row, Row];
    const issuer = choose.rarely(4) ? second : first;
    const other = issuer === first ? second : first;
    const caller = choose.one<Row[] | undefined>([undefined, undefined, [issuer], [first, second]]);
    const { customerIssuerId } = issuer;
    if (hasSystemId && choose.rarely(5)) return { caller, q: { systemControlIssuerId: issuer.id } };
    if (!choose.rarely(14)) return { caller, q: { customerIssuerId } };
    const wrong: Requested[] = [
      { q: { customerIssuerId: 999_999_999n } },
      { caller: [issuer], q: { customerIssuerId: 999_999_999n } },
      { caller: [issuer], q: { customerIssuerId: other.customerIssuerId } },
      { caller, q: { customerIssuerId: '' } },
      ...(hasSystemId ? [{ q: { customerIssuerId, systemControlIssuerId: other.id } }] : []),
    ];
    return choose.one(wrong);
  };

/** An issuer, or none: then the client is limited to some, as the database also has those of other runs. */
const issuers =
  (hasSystemId: boolean): Maker =>
  (run, choose) => {
    const caller = run.model.issuers.slice(0, choose.rarely(3) ? 1 : undefined);
    if (choose.rarely(3)) return { caller, q: { customerIssuerId: '' } };
    const requested = issuer(hasSystemId)(run, choose);
    return requested.q.customerIssuerId === '' ? { ...requested, caller } : requested;
  };
const any =
  (often: number, maker: Maker): Maker =>
  (run, choose) =>
    choose.rarely(often) ? { q: {}, caller: run.model.issuers } : maker(run, choose);

/** A day on which something of a own kind happened, or today: rules fail first at their boundaries. */
const edge = (today: string, choose: Chooser, ...kinds: (string | undefined)[][]) => {
  const past = kinds.map((days) => days.filter((day) => day && day <= today) as string[]);
  const reported = past.filter((days) => days.length > 0);
  return choose.one(reported.length > 0 ? choose.one(reported) : [today]);
};
/** A day next to an event, or any other; some are in the future. */
const cutoff =
  (field: string, isNeeded = false): Part =>
  ({ today, model }, choose) => {
    const moved = model.papers.flatMap((one) => [one.issued, one.canceled]);
    const day = edge(today, choose, [...moved, ...model.postings.map((one) => one.day)]);
    const kind = choose.below(20);
    if (kind === 15 && !isNeeded) return {};
    if (kind === 14) return { [field]: `${today}T23:59:59.000Z` };
    const around = kind < 11 ? plusDays(day, (kind % 3) - 1) : plusDays(today, kind < 16 ? 0 : 18 - kind);
    return { [field]: around };
  };
const securityType: Part = (_, choose) => {
  const code = choose.one(['', '', 'C', 'P']);
  const series = code ? choose.one(['', 'A', 'B']) : '';
  return choose.rarely(2) ? {} : { code, series };
};
const paged: Part = (_, choose) => ({
  start: choose.one([0, 0, 0, 1, 2, 3, 5, 8, 20, 1000]),
  numberOfRows: choose.one([100, 100, 1000, 1, 2, 3, 5]),
});
const one =
  (field: string, values: readonly (string | undefined)[]): Part =>
  (_, choose) => ({ [field]: choose.one(values) });

/** Mostly a holder who was issued something. */
function somebody({ model: { holders, papers } }: ModelRun, choose: Chooser): Row {
  const found = papers.map((paper) => paper.holder);
  return choose.one(found.length > 0 && !choose.rarely(4) ? found : holders);
}
const holder =
  (often: number, other: string | undefined): Part =>
  (run, choose) => ({
    customerShareholderId: choose.rarely(often) ? other : somebody(run, choose).customerShareholderId,
  });
const bothKeys: Part = (run, choose) => {
  const one = somebody(run, choose);
  const other = choose.rarely(3) ? choose.one(run.model.holders) : one;
  return {
    customerShareholderId: choose.rarely(4) ? one.customerShareholderId : undefined,
    systemShareholderId: choose.rarely(4) ? other.id : undefined,
  };
};
const dates: Part = ({ today, model }, choose) => {
  const days = model.txns.flatMap((one) => [one.received, one.effective, one.completed, one.processed]);
  const at = edge(today, choose, days);
  const around = choose.one([0, -1, 1]);
  const any = plusDays(today, -choose.below(500));
  const startDate = choose.rarely(3) ? any : plusDays(at, around);
  const endDate = plusDays(startDate, choose.one([0, 400, 5, 40, -1]));
  return choose.rarely(3)
    ? { startDate: plusDays(at, -60), endDate: plusDays(at, around) }
    : { startDate, endDate };
};
/** A year, or days within one that end or begin next to something the form counts. */
const period: Part = ({ today, model }, choose) => {
  const year = Number(today.slice(0, 4));
  const { differences, prices, members, classes, dividends, escheats, txns, papers } = model;
  const aged = differences.flatMap((one) => [plusDays(one.opened, 30), plusDays(one.opened, 31)]);
  const resolved = differences.map((one) => (one.resolved > plusDays(one.opened, 30) ? one.resolved : ''));
  const lost = model.holders.flatMap(({ lost }) =>
    lost ? [1, 3, 5].map((years) => `${Number(lost.slice(0, 4)) + years}${lost.slice(4)}`) : [],
  );
  const dated = [...prices, ...escheats].map((one) => one.day);
  const joined = members.map((one) => one.joined);
  const opened = classes.map((one) => one.opened);
  const other = [...opened, ...dividends.map((one) => one.payable), ...papers.map((one) => one.issued)];
  const received = txns.map((one) => one.received);
  const day = edge(today, choose, aged, resolved, lost, dated, joined, other, received);
  const at = plusDays(day, choose.one([0, 0, -1, 1]));
  const startDate = plusDays(today, -choose.below(300));
  const part = { startDate, endDate: plusDays(startDate, 60) };
  const whole = choose.one<Query>([{ year }, {}, { year: year - 1 }, part, { year: year + 1 }]);
  return choose.one<Query>([whole, { endDate: at }, { endDate: at }, { startDate: at }]);
};

const letters = ['', 'N', 'T', 'C', 'R', 'F', 'V', 'D'];
const statuses = ['All', 'All', 'Pending', 'Rejected', 'Completed', 'Canceled'];
const keys = 'ReceivedDate EffectiveDate CompletedDate TransactionId Type Status SortName Name Shares'.split(
  ' ',
);
const dayKinds = ['EffectiveDate', 'Process Date', 'ReceivedDate', 'CompletedDate', 'Effective Date'];
const restriction = one('restrictionStatus', ['All', 'Restricted', 'NonRestricted']);
const isPdf = one('isPDF', ['false', 'true']);
const visible: Maker = ({ model }, choose) => ({
  q: {},
  caller: model.issuers.slice(0, choose.below(2) + 1),
});
const viewer: Maker = ({ model }, choose) => ({
  q: {},
  caller: choose.one([undefined, [choose.one(model.issuers)]]),
});

/** Every read of the interface: which client asks about which issuers, and the random parts of the request. */
export const reads: Record<string, [Maker, ...Part[]]> = {
  GetTransferAgentIssuers: [visible],
  GetIssuerSecurityTypes: [issuer(true)],
  GetIssuerActiveCertificateDefinitions: [issuer(true)],
  GetIssuerBalance: [issuer(true), securityType, cutoff('cutoffDate'), restriction],
  GetShareholderCapTable: [issuer(true), paged],
  GetIssuerShareholderDetails: [issuer(true), paged, bothKeys],
  GetOwnershipPercentage: [
    issuer(false),
    securityType,
    cutoff('cutoff'),
    one('sortBy', [undefined, 'SortName', 'Name', 'Shares', 'Shares']),
    one('orderBy', [undefined, 'Ascending', 'Descending', 'Descending']),
  ],
  GetDilutedPercentage: [issuer(false), cutoff('cutoff', true), isPdf],
  GetShareholderDetails: [viewer, holder(9, 'NOBODY')],
  GetShareholderDetailsList: [issuer(false)],
  GetHoldingSummary: [issuer(false), holder(12, 'NOBODY')],
  GetHoldingCertificates: [
    issuer(false),
    holder(2, undefined),
    one('filterStatus', ['All', 'Outstanding', 'Canceled']),
  ],
  GetTAStatusTransactions: [
    issuers(false),
    paged,
    one('filterTransactionType', [...letters, '', 'All']),
    one('transactionStatus', statuses),
    one('sortBy', keys),
    one('orderBy', ['Ascending', 'Descending']),
  ],
  GenerateTransactionList: [
    issuers(false),
    one('filterDateBy', dayKinds),
    dates,
    one('transactionTypeCode', letters),
  ],
  GetProxyList: [issuers(false)],
  GetDividendList: [issuer(false), one('isPDF', [undefined, 'true'])],
  GetTA2Report: [any(3, issuers(true)), period],
};

/** The operations whose documentation uses upper camel case names. */
const upper = `GetIssuerSecurityTypes GetIssuerActiveCertificateDefinitions GetIssuerBalance GetShareholderCapTable
GetIssuerShareholderDetails`;
const filters: Record<string, string> = {
  code: 'FilterSecurityType.SecurityTypeCode',
  series: 'FilterSecurityType.SecuritySeriesCode',
};
const spelled = (id: string, name: string) =>
  filters[name] ?? (upper.includes(id) ? name.replace(/^[a-z]/, (text) => text.toUpperCase()) : name);

/** Sends the request through the contract's decoder and the registry's handler; a rejection gives its status. */
async function served(run: ModelRun, id: Served, { q, caller }: Requested): Promise<unknown> {
  const endpoint = endpointOf(id);
  const own = Object.entries(q).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(own.map(([name, value]) => [spelled(id, name), String(value)]));
  const body = Object.fromEntries(
    own.map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
  if (body.customerIssuerId === '') body.customerIssuerId = undefined;
  const json = {
    customerIssuerId: null,
    isPDF: false,
    returnJSON: true,
    ...JSON.parse(JSON.stringify(body)),
  };
  const input = endpoint.body ? { body: json } : { query: text };
  const decoded = decodeRequest(endpoint, input, { mode: 'registry' });
  if (!decoded.ok) return 400;
  try {
    const response = await handlerOf(id)(contextOf(run, caller), decoded.value);
    const isText = response !== null && typeof response === 'object' && 'jsonText' in response;
    return JSON.parse(
      isText ? (await Array.fromAsync((response as JsonText).jsonText)).join('') : writeJson(response),
    );
  } catch (error) {
    if (error instanceof HttpError) return error.status;
    throw error;
  }
}

/** Sends one read to both and throws if they differ. */
export async function read(
  run: ModelRun,
  name: string,
  choose: Chooser,
): Promise<{ isRejection: boolean; isEmpty: boolean }> {
  const [maker, ...parts] = reads[name]!;
  const { q, caller } = maker(run, choose);
  for (const part of parts) Object.assign(q, part(run, choose));
  const theirs = await served(run, name as EndpointId as Served, { q, caller });
  const { own, status } = outcome(run.model, () => respond(run.model, name, q, caller, run.today));
  const mine = status === 200 ? JSON.parse(writeJson(written(name, own!))) : status;
  if (!isDeepStrictEqual(theirs, mine)) {
    const who = caller ? `issuers ${caller.map((one) => one.customerIssuerId).join(', ')}` : 'all issuers';
    const head = `${name} on ${run.today} for a client of ${who}, asked ${writeJson(q)}:`;
    throw new Divergence([head, ...differing('answer', mine, theirs).slice(0, 12)].join('\n'));
  }
  return { isRejection: typeof theirs === 'number', isEmpty: Array.isArray(theirs) && theirs.length === 0 };
}

function differing(path: string, mine: unknown, theirs: unknown): string[] {
  if (isDeepStrictEqual(mine, theirs)) return [];
  const isBranch = (one: unknown): one is Record<string, unknown> => one !== null && typeof one === 'object';
  if (!isBranch(mine) || !isBranch(theirs))
    return [`  ${path}: model ${JSON.stringify(mine)}, registry ${JSON.stringify(theirs)}`];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => differing(`${path}.${name}`, mine[name], theirs[name]));
}
