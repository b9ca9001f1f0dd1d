import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { clerk, received, saleContent, someCertificate, steps } from '../items.ts';
import { papersOf as documents, expectRows, foundIn } from './checked.ts';

/** Kinds without a transfer, parts that a kind does not use, and steps of an ended item. */
export function otherRefusals(registry: () => Registry): void {
  const query = async (sql: string, ...values: unknown[]) =>
    (await registry().database.pool.query(sql, values)).rows;
  const rowsOf = (base: object, rows: Parameters<typeof expectRows>[3], issuer = 1008) =>
    expectRows(registry(), issuer, base, rows);
  async function sale(shares = 100) {
    const source = await someCertificate(registry(), 1008);
    return { source, content: await saleContent(registry(), source, shares) };
  }

  test('stops, addresses, searches and corrections that are not complete', async () => {
    const { source } = await sale();
    const about = { ...received, systemShareholderId: source.holderId };
    const search = {
      number: 1,
      searchedOn: '2026-11-20',
      service: 'Locator',
      by: 'Name',
      terms: 'Name',
      result: 'NotFound',
    };
    const mail = { piece: 'Statement', mailedOn: '2026-11-10', returnedOn: '2026-11-18' };
    const [issued] = await query(
      `select t.id::int8 as id from txn t join issuer i on i.id = t.issuer_id
        where i.customer_id = 1008 and t.kind = 'N' and t.status = 'Completed'
        order by t.id desc limit 1`,
    );
    const replacement = {
      ...received,
      kind: 'Correction',
      reason: 'Wrong',
      effectiveDate: '2026-11-20',
      authority: { text: 'Board resolution' },
      caseCode: 'Gift',
      correctsControlTransactionId: Number(issued.id),
      lines: [{ systemShareholderId: source.holderId, shares: 1 }],
    };
    // Later entries may rest on the issuance as well.
    expect(await foundIn(registry(), 1008, replacement)).toContain('incomplete lines');
    const authority = { text: 'Board resolution' };
    await rowsOf(received, [
      ['a stop on nothing', { kind: 'StopPlace' }, ['incomplete certificates', 'incomplete stop']],
      ['a release of nothing', { kind: 'StopRelease' }, ['incomplete stopIds', 'incomplete reason']],
      [
        'a release of an unknown stop',
        { kind: 'StopRelease', stopIds: [1], reason: 'Ended' },
        ['unknownStop stopIds[0]'],
      ],
      ['a hold of nobody', { kind: 'AddressHold', reason: 'Moved' }, ['incomplete systemShareholderId']],
      [
        'a hold of an unknown account',
        { kind: 'AddressHold', reason: 'Moved', systemShareholderId: 999_999_999 },
        ['unknownAccount systemShareholderId'],
      ],
      ['a hold without a reason', { ...about, kind: 'AddressHold' }, ['incomplete reason']],
      [
        'a release of what is not held',
        { ...about, kind: 'AddressRelease', documents: documents('OwnerLetter') },
        ['badAddress systemShareholderId'],
      ],
      ['mail that is not described', { ...about, kind: 'ReturnedMail' }, ['incomplete returnedMail']],
      [
        'mail that comes back tomorrow',
        { ...about, kind: 'ReturnedMail', returnedMail: { ...mail, returnedOn: '2026-11-21' } },
        ['dateOrder returnedMail.returnedOn'],
      ],
      [
        'mail that comes back before it was sent',
        { ...about, kind: 'ReturnedMail', returnedMail: { ...mail, mailedOn: '2026-11-19' } },
        ['dateOrder returnedMail.returnedOn'],
      ],
      ['a search that is not described', { ...about, kind: 'LostSearch' }, ['incomplete search']],
      [
        'a search for who is not lost',
        { ...about, kind: 'LostSearch', search },
        ['notLost systemShareholderId'],
      ],
      [
        'a search tomorrow',
        { ...about, kind: 'LostSearch', search: { ...search, searchedOn: '2026-11-21' } },
        ['dateOrder search.searchedOn', 'notLost systemShareholderId'],
      ],
      [
        'a correction of nothing',
        { kind: 'Correction' },
        ['incomplete reason', 'incomplete correctsControlTransactionId'],
      ],
      [
        'a correction of an unknown transaction',
        { kind: 'Correction', reason: 'Wrong', correctsControlTransactionId: 1 },
        ['unknownTransaction correctsControlTransactionId'],
      ],
      [
        'an issuance of an unknown class',
        {
          kind: 'Issuance',
          purpose: 'Stock award',
          authority,
          securityTypeId: 999,
          lines: [{ systemShareholderId: source.holderId, shares: 1 }],
        },
        ['unknownClass securityTypeId'],
      ],
      [
        'an issuance for an unknown purpose',
        {
          kind: 'Issuance',
          purpose: 'Present',
          authority,
          securityTypeId: source.classId,
          lines: [{ systemShareholderId: source.holderId, shares: 1 }],
        },
        ['subKind purpose'],
      ],
    ]);
    const { pool } = registry().database;
    await pool.query(`update holder set lost_since = '2025-10-31' where id = $1`, [source.holderId]);
    try {
      const on = (searchedOn: string) => ({
        ...about,
        kind: 'LostSearch',
        search: { ...search, searchedOn },
      });
      // The last day of a shorter month counts as the same day.
      await rowsOf(received, [
        ['before three months', on('2026-01-30'), ['searchTooEarly search.searchedOn']],
        ['after three months', on('2026-01-31'), []],
        ['after twelve months', on('2026-10-31'), []],
        ['later', on('2026-11-01'), ['searchLate search.searchedOn']],
      ]);
    } finally {
      await pool.query('update holder set lost_since = null where id = $1', [source.holderId]);
    }
  });

  test('a part that a kind does not use is refused by its name, and an ended item takes no step', async () => {
    const { source, content } = await sale();
    const { enter, take, detail } = steps(registry());
    const wrong = {
      ...received,
      kind: 'StopPlace',
      lines: content.lines,
      sourcePosition: { systemShareholderId: source.holderId, shares: 1 },
    };
    const refused = await registry().call('/agent/v1/items/create', {
      body: { customerIssuerId: 1008, content: wrong, actor: clerk },
    });
    const sentence = ['An item of the kind StopPlace has no such part.'];
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { errors: { 'content.lines': sentence, 'content.sourcePosition': sentence } },
    ]);
    const item = await enter(1008, { ...content, lines: [{ ...content.lines[0], shares: 13 }] }, clerk);
    const changed = await registry().call('/agent/v1/items/update', {
      body: {
        customerIssuerId: 1008,
        itemId: item.itemId,
        version: 1,
        actor: clerk,
        content: { ...received, kind: 'StopPlace' },
      },
    });
    expect([changed.status, changed.body]).toMatchObject([
      400,
      { errors: { 'content.kind': [expect.any(String)] } },
    ]);
    await take('cancel', [item], clerk, { reason: 'Withdrawn by letter' });
    const ended = await detail(item);
    const more = {
      ...{ submit: {}, approve: {}, post: {}, return: { reason: 'Again' }, assign: { assignedTo: null } },
      ...{ hold: { reason: 'Later', nextActionOn: '2026-11-23' }, cancel: { reason: 'Again' } },
      reject: { kind: 'Other', reasonCode: 'O02' },
    };
    for (const [step, given] of Object.entries(more))
      expect([step, await take(step, [ended], clerk, given)]).toMatchObject([
        step,
        [{ isDone: false, code: 'wrongStage', message: `Item ${item.itemId} is canceled.` }],
      ]);
    const unknown = { ...ended, itemId: item.itemId + 90_000 };
    expect(await take('submit', [unknown], clerk)).toMatchObject([{ isDone: false, code: 'unknownItem' }]);
  });
}
