import { loadAccounts, namesText } from '#registry/ledger/core/accounts';
import { placeStopIn } from '#registry/ledger/stops';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { type Obstacle, refuses, warns } from '../obstacle.ts';
import { presentedCertificates } from '../presented-certificates.ts';
import { receivedDay } from '../rules/clock.ts';

/** Each certificate named gets a stop. No shares move, so there is no transaction. */
export const stopPlaceRules: KindRules = { transaction: null, isCounted: false, prepare };

async function prepare(work: Work): Promise<Prepared> {
  const { book, content, item, timeZone } = work;
  const { stop } = content;
  const { certificates, obstacles: found } = await presentedCertificates(work);
  const obstacles = found.flatMap((one): Obstacle[] => {
    // A stop on old paper is allowed after its cancellation; the ledger checks the days.
    if (one.code === 'notOutstanding') return [];
    // A stop does not wait for a transfer of the same certificate: it is what has to hold that transfer.
    return one.code === 'sameCertificate' ? [warns(one.code, one.field, one.message)] : [one];
  });
  if (content.certificates.length === 0)
    obstacles.push(refuses('incomplete', 'certificates', 'Name the certificates to stop.'));
  if (!stop) obstacles.push(refuses('incomplete', 'stop', 'Name the kind of the stop.'));
  const owners = [...new Set(certificates.map((one) => one.holderId))];
  await loadAccounts(book, owners);
  const prepared = {
    ...nothingPrepared,
    obstacles,
    classId: certificates[0]?.classId ?? null,
    transferFrom: namesText(book, owners),
    certificates,
  };
  if (!stop || certificates.length === 0) return prepared;
  const receivedOn = item?.receivedOn ?? receivedDay(content.receivedAt, timeZone);
  return {
    ...prepared,
    run: async () => {
      for (const one of certificates)
        await placeStopIn(book, {
          issuerId: book.issuerId,
          certificateId: one.id,
          kind: stop.kind,
          placedOn: stop.placedOn ?? receivedOn,
          note: stop.note ?? '',
          placedBy: work.actor.email,
          demandedBy: stop.demandedBy ?? '',
          document: stop.document ?? '',
          expiresOn: stop.expiresOn ?? undefined,
          noticeOn: stop.noticeOn ?? undefined,
        });
      return null;
    },
  };
}
