// Finds holders, certificates and transactions for the command palette.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAgentOperations } from '#components/data/agent-operations';
import { readTransactions } from '#components/data/queries/read-transactions';
import { useEachIssuer } from '#components/data/queries/use-each-issuer';
import { useSearchedRows } from '#components/data/queries/use-searched-rows';
import type { Listed } from '#components/register/issuer-choice';
import { useDebounced } from '#components/ui/browser/use-debounced';
import { plainText } from '#components/ui/input/plain-text';
import type { ApiError } from '#lib/api/error';
import { certificatesQuery } from '#lib/api/register-queries';
import { registerSearchInput, searchDelayMs, searchFrom } from '#lib/api/register-search';
import { useAllRows } from '#lib/api/rows/all-rows';
import type { SendRequest } from '#lib/api/send-request';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { certificatesOf } from '#lib/register/certificates';
import { certificatesInput } from '#lib/register/list-inputs';
import { type StatusRow, statusRow } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import type { Entry, PaletteScope } from './palette-entries.ts';

type HolderRow = { shareholderCustomerId: string; shareholderName: string; sortName?: string };
type Saved = { asof?: string | null; issuer: number; group?: string };

/** One entry per account; a cap table has a row per account and class. */
export function holderEntries(
  rows: readonly HolderRow[],
  { issuer, asof, group = 'Holders' }: Saved,
): Entry[] {
  const accounts = new Map<string, Entry>();
  for (const { shareholderCustomerId: account, shareholderName, sortName } of rows) {
    if (!account || accounts.has(account)) continue;
    accounts.set(account, {
      id: `holder:${issuer}:${account}`,
      label: shareholderName || account,
      note: account,
      group,
      href: routes.holder(issuer, account, { asof }),
      find: sortName ? `${account} ${sortName}` : account,
    });
  }
  return [...accounts.values()];
}

/** Found only by their numbers; class and shares are shown but not searched. */
export function certificateEntries(
  response: unknown,
  { issuer, asof, group = 'Certificates' }: Saved,
): Entry[] {
  return certificatesOf(response).flatMap(({ id, number, customerNumber, className, shares, status }) => {
    if (id === null) return [];
    const held = shares === null ? className : `${formatShares(shares)} ${className}`;
    return {
      id: `certificate:${issuer}:${id}`,
      label: `Certificate ${number}`,
      note: `${held} · ${status}`,
      group,
      href: routes.certificate(issuer, id, { asof }),
      find: `${number} ${customerNumber}`,
      whole: [`${id}`, plainText(number), plainText(number.slice(number.lastIndexOf('-') + 1))],
    };
  });
}

export function transactionEntries(
  rows: readonly StatusRow[],
  { issuer, asof, group = 'Transactions' }: Saved,
): Entry[] {
  return rows.flatMap(({ id, number, type, status, effective }) => {
    if (id === null) return [];
    return {
      id: `transaction:${issuer}:${id}`,
      label: `Transaction ${number}`,
      note: [type, status, formatDate(effective)].filter(Boolean).join(' · '),
      group,
      href: routes.transaction(issuer, id, { asof }),
      find: number,
      whole: [`${id}`],
    };
  });
}

/** The loaded entries and the state of loading. */
type SearchState = {
  entries: Entry[];
  progress: string | null;
  error: ApiError | null;
  /** Set when the registry searched: whether more holders match than it listed. */
  searched?: { hasMore: boolean };
};

const rowsPerPage = 1000;
const hasDigit = (typed: string) => /\d/.test(typed);

/** True for a number in full, with or without the prefix of a certificate: '3780', 'BE-3780'. */
export const isNumber = (typed: string): boolean => /^\s*(?:\p{L}{1,8}-)?\d{2,}\s*$/u.test(typed);

/** Every status, latest first. The interface has no search, so the list is read once and cached. */
const everyTransaction = (issuer: number) =>
  ({
    customerIssuerId: issuer,
    filterTransactionType: 'All',
    transactionStatus: 'All',
    orderBy: 'Descending',
    sortBy: 'EffectiveDate',
    start: 0,
    numberOfRows: rowsPerPage,
  }) as const;

type Found = ResponseFor<'SearchRegister'>;

/** Entries of what the registry found itself. */
function registerEntries(found: Found, today: string, saved: Saved): Entry[] {
  const holders = found.holders.map(({ customerShareholderId, name, sortName }) => ({
    shareholderCustomerId: customerShareholderId,
    shareholderName: name,
    sortName,
  }));
  return [
    ...holderEntries(holders, saved),
    ...certificateEntries(found.certificates, saved),
    ...transactionEntries(
      found.transactions.map((row) => statusRow(row, today)),
      saved,
    ),
  ];
}

/**
 * Holders, certificates and transactions of the current issuer. Holders load from the second letter on, the two
 * numbered lists once a digit is typed; rows loaded so far are searched meanwhile. Of an issuer with too many holdings
 * to load, the registry searches, where it can.
 */
export function useIssuerFound({ issuer, asof, today, rights }: PaletteScope, typed: string): SearchState {
  const searchesHolders = issuer !== null && rights.figures && typed.trim().length >= searchFrom;
  const id = issuer ?? 0;
  const search = useSearchedRows(
    'GetShareholderCapTable',
    { CustomerIssuerId: id },
    { issuer, typed, isOn: searchesHolders },
  );
  const { read: holdings, canSearch, isSearched } = search;
  const isKnown = !canSearch || holdings.total !== null;
  const searchesNumbers = searchesHolders && hasDigit(typed) && isKnown && !isSearched;
  const certificates = useQuery({ ...certificatesQuery(id), enabled: searchesNumbers });
  const transactions = useAllRows('GetTAStatusTransactions', everyTransaction(id), searchesNumbers);

  const saved = useMemo(() => ({ issuer: id, asof }), [id, asof]);
  const holders = useMemo(
    () =>
      holderEntries(
        holdings.pages.flatMap((page) => page.shareholders),
        saved,
      ),
    [holdings.pages, saved],
  );
  const numbered = useMemo(
    () => [
      ...certificateEntries(certificates.data, saved),
      ...transactionEntries(
        transactions.pages.flatMap((page) => page.transactions.map((row) => statusRow(row, today))),
        saved,
      ),
    ],
    [certificates.data, transactions.pages, saved, today],
  );
  const found = useMemo(
    () => (search.found ? registerEntries(search.found, today, saved) : []),
    [search.found, today, saved],
  );
  const entries = useMemo(
    () => (isSearched ? found : [...(searchesHolders ? holders : []), ...(searchesNumbers ? numbered : [])]),
    [isSearched, searchesHolders, searchesNumbers, found, holders, numbered],
  );
  if (isSearched)
    return {
      entries,
      progress: search.isSearching && !search.searchError ? 'searching the register.' : null,
      error: search.searchError,
      searched: { hasMore: search.found?.hasMoreHolders ?? false },
    };
  const parts = [
    searchesHolders &&
      !holdings.complete &&
      !holdings.error &&
      count(holdings.received, holdings.total, 'holdings'),
    searchesNumbers && certificates.isFetching && 'loading certificates',
    searchesNumbers &&
      !transactions.complete &&
      !transactions.error &&
      count(transactions.received, transactions.total, 'transactions'),
  ].filter((part) => part !== false);
  return {
    entries,
    progress: parts.length > 0 ? `${parts.join(', ')}.` : null,
    error:
      (searchesHolders ? holdings.error : null) ??
      (searchesNumbers ? (certificates.error ?? transactions.error) : null),
  };
}

const count = (received: number, total: number | null, noun: string) =>
  total === null ? `loading ${noun}` : `${formatShares(received)} of ${formatShares(total)} ${noun} searched`;

/** What the registry finds at an issuer. */
const foundAt =
  (text: string) =>
  async ({ customerIssuerId: issuer, name }: Listed, request: SendRequest) => {
    const found = await request('SearchRegister', registerSearchInput(issuer, text));
    // `today` only affects ages, which the palette does not show.
    return named(registerEntries(found, '', { issuer, group: 'All issuers' }), name);
  };

/** Every holding of an issuer. Advances by the rows received, as a registry may return fewer than requested. */
async function holdersOf({ customerIssuerId, name }: Listed, request: SendRequest): Promise<Entry[]> {
  const rows: HolderRow[] = [];
  for (;;) {
    const page = await request('GetShareholderCapTable', {
      CustomerIssuerId: customerIssuerId,
      Start: rows.length,
      NumberOfRows: rowsPerPage,
    });
    rows.push(...page.shareholders);
    if (page.shareholders.length === 0 || rows.length >= Number(page.totalShareholderRecords)) break;
  }
  return named(holderEntries(rows, { issuer: customerIssuerId, group: 'All issuers' }), name);
}

async function certificatesAt({ customerIssuerId: issuer, name }: Listed, request: SendRequest) {
  const response = await request('GetHoldingCertificates', certificatesInput(issuer));
  return named(certificateEntries(response, { issuer, group: 'All issuers' }), name);
}

async function transactionsAt({ customerIssuerId: issuer, name }: Listed, request: SendRequest) {
  // `today` only affects ages, which the palette does not show.
  const rows = await readTransactions(request, { issuer, status: 'All', today: '' });
  return named(transactionEntries(rows, { issuer, group: 'All issuers' }), name);
}

const named = (entries: readonly Entry[], issuer: string): Entry[] =>
  entries.map((entry) => ({ ...entry, note: `${entry.note} · ${issuer}` }));

const nobody: readonly Listed[] = [];

/** Long lists of two issuers at a time: the page behind the palette also needs its responses. */
const issuersAtOnce = 2;

type Search = {
  issuers: readonly Listed[];
  here: number | null;
  typed: string;
  /** Also holders, and numbers of which only a part was typed: on request only. */
  everything: boolean;
  /** False for users who may not read certificates and transactions, and while the palette is closed. */
  on: boolean;
};

/**
 * The same search at every other issuer: a number in full at once, anything else on request. A registry that can search is
 * asked issuer by issuer. The interface has no search, so otherwise the lists of each issuer are read once, a few issuers
 * at a time, and cached; matches of the issuers read so far are shown meanwhile.
 */
export function useEverywhere({ issuers, here, typed, everything, on }: Search): SearchState {
  const others = useMemo(
    () => issuers.filter(({ customerIssuerId }) => customerIssuerId !== here),
    [issuers, here],
  );
  const canSearch = useAgentOperations().has('SearchRegister');
  const text = useDebounced(typed, searchDelayMs).trim();
  const asks = (by: string) => on && canSearch && by.length >= searchFrom && (everything || isNumber(by));
  const isAsked = asks(text);
  /** Asked for, but still being typed. */
  const isSettling = text !== typed.trim() && asks(typed.trim());
  const search = useMemo(() => foundAt(text), [text]);
  const numbered = on && !canSearch && (isNumber(typed) || (everything && hasDigit(typed)));
  const listed = on && !canSearch && everything;
  const reads = [
    useEachIssuer(isAsked ? others : nobody, `palette search ${text}`, search, issuersAtOnce),
    useEachIssuer(numbered ? others : nobody, 'palette certificates', certificatesAt, issuersAtOnce),
    useEachIssuer(numbered ? others : nobody, 'palette transactions', transactionsAt, issuersAtOnce),
    useEachIssuer(listed ? others : nobody, 'palette holders', holdersOf, issuersAtOnce),
  ];
  const parts = reads.flatMap((read) => read.parts);
  const state = parts.map((part) => `${part.state}${part.readAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new at every render, their states are not
  const entries = useMemo(() => parts.flatMap((part) => part.data ?? []), [state]);
  const pending = new Set(
    parts
      .filter((part) => part.state === 'waiting' || part.state === 'reading')
      .map((part) => part.issuer.customerIssuerId),
  );
  const noun = here === null ? 'issuers' : 'other issuers';
  return {
    entries,
    progress:
      isSettling || pending.size > 0
        ? `${isSettling ? 0 : others.length - pending.size} of ${others.length} ${noun} searched.`
        : null,
    error: parts.find((part) => part.error)?.error ?? null,
  };
}
