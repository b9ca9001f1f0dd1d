// Finds the class that an instruction names, or opens it for a pending issuer.

import { type OpenClass, openClassIn } from '../issuers.ts';
import { assertRule } from './ledger-error.ts';
import { type ClassFacts, classOf, type UnitOfWork } from './unit-of-work.ts';

type Series = NonNullable<OpenClass['series']>;

/** The class an instruction requests; the default code is common. An empty series is a class without one. */
export type RequestedClass = { code?: OpenClass['code'] | undefined; series?: Series | undefined };

/**
 * The one class of the issuer that matches. Several matches or none are an error of the field. For a pending
 * issuer a missing class is opened, without a limit until the agent sets one.
 */
export async function chosenClass(
  book: UnitOfWork,
  requested: RequestedClass,
  opened: { on: string; authority: string; recordedAt: string },
): Promise<ClassFacts> {
  const code = requested.code ?? 'C';
  const fitting = [...book.classes.values()].filter(
    (one) => one.code === code && (requested.series === undefined || one.series === requested.series),
  );
  // A code alone means the class without a series, which could not be requested otherwise.
  const plain = requested.code && fitting.length > 1 ? fitting.filter(({ series }) => series === '') : [];
  const chosen = plain.length === 1 ? plain : fitting;
  if (chosen.length === 1) return chosen[0]!;
  const name = nameOf(code, requested.series ?? '');
  assertRule(
    chosen.length === 0,
    'unknownClass',
    'classId',
    `${book.issuerName} has several classes that fit "${name}".${requestedAs(chosen)}`,
  );
  assertRule(
    book.status === 'Pending',
    'unknownClass',
    'classId',
    `${book.issuerName} has no class "${name}".${requestedAs(book.classes.values())}`,
  );
  const id = await openClassIn(book, {
    issuerId: book.issuerId,
    code,
    series: requested.series ?? '',
    name,
    isDollar: code === 'B' || code === 'D',
    paperPrefix: code === 'C' ? `C${requested.series ?? 'S'}` : `${code}${requested.series ?? ''}`,
    votesPerShare: code === 'C' ? 1 : 0,
    openedOn: opened.on,
    authority: opened.authority,
    recordedAt: opened.recordedAt,
  });
  return classOf(book, id);
}

const words: Record<OpenClass['code'], string> = {
  C: 'Common',
  P: 'Preferred',
  W: 'Warrant',
  U: 'Units',
  B: 'Bond',
  D: 'Debenture',
  M: 'Interests',
};

/** How each class is requested: common without a code, because the interface has none for it. */
function requestedAs(classes: Iterable<ClassFacts>): string {
  const all = [...classes];
  if (all.length === 0) return '';
  const listed = all.slice(0, 12).map(({ name, code, series }) => {
    const type = code === 'C' ? 'no type' : `type ${code}`;
    return `${name} (${type}, ${series ? `series ${series}` : 'empty series'})`;
  });
  return ` Request one of ${listed.join(', ')}${all.length > listed.length ? ' and others' : ''}.`;
}

function nameOf(code: OpenClass['code'], series: Series): string {
  return series ? `${words[code]} Series ${series}` : words[code];
}
