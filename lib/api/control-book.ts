import { exact } from '../format/exact-shares.ts';
import type { BookFileBalance, BookFileClass } from '../proof/book-file.ts';
import type { ClassAnswers, FileFacts } from '../proof/file-comparisons.ts';
import { queryText, request } from './call.ts';
import { ApiError } from './error.ts';

type Fields = Readonly<Record<string, unknown>>;

type Question = { issuer: number; day: string; isFresh: boolean };

/** The control book of a day as our server read it from its file, or why there is none. */
export async function controlBookFile(
  { issuer, day, isFresh }: Question,
  signal?: AbortSignal,
): Promise<{ facts: FileFacts; readAt: string } | { reason: string }> {
  const path = `/api/control-book${queryText({ issuer, day, fresh: isFresh ? '1' : null })}`;
  const read = (await request(path, { signal })) as Fields;
  if (typeof read.reason === 'string') return { reason: read.reason };
  try {
    const { classes, differences, saysOutOfProof } = read.file as {
      classes: Fields[];
      differences: Fields[];
      saysOutOfProof: unknown;
    };
    return {
      facts: {
        date: day,
        classes: classes.map(classOf),
        differences: differences.map((one) => ({
          className: String(one.className),
          openedOn: String(one.openedOn),
          existedSince: String(one.existedSince ?? one.openedOn),
          shares: known(one.shares),
          cause: String(one.cause),
          isByPriorAgent: one.isByPriorAgent === true,
        })),
        saysOutOfProof: saysOutOfProof === true,
        answers: (read.answers as Fields[]).map(answersOf),
      },
      readAt: String(read.readAt),
    };
  } catch {
    throw new ApiError('upstream_unreadable');
  }
}

function known(value: unknown): bigint {
  const shares = exact(value);
  if (shares === null) throw new Error('A figure is missing.');
  return shares;
}

const balanceOf = (value: unknown): BookFileBalance => {
  const { authorized, issued, treasury, outstanding, reserved } = value as Fields;
  return {
    authorized: exact(authorized),
    issued: known(issued),
    treasury: exact(treasury),
    outstanding: exact(outstanding),
    reserved: exact(reserved),
  };
};

const classOf = (one: Fields): BookFileClass => ({
  className: String(one.className),
  opening: one.opening === null ? null : balanceOf(one.opening),
  closing: balanceOf(one.closing),
  moved: exact(one.moved),
  gap: exact(one.gap),
  recorded: exact(one.recorded),
  recordedCount: exact(one.recordedCount),
  saysOutOfProof: one.saysOutOfProof === true,
  saysNotProvable: one.saysNotProvable === true,
});

const answersOf = (one: Fields): ClassAnswers => ({
  className: String(one.className),
  isUnlimited: one.isUnlimited === true,
  authorized: exact(one.authorized),
  issued: exact(one.issued),
  outstanding: exact(one.outstanding),
  reserved: exact(one.reserved),
  holders: exact(one.holders),
  ownedShares: exact(one.ownedShares),
  ownedHolders: exact(one.ownedHolders),
});
