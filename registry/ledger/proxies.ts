// Meetings: planned, opened with a frozen list of holders, closed or canceled.

import { insertRows } from '../db/insert.ts';
import { flushUnitOfWork } from './core/flush-unit-of-work.ts';
import { assertRule } from './core/ledger-error.ts';
import { classOf, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type Proposal = {
  text: string;
  recommendation: string;
  standard: 'Plurality' | 'MajorityCast' | 'MajorityOutstanding';
  isElection: boolean;
};

export type PlanProxy = {
  issuerId: bigint;
  classId: bigint;
  title: string;
  kind: string;
  recordOn: string;
  meetingAt: string;
  voteCloseAt?: string;
  /** Percent of the entitled shares, as decimal text. */
  quorumPercent: string;
  proposals: readonly Proposal[];
};

/** Sets up a meeting; it stays Pending until it is opened. Returns its id. */
export async function planProxyIn(book: UnitOfWork, input: PlanProxy): Promise<bigint> {
  classOf(book, input.classId);
  const id = takeId(book, 'proxy');
  await book.tx.query(
    `insert into proxy (issuer_id, id, class_id, title, kind, record_on, meeting_at, vote_close_at, status, quorum_percent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'Pending', $9)`,
    [
      book.issuerId,
      id,
      input.classId,
      input.title,
      input.kind,
      input.recordOn,
      input.meetingAt,
      input.voteCloseAt ?? '',
      input.quorumPercent,
    ],
  );
  await insertRows(
    book.tx,
    'proxy_proposal',
    {
      issuer_id: 'bigint',
      proxy_id: 'bigint',
      number: 'int',
      text: 'text',
      recommendation: 'text',
      standard: 'text',
      is_election: 'boolean',
    },
    input.proposals.map((one, index) => ({
      issuer_id: book.issuerId,
      proxy_id: id,
      number: index + 1,
      text: one.text,
      recommendation: one.recommendation,
      standard: one.standard,
      is_election: one.isElection,
    })),
  );
  return id;
}

export const planProxy = verb(planProxyIn);

/** `openedAt` is the time at which the list is frozen, ISO text in UTC. */
export type OpenProxy = { issuerId: bigint; proxyId: bigint; mailedOn: string; openedAt: string };

/** Opens the vote and freezes the shares entitled at the record date; treasury shares have no vote. */
export async function openProxyIn(book: UnitOfWork, input: OpenProxy): Promise<void> {
  await flushUnitOfWork(book);
  const proxy = await lockProxy(book, input.proxyId, 'Pending');
  assertRule(
    proxy.recordOn <= input.mailedOn,
    'dateOrder',
    'mailedOn',
    'Proxies are mailed after the record date.',
  );
  await book.tx.query(
    `insert into proxy_entitlement (issuer_id, proxy_id, holder_id, shares)
     select $1, $2, holder_id, sum(shares)::bigint from certificate
      where issuer_id = $1 and class_id = $3 and issued_on <= $4 and canceled_on > $4 and not is_treasury
      group by holder_id`,
    [book.issuerId, input.proxyId, proxy.classId, proxy.recordOn],
  );
  await book.tx.query(
    `update proxy set status = 'Open', mailed_on = $3, frozen_at = $4 where issuer_id = $1 and id = $2`,
    [book.issuerId, input.proxyId, input.mailedOn, input.openedAt],
  );
}

export const openProxy = verb(openProxyIn);

export type EndProxy = { issuerId: bigint; proxyId: bigint };

/** Closes the vote; its results do not change afterwards. */
export async function closeProxyIn(book: UnitOfWork, input: EndProxy): Promise<void> {
  await lockProxy(book, input.proxyId, 'Open');
  await setStatus(book, input.proxyId, 'Closed');
}

export const closeProxy = verb(closeProxyIn);

/** Cancels a meeting before the vote was opened. */
export async function cancelProxyIn(book: UnitOfWork, input: EndProxy): Promise<void> {
  await lockProxy(book, input.proxyId, 'Pending');
  await setStatus(book, input.proxyId, 'Canceled');
}

export const cancelProxy = verb(cancelProxyIn);

/** A proxy with the required status, locked. */
export async function lockProxy(book: UnitOfWork, proxyId: bigint, status: string) {
  const { rows } = await book.tx.query(
    'select class_id, record_on, status from proxy where issuer_id = $1 and id = $2 for update',
    [book.issuerId, proxyId],
  );
  const row = rows[0];
  assertRule(row, 'unknownProxy', 'proxyId', `${book.issuerName} has no proxy ${proxyId}.`);
  assertRule(
    row.status === status,
    'proxyState',
    'proxyId',
    `Proxy ${proxyId} is ${row.status}, not ${status}.`,
  );
  return { classId: row.class_id as bigint, recordOn: row.record_on as string };
}

async function setStatus(book: UnitOfWork, proxyId: bigint, status: string): Promise<void> {
  await book.tx.query('update proxy set status = $3 where issuer_id = $1 and id = $2', [
    book.issuerId,
    proxyId,
    status,
  ]);
}
