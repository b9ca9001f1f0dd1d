import { isDeepStrictEqual } from 'node:util';
import { decodeRequest } from '#lib/contract/decode';
import { type EndpointId, endpointOf } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import type { Caller } from '../../registry/access/clients.ts';
import { handlerOf, type Served } from '../../registry/handlers/index.ts';
import { Failure } from '../../registry/http/failure.ts';
import * as answers from './answers.ts';
import { plusDays } from './books.ts';
import { bound, contextOf, unrestricted } from './context.ts';
import * as events from './event-answers.ts';
import * as lists from './list-answers.ts';
import type { Day, Issuer, Model } from './shapes.ts';
import { type PeriodQuery, periodOf, ta2 } from './ta2.ts';
import { Divergence, type Spender, type World } from './world.ts';

type Query = Record<string, string | number | bigint | undefined>;
/** One request as its sender writes it, and what the model answers: a value, or the status of a refusal. */
type Asked = { query: Query; mine: (m: Model, today: Day) => unknown; caller?: Caller };

type Scope = { caller: Caller; issuer: Issuer | number; ids: Query };

/** An issuer as requests name it, and by whom; rarely one that is unknown, foreign, missing or contradicted. */
function scoped(world: World, spend: Spender, names: [string, string?]): Scope {
  const [first, second] = world.model.issuers as [Issuer, Issuer];
  const issuer = spend.rarely(4) ? second : first;
  const [customer, system] = names;
  const good = spend.one([unrestricted, unrestricted, bound(issuer), bound(first, second)]);
  const ids = { [customer]: issuer.key };
  if (system && spend.rarely(5)) return { caller: good, issuer, ids: { [system]: issuer.id } };
  if (!spend.rarely(14)) return { caller: good, issuer, ids };
  const other = issuer === first ? second : first;
  const wrong: Scope[] = [
    { caller: unrestricted, issuer: 404, ids: { [customer]: 999_999_999 } },
    { caller: bound(issuer), issuer: 403, ids: { [customer]: 999_999_999 } },
    { caller: bound(issuer), issuer: 403, ids: { [customer]: other.key } },
    { caller: good, issuer: 400, ids: { [customer]: '' } },
    ...(system
      ? [{ caller: unrestricted, issuer: 400, ids: { [customer]: issuer.key, [system]: other.id } }]
      : []),
  ];
  return spend.one(wrong);
}

/** The issuers a request without an issuer means: those of the client. */
function maybeAll(world: World, spend: Spender, name: string) {
  const issuers = world.model.issuers;
  if (spend.rarely(3)) {
    return { caller: bound(...issuers), ids: { [name]: '' }, list: issuers };
  }
  const { caller, issuer, ids } = scoped(world, spend, [name]);
  if (issuer === 400) return { caller: bound(...issuers), ids, list: issuers };
  return { caller, ids, list: typeof issuer === 'number' ? issuer : [issuer] };
}

const on = (scope: { issuer: Issuer | number }, answer: (issuer: Issuer) => unknown): unknown =>
  typeof scope.issuer === 'number' ? scope.issuer : answer(scope.issuer);

/** A day at the edge of something that happened, or any other; one ahead is read as today, further is refused. */
function cutoff(world: World, spend: Spender, field: string) {
  const { today, model } = world;
  const edges = model.papers.flatMap((one) => [one.issued, one.canceled]).filter((day) => day <= today);
  const edge = edges.length > 0 ? spend.one(edges) : today;
  const kind = spend.below(20);
  const day = kind < 11 ? plusDays(edge, (kind % 3) - 1) : kind < 16 ? today : plusDays(today, 18 - kind);
  if (kind === 15) return { ids: {}, day: today };
  if (kind === 14) return { ids: { [field]: `${today}T23:59:59.000Z` }, day: today };
  const tomorrow = plusDays(today, 1);
  return { ids: { [field]: day }, day: day > tomorrow ? 400 : day === tomorrow ? today : day } as const;
}

function filtered(spend: Spender, name: string) {
  const code = spend.one(['', '', 'C', 'P']);
  const series = code ? spend.one(['', 'A', 'B']) : '';
  const ids: Query = { [`${name}.SecurityTypeCode`]: code, [`${name}.SecuritySeriesCode`]: series };
  return spend.rarely(2) ? { ids: {}, filter: { code: '', series: '' } } : { ids, filter: { code, series } };
}

/** Mostly somebody who was issued something. */
function somebody(world: World, spend: Spender) {
  const { holders, papers } = world.model;
  const found = papers.map((one) => one.holder);
  return spend.one(found.length > 0 && !spend.rarely(4) ? found : holders);
}

const paged = (spend: Spender) => ({
  start: spend.one([0, 0, 0, 1, 2, 3, 5, 8, 20, 1000]),
  rows: spend.one([100, 100, 1000, 1, 2, 3, 5]),
});

const issuerNames: [string, string] = ['CustomerIssuerId', 'SystemControlIssuerId'];
const statuses = ['All', 'Outstanding', 'Canceled'];
const letters = ['', 'N', 'T', 'C', 'R', 'F', 'V', 'D'];

/** Every read of the interface with a request made of random numbers. */
export const reads: Record<string, (world: World, spend: Spender) => Asked> = {
  GetTransferAgentIssuers(world, spend) {
    const list = world.model.issuers.slice(0, spend.below(2) + 1);
    return { query: {}, caller: bound(...list), mine: () => lists.issuers(list) };
  },
  GetIssuerSecurityTypes(world, spend) {
    const scope = scoped(world, spend, issuerNames);
    return {
      query: scope.ids,
      caller: scope.caller,
      mine: (m) => on(scope, (issuer) => lists.securityTypes(m, issuer)),
    };
  },
  GetIssuerActiveCertificateDefinitions(world, spend) {
    const scope = scoped(world, spend, issuerNames);
    const mine = (m: Model, today: Day) => on(scope, (issuer) => lists.definitions(m, issuer, today));
    return { query: scope.ids, caller: scope.caller, mine };
  },
  GetIssuerBalance(world, spend) {
    const scope = scoped(world, spend, issuerNames);
    const { ids, filter } = filtered(spend, 'FilterSecurityType');
    const when = cutoff(world, spend, 'CutoffDate');
    const restriction = spend.one(['All', 'Restricted', 'NonRestricted']);
    const query = { ...scope.ids, ...ids, ...when.ids, RestrictionStatus: restriction };
    const { day } = when;
    const mine = (m: Model) =>
      day === 400 ? day : on(scope, (issuer) => answers.balance(m, issuer, filter, restriction, day));
    return { query, caller: scope.caller, mine };
  },
  GetShareholderCapTable(world, spend) {
    const scope = scoped(world, spend, issuerNames);
    const { start, rows } = paged(spend);
    const mine = (m: Model, today: Day) =>
      on(scope, (issuer) => answers.capTable(m, issuer, today, start, rows));
    return { query: { ...scope.ids, Start: start, NumberOfRows: rows }, caller: scope.caller, mine };
  },
  GetIssuerShareholderDetails(world, spend) {
    const scope = scoped(world, spend, issuerNames);
    const { start, rows } = paged(spend);
    const one = somebody(world, spend);
    const other = spend.rarely(3) ? spend.one(world.model.holders) : one;
    const key = spend.rarely(4) ? one.key : undefined;
    const id = spend.rarely(4) ? other.id : undefined;
    const query = {
      ...scope.ids,
      Start: start,
      NumberOfRows: rows,
      CustomerShareholderId: key,
      SystemShareholderId: id,
    };
    const mine = (m: Model, today: Day) =>
      on(scope, (issuer) => answers.shareholderDetails(m, issuer, today, key ?? '', id ?? 0n, start, rows));
    return { query, caller: scope.caller, mine };
  },
  GetOwnershipPercentage(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    const { ids, filter } = filtered(spend, 'FilterSecurityType');
    const when = cutoff(world, spend, 'cutoff');
    const sortBy = spend.one([undefined, 'SortName', 'Name', 'Shares', 'Shares']);
    const orderBy = spend.one([undefined, 'Ascending', 'Descending', 'Descending']);
    const query = { ...scope.ids, ...ids, ...when.ids, sortBy, orderBy };
    const { day } = when;
    const mine = (m: Model) =>
      day === 400
        ? day
        : on(scope, (issuer) =>
            answers.ownership(m, issuer, day, filter, sortBy ?? 'SortName', orderBy === 'Descending'),
          );
    return { query, caller: scope.caller, mine };
  },
  GetDilutedPercentage(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    const { ids, day } = cutoff(world, spend, 'cutoff');
    const given = 'cutoff' in ids ? ids : { cutoff: world.today };
    const query = { ...scope.ids, ...given, isPDF: spend.one(['false', 'true']) };
    const mine = (m: Model) => (day === 400 ? day : on(scope, (issuer) => answers.diluted(m, issuer, day)));
    return { query, caller: scope.caller, mine };
  },
  GetShareholderDetails(world, spend) {
    const { model } = world;
    const holder = spend.one(model.holders);
    const issuer = spend.one(model.issuers);
    const isKnown = !spend.rarely(9);
    const caller = spend.one([unrestricted, bound(issuer)]);
    return {
      query: { customerShareholderId: isKnown ? holder.key : 'NOBODY' },
      caller,
      mine: (m) => {
        const isHere = m.accounts.some((one) => one.issuer === issuer && one.holder === holder);
        // Its own registrations a client sees before they have an account.
        const isOwn = holder.isOwn && !m.accounts.some((one) => one.holder === holder);
        return isKnown && (caller === unrestricted || isHere || isOwn) ? lists.record(holder) : 404;
      },
    };
  },
  GetShareholderDetailsList(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    return {
      query: scope.ids,
      caller: scope.caller,
      mine: (m) => on(scope, (issuer) => lists.detailsList(m, issuer)),
    };
  },
  GetHoldingSummary(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    const key = spend.rarely(12) ? 'NOBODY' : somebody(world, spend).key;
    const mine = (m: Model, today: Day) =>
      on(scope, (issuer) => answers.holdingSummary(m, issuer, today, key));
    return { query: { ...scope.ids, customerShareholderId: key }, caller: scope.caller, mine };
  },
  GetHoldingCertificates(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    const key = spend.rarely(3) ? somebody(world, spend).key : undefined;
    const status = spend.one(statuses);
    const mine = (m: Model, today: Day) =>
      on(scope, (issuer) => answers.certificates(m, issuer, today, key, status));
    const query = { ...scope.ids, customerShareholderId: key, filterStatus: status };
    return { query, caller: scope.caller, mine };
  },
  GetTAStatusTransactions(world, spend) {
    const { caller, ids, list } = maybeAll(world, spend, 'customerIssuerId');
    const { start, rows } = paged(spend);
    const kind = spend.one([...letters, '', 'All']);
    const status = spend.one(['All', 'All', 'Pending', 'Rejected', 'Completed', 'Canceled']);
    const by = spend.one([
      ...['ReceivedDate', 'EffectiveDate', 'CompletedDate', 'TransactionId', 'Type', 'Status'],
      ...['SortName', 'Name', 'Shares'],
    ]);
    const orderBy = spend.one(['Ascending', 'Descending']);
    const ordered = { by, isDescending: orderBy === 'Descending', start, rows };
    return {
      query: {
        ...{ ...ids, filterTransactionType: kind, transactionStatus: status },
        ...{ sortBy: by, orderBy, start, numberOfRows: rows },
      },
      caller,
      mine: (m) =>
        typeof list === 'number'
          ? list
          : events.statusList(m, list, { kind: kind === 'All' ? '' : kind, status, ...ordered }),
    };
  },
  GenerateTransactionList(world, spend) {
    const { caller, ids, list } = maybeAll(world, spend, 'customerIssuerId');
    const by = spend.one([
      'EffectiveDate',
      'Process Date',
      'ReceivedDate',
      'CompletedDate',
      'Effective Date',
    ]);
    const from = plusDays(world.today, -spend.below(500));
    const to = plusDays(from, spend.one([0, 400, 5, 40, -1]));
    const kind = spend.one(['', ...letters]);
    const query = { ...ids, filterDateBy: by, startDate: from, endDate: to, transactionTypeCode: kind };
    const mine = (m: Model) =>
      from > to
        ? 400
        : typeof list === 'number'
          ? list
          : events.journal(m, list, by.replace(' ', ''), from, to, kind);
    return { query, caller, mine };
  },
  GetProxyList(world, spend) {
    const { caller, ids, list } = maybeAll(world, spend, 'customerIssuerId');
    const mine = (m: Model, today: Day) => (typeof list === 'number' ? list : events.proxies(m, list, today));
    return { query: ids, caller, mine };
  },
  GetDividendList(world, spend) {
    const scope = scoped(world, spend, ['customerIssuerId']);
    const mine = (m: Model, today: Day) => on(scope, (issuer) => events.dividends(m, issuer, today));
    return { query: { ...scope.ids, isPDF: spend.one([undefined, 'true']) }, caller: scope.caller, mine };
  },
  GetTA2Report(world, spend) {
    const { today, model } = world;
    const isOne = !spend.rarely(3);
    const scope = isOne
      ? scoped(world, spend, ['customerIssuerId', 'SystemControlIssuerId'])
      : { caller: bound(...model.issuers), issuer: 0, ids: {} };
    const current = Number(today.slice(0, 4));
    const from = plusDays(today, -spend.below(300));
    const when = spend.one<PeriodQuery>([
      ...[
        { year: current },
        {},
        { year: current - 1 },
        { startDate: from },
        { startDate: from, endDate: plusDays(from, 60) },
      ],
      { year: current + 1 },
    ]);
    const mine = (m: Model) => {
      const period = periodOf(when, today);
      if (period === 400) return period;
      return isOne
        ? on(scope, (issuer) => ta2(m, [issuer], period, today))
        : ta2(m, m.issuers, period, today);
    };
    // Without an issuer the form is about all the client has; an empty one means the same.
    if (scope.issuer === 400 && Object.values(scope.ids).includes(''))
      return {
        query: { ...when },
        caller: bound(model.issuers[0]!),
        mine: (m) => mineOf(m, [m.issuers[0]!]),
      };
    return { query: { ...scope.ids, ...when }, caller: scope.caller, mine };

    function mineOf(m: Model, list: Issuer[]) {
      const period = periodOf(when, today);
      return period === 400 ? period : ta2(m, list, period, today);
    }
  },
};

/** Sends the request through the contract's decoder and the registry's own handler; a refusal gives its status. */
async function served(world: World, id: Served, { query, caller }: Asked): Promise<unknown> {
  const endpoint = endpointOf(id);
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const body = Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
  if (body.customerIssuerId === '') body.customerIssuerId = undefined;
  const json = {
    customerIssuerId: null,
    isPDF: false,
    returnJSON: true,
    ...JSON.parse(JSON.stringify(body)),
  };
  const decoded = decodeRequest(endpoint, endpoint.body ? { body: json } : { query: text }, {
    mode: 'registry',
  });
  if (!decoded.ok) return 400;
  const context = contextOf(world, caller ?? unrestricted);
  try {
    const answer = await handlerOf(id)(context, decoded.value);
    const isText = answer !== null && typeof answer === 'object' && 'jsonText' in answer;
    return JSON.parse(isText ? [...(answer.jsonText as Iterable<string>)].join('') : writeJson(answer));
  } catch (error) {
    if (error instanceof Failure) return error.status;
    throw error;
  }
}

/** Asks one question of both and throws the difference. */
export async function read(
  world: World,
  name: string,
  spend: Spender,
): Promise<{ isRefusal: boolean; isEmpty: boolean }> {
  const asked = reads[name]!(world, spend);
  const theirs = await served(world, name as EndpointId as Served, asked);
  const mine = JSON.parse(writeJson(asked.mine(world.model, world.today)));
  if (!isDeepStrictEqual(theirs, mine)) throw new Divergence(difference(name, world, asked, mine, theirs));
  return { isRefusal: typeof theirs === 'number', isEmpty: Array.isArray(theirs) && theirs.length === 0 };
}

function difference(
  name: string,
  world: World,
  { query, caller }: Asked,
  mine: unknown,
  theirs: unknown,
): string {
  const who =
    caller?.issuers === 'all' ? 'all issuers' : `issuers ${[...(caller?.issuers ?? [])].join(', ')}`;
  const asked = writeJson(query);
  const lines = differing('answer', mine, theirs).slice(0, 12);
  return [`${name} on ${world.today} for a client of ${who}, asked ${asked}:`, ...lines].join('\n');
}

function differing(path: string, mine: unknown, theirs: unknown): string[] {
  if (isDeepStrictEqual(mine, theirs)) return [];
  const isBranch = (one: unknown): one is Record<string, unknown> => one !== null && typeof one === 'object';
  if (!isBranch(mine) || !isBranch(theirs))
    return [`  ${path}: model ${JSON.stringify(mine)}, registry ${JSON.stringify(theirs)}`];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => differing(`${path}.${name}`, mine[name], theirs[name]));
}
