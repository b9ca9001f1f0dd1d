// Checks and converts what a request states about a record difference.

import type { PoolClient } from 'pg';
import type { RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';
import { badField } from '#registry/http/http-error';
import type { DifferenceFacts } from '#registry/ledger/record-differences';
import { accountHolder } from '#registry/queries/facts/holder-changes';
import { isItem } from '#registry/queries/facts/record-differences';

type Given = Omit<
  RequestFor<'ChangeRecordDifference'>,
  'recordDifferenceId' | 'version' | 'reason' | 'idempotencyId'
>;

/** What a request says about a difference that is opened on a day; a 400 names what cannot be. */
export async function differenceFacts(
  tx: PoolClient,
  issuerId: bigint,
  input: Given,
  { openedOn, today }: { openedOn: CalendarDate; today: CalendarDate },
): Promise<DifferenceFacts> {
  const { existedSince, customerShareholderId, itemId } = input;
  if (existedSince && existedSince > openedOn)
    throw badField('existedSince', `must not be after the day it was opened, ${openedOn}`);
  const since = existedSince || openedOn;
  for (const name of ['discoveredOn', 'letterOn', 'boughtInOn'] as const) {
    const day = input[name];
    if (day && (day < since || day > today))
      throw badField(name, `must be between ${since}, since when it exists, and today, ${today}`);
  }
  return {
    existedSince: existedSince || null,
    basis: input.basis,
    cause: input.cause,
    causeKind: input.causeKind ?? '',
    certificates: [...new Set(input.certificates)],
    holderId: customerShareholderId ? await holderOf(tx, issuerId, customerShareholderId) : null,
    itemId: itemId ? await itemOf(tx, issuerId, BigInt(itemId)) : null,
    isOverIssuance: input.isOverIssuance,
    byPriorAgent: input.isByPriorAgent,
    discoveredOn: input.discoveredOn || null,
    letterOn: input.letterOn || null,
    bond: input.bond ?? '',
    boughtIn: boughtIn(input),
    note: input.note ?? '',
  };
}

async function holderOf(tx: PoolClient, issuerId: bigint, customerShareholderId: string): Promise<bigint> {
  const id = await accountHolder(tx, issuerId, customerShareholderId);
  if (id === undefined) throw badField('customerShareholderId', 'must be an account of the issuer');
  return id;
}

async function itemOf(tx: PoolClient, issuerId: bigint, itemId: bigint): Promise<bigint> {
  if (!(await isItem(tx, issuerId, itemId))) throw badField('itemId', 'must be an item of the issuer');
  return itemId;
}

function boughtIn({ boughtInOn, boughtInShares, boughtInPrice, boughtInFrom }: Given) {
  if (boughtInOn) {
    if (!boughtInShares) throw badField('boughtInShares', 'must be stated with the day of the buy-in');
    return { on: boughtInOn, shares: boughtInShares, price: boughtInPrice ?? null, from: boughtInFrom ?? '' };
  }
  if (boughtInShares || boughtInPrice || boughtInFrom)
    throw badField('boughtInOn', 'must be stated with what was bought in');
  return null;
}
