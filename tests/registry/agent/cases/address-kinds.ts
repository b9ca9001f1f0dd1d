import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { carryOut, obstaclesOf, received, someCertificate, steps } from '../items.ts';

/** Holds on addresses, returned mail and searches through the work queue. */
export function addressKinds(registry: () => Registry): void {
  const holderOf = async (id: number) => {
    const { rows } = await registry().database.pool.query(
      'select bad_address_since, bad_address_reason, lost_since from holder where id = $1',
      [id],
    );
    return rows[0];
  };

  test('an address is held once and released by the holder, with the history of both', async () => {
    const { holderId } = await someCertificate(registry(), 1008);
    const hold = { kind: 'AddressHold', ...received, systemShareholderId: holderId, reason: 'Moved' };
    await carryOut(registry(), 1008, hold);
    expect(await holderOf(holderId)).toMatchObject({
      bad_address_since: '2026-11-20',
      bad_address_reason: 'Moved',
    });
    expect(await obstaclesOf(registry(), 1008, hold)).toEqual(['badAddress systemShareholderId']);
    const release = { ...hold, kind: 'AddressRelease', reason: 'New address' };
    expect(await obstaclesOf(registry(), 1008, release)).toEqual(['documentMissing documents']);
    await carryOut(registry(), 1008, { ...release, documents: [{ kind: 'OwnerLetter', state: 'Original' }] });
    expect(await holderOf(holderId)).toMatchObject({ bad_address_since: null, bad_address_reason: '' });
    const { rows } = await registry().database.pool.query(
      `select after_text from holder_change where holder_id = $1 order by id desc limit 2`,
      [holderId],
    );
    expect(rows.map((row) => JSON.parse(row.after_text).bad_address_since)).toEqual([null, '2026-11-20']);
  });

  test('returned mail makes a holder lost; a search counts in its window and is in the sum of TA-2', async () => {
    const { holderId } = await someCertificate(registry(), 1008);
    const mail = (returnedOn: string, resentOn?: string) => ({
      kind: 'ReturnedMail',
      ...received,
      systemShareholderId: holderId,
      returnedMail: { piece: 'Dividend check', returnedOn, resentOn },
    });
    await carryOut(registry(), 1008, mail('2026-01-05', '2026-01-20'));
    expect(await holderOf(holderId)).toMatchObject({ bad_address_since: '2026-01-05', lost_since: null });
    await carryOut(registry(), 1008, mail('2026-02-10'));
    expect(await holderOf(holderId)).toMatchObject({
      bad_address_since: '2026-01-05',
      lost_since: '2026-02-10',
    });
    const search = (number: number, searchedOn: string) => ({
      kind: 'LostSearch',
      ...received,
      systemShareholderId: holderId,
      search: {
        number,
        searchedOn,
        service: 'Lanternfield',
        by: 'TaxId',
        terms: 'last four',
        result: 'NotFound',
      },
    });
    const warned = async (content: object) =>
      (await steps(registry()).check(1008, content)).obstacles.map((one: { code: string }) => one.code);
    expect(await warned(search(1, '2026-05-09'))).toEqual(['searchTooEarly']);
    expect(await warned(search(1, '2026-05-10'))).toEqual([]);
    expect(await warned(search(2, '2026-11-10'))).toEqual(['searchTooEarly']);
    const { pool } = registry().database;
    const batches = async () =>
      (await pool.query('select sum(submitted)::int as n from lost_search')).rows[0].n;
    const before = await batches();
    await carryOut(registry(), 1008, search(1, '2026-05-09'));
    await carryOut(registry(), 1008, search(1, '2026-05-10'));
    expect(await warned(search(2, '2026-11-10'))).toEqual([]);
    expect(await batches()).toBe(before + 2);
    const { rows } = await pool.query(
      'select is_counted from holder_search where holder_id = $1 order by id',
      [holderId],
    );
    expect(rows).toEqual([{ is_counted: false }, { is_counted: true }]);
  });
}
