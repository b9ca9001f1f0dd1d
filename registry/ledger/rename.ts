import { assertRule } from './core/ledger-error.ts';
import { add, classOf, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type Rename = {
  issuerId: bigint;
  /** Absent: the issuer itself. */
  classId?: bigint;
  name: string;
  authority: string;
  recordedAt: string;
};

const lengthMax = 255;

/** Rejects a name of an issuer or class that is not one line of text. */
export function checkName(name: string): void {
  assertRule(
    name.trim() === name && name.length > 0 && name.length <= lengthMax && !/\p{Cc}/u.test(name),
    'badName',
    'name',
    `A name is one line of 1 to ${lengthMax} characters.`,
  );
}

/** Renames the issuer or one of its classes, and records the old name with the authority for the change. */
export async function renameIn(book: UnitOfWork, input: Rename): Promise<void> {
  const facts = input.classId === undefined ? undefined : classOf(book, input.classId);
  const before = facts?.name ?? book.issuerName;
  const { name, authority } = input;
  assertRule(authority, 'authorityMissing', 'authority', 'A name changes on written authority only.');
  checkName(name);
  assertRule(name !== before, 'nothingMoved', 'name', `It is called ${before} already.`);
  assertRule(
    !facts || ![...book.classes.values()].some((one) => one.name === name),
    'classExists',
    'name',
    `${book.issuerName} already has a class ${name}.`,
  );
  if (facts) {
    facts.name = name;
    const update = 'update security_class set name = $3 where issuer_id = $1 and id = $2';
    await book.tx.query(update, [book.issuerId, facts.id, name]);
  } else {
    book.issuerName = name;
    await book.tx.query('update issuer set name = $2 where id = $1', [book.issuerId, name]);
  }
  add(book, 'issuer_change', {
    issuer_id: book.issuerId,
    id: takeId(book, 'entry'),
    class_id: facts?.id,
    before_text: before,
    after_text: name,
    authority,
    recorded_at: input.recordedAt,
  });
}

export const rename = verb(renameIn);
