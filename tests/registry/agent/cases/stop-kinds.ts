import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { carryOut, obstaclesOf, received, someCertificate, steps } from '../items.ts';

/** Stops placed and released through the work queue. */
export function stopKinds(registry: () => Registry): void {
  const stopsOf = async (certificateId: number) => {
    const { rows } = await registry().database.pool.query(
      `select id, kind, placed_on, placed_by, demanded_by, notice_on, released_on, released_by, release_reason, release_document
         from stop where certificate_id = $1 order by id`,
      [certificateId],
    );
    return rows;
  };
  const stopContent = (source: { number: string; classId: number }, stop: object) => ({
    kind: 'StopPlace',
    ...received,
    certificates: [{ prefixAndCertificateNumber: source.number }],
    securityTypeId: source.classId,
    stop,
  });

  test('a stop is placed on the day of receipt, shown in the check, and ends by the papers of its kind', async () => {
    const source = await someCertificate(registry(), 1008);
    const stop = { kind: 'Adverse claim', demandedBy: 'Quillon & Partners', noticeOn: '2026-11-19' };
    const place = stopContent(source, stop);
    const { effect } = await steps(registry()).check(1008, place);
    expect(effect.stops).toMatchObject([
      { prefixAndCertificateNumber: source.number, kind: 'Adverse claim', isReleased: false },
    ]);
    const placed = await carryOut(registry(), 1008, place);
    expect(placed).toMatchObject({ controlTransactionId: null, transferFrom: source.name });
    const [stored] = await stopsOf(source.id);
    expect(stored).toMatchObject({
      placed_on: '2026-11-20',
      placed_by: 'operator@harborline.example',
      demanded_by: 'Quillon & Partners',
      notice_on: '2026-11-19',
      released_on: null,
    });
    const release = {
      kind: 'StopRelease',
      ...received,
      stopIds: [Number(stored.id)],
      reason: 'Claim withdrawn',
    };
    expect(await obstaclesOf(registry(), 1008, release)).toEqual(['documentMissing documents']);
    const withPaper = { ...release, documents: [{ kind: 'Withdrawal', state: 'Original' }] };
    await carryOut(registry(), 1008, withPaper);
    expect(await stopsOf(source.id)).toMatchObject([
      {
        released_on: '2026-11-20',
        released_by: 'operator@harborline.example',
        release_reason: 'Claim withdrawn',
        release_document: 'Withdrawal',
      },
    ]);
    const list = await registry().call(
      '/agent/v1/stops?customerIssuerId=1008&status=Released&numberOfRows=1000',
    );
    expect((list.body as { stops: unknown[] }).stops).toContainEqual(
      expect.objectContaining({
        stopId: Number(stored.id),
        placedBy: 'operator@harborline.example',
        demandedBy: 'Quillon & Partners',
        releasedBy: 'operator@harborline.example',
        releaseReason: 'Claim withdrawn',
        releaseDocument: 'Withdrawal',
      }),
    );
    expect(await obstaclesOf(registry(), 1008, withPaper)).toEqual(['unknownStop stopIds[0]']);
  });

  test('a claim ends without papers 30 days after its notice', async () => {
    const source = await someCertificate(registry(), 1008);
    for (const [noticeOn, expected] of [
      ['2026-10-21', ['documentMissing documents']],
      ['2026-10-20', []],
    ] as const) {
      await carryOut(registry(), 1008, stopContent(source, { kind: 'Adverse claim', noticeOn }));
      const stored = (await stopsOf(source.id)).at(-1);
      const release = {
        kind: 'StopRelease',
        ...received,
        stopIds: [Number(stored.id)],
        reason: 'No process',
      };
      expect(await obstaclesOf(registry(), 1008, release)).toEqual(expected);
    }
  });
}
