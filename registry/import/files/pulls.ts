import { readJson, writeJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { HistoryCoverage } from '../pull/history-coverage.ts';

/** Rows of register_pull: what a register is pulled from, and what whoever pulls it stated. Never a secret. */
export type PullRow = {
  base: string;
  remote_issuer: bigint;
  client_id: string;
  issuer: string;
  issuer_kind: string;
  certified_by: string;
  account_prefix: string;
  without_history: boolean;
  history: string | null;
};

const columns =
  'base, remote_issuer, client_id, issuer, issuer_kind, certified_by, account_prefix, without_history, history' as const;

export async function findPull(db: Db, fileId: number): Promise<PullRow | undefined> {
  const { rows } = await db.query<PullRow>(`select ${columns} from register_pull where file_id = $1`, [
    fileId,
  ]);
  return rows[0];
}

export async function addPull(db: Db, fileId: number, pull: Omit<PullRow, 'history'>): Promise<void> {
  await db.query(
    `insert into register_pull (file_id, base, remote_issuer, client_id, issuer, issuer_kind, certified_by, account_prefix,
       without_history)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[fileId, pull.base, pull.remote_issuer, pull.client_id, pull.issuer, pull.issuer_kind],
      ...[pull.certified_by, pull.account_prefix, pull.without_history],
    ],
  );
}

export async function keepHistory(db: Db, fileId: number, history: HistoryCoverage): Promise<void> {
  await db.query('update register_pull set history = $2 where file_id = $1', [fileId, writeJson(history)]);
}

export const historyIn = ({ history }: Pick<PullRow, 'history'>): HistoryCoverage | null =>
  history === null ? null : (readJson(history) as HistoryCoverage);
