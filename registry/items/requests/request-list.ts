// Queries of issuers' requests: a page of them, or one with its files and messages.

import type { RequestKind } from '#lib/contract/agent/request';
import { queryPrepared } from '#registry/db/query-prepared';
import type { Db } from '#registry/db/session';
import { filesOf, type ItemFile } from '../files.ts';
import { type Item, itemColumns, itemOf } from '../item.ts';
import { readSteps, type Step } from '../item-history.ts';
import { aboutText, documentOf } from './request-content.ts';
import { messageIn } from './request-messages.ts';

export type RequestState = 'Received' | 'InProgress' | 'WaitingForIssuer' | 'Done' | 'Rejected' | 'Withdrawn';

/** A request as lists show it. */
export type ListedRequest = {
  item: Item;
  kind: RequestKind;
  state: RequestState;
  about: string;
  sentBy: string;
  waitingFor: string | null;
};

type Row = Parameters<typeof itemOf>[0] & {
  /** A user of the agent has taken a step. */
  is_taken_up: boolean;
  has_document: boolean;
  sender: string;
  /** What the agent asked last; '' for nothing. */
  question: string;
};

/** Steps that users of the agent take, and the registry. */
const agentSteps = `('update', 'submit', 'approve', 'void', 'hold', 'ask', 'reply', 'assign', 'removeFile')`;

/** The requests of issuer $1, which each subquery names too: Citus then sends the statement to one shard. */
const found = `select ${itemColumns},
    exists (select 1 from item_step s where s.issuer_id = $1 and s.item_id = t.id and s.action in ${agentSteps})
      as is_taken_up,
    exists (select 1 from item_file f where f.issuer_id = $1 and f.item_id = t.id and f.shared = 'ByIssuer'
             and f.removed_at is null) as has_document,
    coalesce((select s.by_first_name || ' ' || s.by_last_name from item_step s
               where s.issuer_id = $1 and s.item_id = t.id and s.number = 1), '') as sender,
    coalesce((select s.changes from item_step s
               where s.issuer_id = $1 and s.item_id = t.id and s.action = 'ask'
               order by s.number desc limit 1), '') as question
  from item t where t.issuer_id = $1 and t.requested_by is not null`;

function listed(row: Row): ListedRequest {
  const item = itemOf(row);
  const { request } = item.content;
  if (!request) throw new Error('An item that was asked for has no request.');
  const missing = row.has_document ? null : documentOf[request.kind];
  const isAsked = item.stage === 'Held' && item.isWaitingForIssuer;
  const question = isAsked && row.question ? messageIn({ changes: JSON.parse(row.question) }) : null;
  const isOpen = item.endedAt === null;
  const waitingFor = isOpen ? (question ?? (missing && `Please send ${missing}.`)) : null;
  return {
    item,
    kind: request.kind,
    state: waitingFor ? 'WaitingForIssuer' : stateOf(item, row.is_taken_up),
    about: aboutText(request, item.issuedTo),
    sentBy: row.sender.trim() || item.requestedBy!,
    waitingFor,
  };
}

function stateOf({ stage }: Item, isTakenUp: boolean): RequestState {
  if (stage === 'Posted') return 'Done';
  if (stage === 'Rejected') return 'Rejected';
  if (stage === 'Canceled') return 'Withdrawn';
  return isTakenUp ? 'InProgress' : 'Received';
}

/** One page of the requests of an issuer, the latest first. */
export async function requestPage(
  db: Db,
  issuerId: bigint,
  { start, rows: limit }: { start: number; rows: number },
): Promise<{ total: number; requests: ListedRequest[] }> {
  const { rows: counted } = await queryPrepared<{ total: bigint }>(
    db,
    'select count(*) as total from item where issuer_id = $1 and requested_by is not null',
    [issuerId],
  );
  const { rows } = await queryPrepared<Row>(
    db,
    `${found} order by t.received_at desc, t.id desc offset $2 limit $3`,
    [issuerId, start, limit],
  );
  return { total: Number(counted[0]!.total), requests: rows.map(listed) };
}

export type WholeRequest = ListedRequest & {
  className: string | null;
  holderName: string | null;
  files: ItemFile[];
  messages: Step[];
  rejection: string | null;
};

/** Steps that the issuer sees as messages. */
const isMessage = ({ action }: Step) => action === 'message' || action === 'ask' || action === 'reply';

/** A request with what the issuer may see of its item; undefined when the issuer has none with this number. */
export async function readRequest(
  db: Db,
  issuerId: bigint,
  itemId: bigint,
): Promise<WholeRequest | undefined> {
  const { rows } = await queryPrepared<Row>(db, `${found} and t.id = $2`, [issuerId, itemId]);
  const request = rows[0] && listed(rows[0]);
  if (!request) return undefined;
  const { issuance } = request.item.content.request!;
  const named = await queryPrepared<{ class_name: string | null; holder_name: string | null }>(
    db,
    `select (select name from security_class where issuer_id = $1 and id = $2) as class_name,
            (select h.name from account a join holder h on h.id = a.holder_id
              where a.issuer_id = $1 and h.customer_id = $3) as holder_name`,
    [issuerId, issuance?.securityTypeId ?? null, issuance?.customerShareholderId ?? null],
  );
  const files = await filesOf(db, issuerId, itemId);
  const steps = await readSteps(db, issuerId, itemId);
  return {
    ...request,
    className: named.rows[0]?.class_name ?? null,
    holderName: named.rows[0]?.holder_name ?? null,
    files: files.filter((one) => one.shared !== '' && one.removedReason === null),
    messages: steps.filter(isMessage),
    rejection: request.state === 'Rejected' ? await rejectionText(db, request.item) : null,
  };
}

async function rejectionText(db: Db, { issuerId, id, txnId }: Item): Promise<string> {
  const { rows } = await queryPrepared<{ reason: string }>(
    db,
    `select reason from rejection where issuer_id = $1 and (txn_id = $2 or item_id = $3) order by id desc limit 1`,
    [issuerId, txnId, id],
  );
  return rows[0]?.reason ?? '';
}
