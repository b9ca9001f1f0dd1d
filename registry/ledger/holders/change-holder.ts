// Creates or updates holders and records each change of a registration.

import { addWords, removeWords } from '#registry/db/account-words';
import { takeIds } from '#registry/db/ids';
import { arrayText, insertRows, sendAll } from '#registry/db/insert';
import { indexKey } from '../core/accounts.ts';
import { type HolderTies, lockHolders, storedRegistration, tiesOf } from '../core/known-holders.ts';
import { assertRule } from '../core/ledger-error.ts';
import { moveInPageIndex } from '../core/page-index.ts';
import { tables } from '../core/tables.ts';
import type { Tx } from '../core/unit-of-work.ts';
import { addressRow, holderRow, type Registration } from './holders.ts';
import { type HolderInput, joinedName, randomSigns, registrationOf } from './registration-input.ts';

/** Who made a change of a registration, and when; stored with it. */
export type RequestOrigin = { clientId: string; at: string };

export type HolderChanged = { action: 'Create' | 'Update'; id: bigint; customerId: string };

/**
 * Creates the holder, or updates the one with this customer id, and stores the values before and after.
 * `mayChange` throws when the caller must not change the holder found. If another request creates the same id
 * first, this fails with a unique violation.
 */
export async function createOrUpdateHolder(
  tx: Tx,
  input: HolderInput,
  requested: RequestOrigin,
  mayChange: (ties: HolderTies) => void,
): Promise<HolderChanged> {
  const given = input.customerId === undefined ? [] : [input.customerId];
  const known = given.length === 0 ? undefined : (await lockHolders(tx, given, 'change')).get(given[0]!);
  if (known) {
    const [ties] = await tiesOf(tx, [known.id]);
    mayChange(ties!);
    await updateHolder(tx, known.id, ties!.issuerIds, input, requested);
    return { action: 'Update', id: known.id, customerId: known.customerId };
  }
  const [made] = await createHolders(tx, [{ input, requested }]);
  return { action: 'Create', id: made!.id, customerId: made!.customerId };
}

export type HolderMade = { id: bigint; customerId: string; registration: Registration };

/** Registers new holders, each with the first entry of its history. They have no account yet. */
export async function createHolders(
  tx: Tx,
  holders: readonly { input: HolderInput; requested: RequestOrigin }[],
): Promise<HolderMade[]> {
  if (holders.length === 0) return [];
  const first = await takeIds(tx, 'holder', holders.length);
  const made = holders.map(({ input, requested }, index) => {
    const id = first + BigInt(index);
    // The random suffix keeps our ids different from those that customers choose.
    const customerId = input.customerId ?? `H-${id}-${randomSigns(4)}`;
    return {
      id,
      customerId,
      registration: registrationOf({ ...input, customerId }, undefined, requested.at),
    };
  });
  await sendAll(tx, [
    () =>
      insertRows(
        tx,
        'holder',
        tables.holder,
        made.map((one) => holderRow(one.id, one.registration)),
      ),
    () =>
      insertRows(
        tx,
        'holder_address',
        tables.holder_address,
        made.flatMap((one) => addressRows(one.id, one.registration)),
      ),
    () =>
      insertRows(
        tx,
        'holder_change',
        tables.holder_change,
        made.map((one, index) =>
          changeRow(
            one.id,
            1n,
            holders[index]!.requested,
            holders[index]!.input,
            {},
            facts(one.id, one.registration),
          ),
        ),
      ),
  ]);
  return made;
}

async function updateHolder(
  tx: Tx,
  id: bigint,
  issuerIds: readonly bigint[],
  input: HolderInput,
  requested: RequestOrigin,
): Promise<void> {
  const { registration: before, lastChange } = await storedRegistration(tx, id);
  const after = registrationOf(input, before, requested.at);
  const [old, now] = [facts(id, before), facts(id, after)];
  const changed = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  if (changed.length === 0) return;
  if (after.isNominee && !before.isNominee) await checkFree(tx, id);
  const of = (all: Facts) => Object.fromEntries(changed.map((name) => [name, all[name]]));
  const { created_at: _created, ...row } = holderRow(id, after);
  const names = Object.keys(row).filter((name) => name !== 'id');
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await sendAll(tx, [
    // Cached responses of every issuer with the holder contain its name, sort key or address, so their versions
    // change. Locked in id order, so that concurrent writers cannot deadlock.
    () =>
      tx.query(
        `update issuer set version = version + 1
           from (select id from issuer where id = any($1::bigint[]) order by id for update) as locked
          where issuer.id = locked.id`,
        [arrayText(issuerIds)],
      ),
    () =>
      tx.query(`update holder set ${sets} where id = $1`, [
        id,
        ...names.map((name) => row[name as keyof typeof row] ?? null),
      ]),
    () => insertRows(tx, 'holder_address', tables.holder_address, addressRows(id, after), replaceAddress),
    () => moveInPageIndex(tx, id, issuerIds, -1),
    ...issuerIds.map((issuerId) => () => tx.query(removeWords, [issuerId, id])),
    () =>
      tx.query(`delete from holder_address where holder_id = $1 and kind = 'mailing' and $2`, [
        id,
        after.mailing === undefined,
      ]),
    ...issuerIds.map(
      (issuerId) => () =>
        tx.query('update account set sort_key = $3, name_key = $4 where issuer_id = $1 and holder_id = $2', [
          issuerId,
          id,
          indexKey(after.sortName),
          indexKey(joinedName(after)),
        ]),
    ),
    () => moveInPageIndex(tx, id, issuerIds, 1),
    ...issuerIds.map((issuerId) => () => tx.query(addWords, [issuerId, arrayText([id])])),
    () =>
      insertRows(tx, 'holder_change', tables.holder_change, [
        changeRow(id, lastChange + 1n, requested, input, of(old), of(now)),
      ]),
  ]);
}

const addressColumns = Object.keys(tables.holder_address).filter((name) => !/^(holder_id|kind)$/.test(name));
const replaceAddress = `on conflict (holder_id, kind) do update set ${addressColumns
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;

/** A depository nominee's account must never have held restricted shares. */
async function checkFree(tx: Tx, holderId: bigint): Promise<void> {
  const { rows } = await tx.query(
    `select 1 from account a
       join certificate c on c.issuer_id = a.issuer_id and c.holder_id = a.holder_id and c.restriction <> 'N'
      where a.holder_id = $1 limit 1`,
    [holderId],
  );
  assertRule(
    rows.length === 0,
    'nomineeRestricted',
    'accountType',
    'The account has held restricted shares; a depository nominee holds only unrestricted ones.',
  );
}

type Facts = Record<string, unknown>;

/** What the history compares and stores. The access code and timestamps are not part of a registration. */
function facts(id: bigint, registration: Registration): Facts {
  const {
    id: _id,
    access_code: _code,
    created_at: _made,
    updated_at: _touched,
    ...row
  } = holderRow(id, registration);
  const address = (kind: 'primary' | 'mailing') => {
    const one = registration[kind];
    if (!one) return null;
    const { holder_id: _holder, kind: _kind, ...lines } = addressRow(id, kind, one);
    return lines;
  };
  return { ...row, primary_address: address('primary'), mailing_address: address('mailing') };
}

function addressRows(id: bigint, registration: Registration) {
  const { primary, mailing } = registration;
  return [addressRow(id, 'primary', primary), ...(mailing ? [addressRow(id, 'mailing', mailing)] : [])];
}

function changeRow(
  holderId: bigint,
  id: bigint,
  requested: RequestOrigin,
  { by }: HolderInput,
  before: Facts,
  after: Facts,
) {
  return {
    holder_id: holderId,
    id,
    changed_at: requested.at,
    by_email: by.email,
    by_first_name: by.firstName,
    by_last_name: by.lastName,
    before_text: Object.keys(before).length === 0 ? '' : JSON.stringify(before),
    after_text: JSON.stringify(after),
    client_id: requested.clientId,
  };
}
