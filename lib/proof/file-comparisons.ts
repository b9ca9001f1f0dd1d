// Makes the comparisons of a control book that was read from its file.

import type { BookFile, BookFileClass } from './book-file.ts';
import { type Comparison, equal, type Side } from './comparison.ts';

/** A class as the operations of the interface give it; null where a figure was not sent. */
export type ClassAnswers = {
  className: string;
  isUnlimited: boolean;
  authorized: bigint | null;
  issued: bigint | null;
  outstanding: bigint | null;
  reserved: bigint | null;
  holders: bigint | null;
  ownedShares: bigint | null;
  ownedHolders: bigint | null;
};

/** The control book from its file, beside the answers of the interface for the same day. */
export type FileFacts = BookFile & { date: string; answers: readonly ClassAnswers[] };

const side = (source: string) => (value: bigint | null) => ({ source, value }) satisfies Side;
const book = side('Control-book file');
const balance = side('Issuer balance');
const ownership = side('Ownership');
const expected = side('Expected');

/** Every comparison of a control-book file with itself and with the answers of the interface. */
export function fileComparisons(facts: FileFacts): Comparison[] {
  const found = ofFile(facts);
  // A file that says "out of proof" is believed even where no figure of it shows why; "in proof" never is.
  const isShown = facts.differences.length > 0 || found.some(({ result }) => result === 'differs');
  if (!facts.saysOutOfProof || isShown) return found;
  const about = { id: 'P03', className: '', of: 'verdict', text: 'Sentence “out of proof” in the file' };
  const cause = 'the control-book file says that the books are out of proof';
  return [...found, equal({ ...about, cause }, book(1n), expected(0n))];
}

function ofFile({ classes, differences, answers }: FileFacts): Comparison[] {
  return [
    ...classes.flatMap((one) => {
      const recorded = differences.filter(({ className }) => className === one.className);
      return [
        ...insideFile(
          one,
          recorded.map(({ shares }) => shares),
        ),
        ...withAnswers(one, answers),
      ];
    }),
    ...answers
      .filter(({ className }) => !classes.some((one) => one.className === className))
      .flatMap(withoutBook),
  ];
}

const outstandingOf = ({ issued, treasury, outstanding }: BookFileClass['closing']) =>
  outstanding ?? issued - (treasury ?? 0n);

function insideFile(of: BookFileClass, listed: readonly bigint[]): Comparison[] {
  const { className, opening, closing, moved, gap } = of;
  const about = { className, isOfShares: true };
  const sum = listed.reduce((total, shares) => total + shares, 0n);
  const found: Comparison[] = [];
  if (gap !== null)
    found.push(
      equal(
        {
          ...about,
          id: 'P01',
          text: 'Control book less register, as the file says',
          cause: 'control book and register differ',
        },
        book(gap),
        expected(0n),
      ),
    );
  if (opening && moved !== null)
    found.push(
      equal(
        {
          ...about,
          id: 'P04',
          text: 'Issued shares: opening with the lines of the file, and closing',
          cause: 'lines of the control book do not lead to its closing',
        },
        book(opening.issued + moved),
        book(closing.issued),
      ),
    );
  if (closing.treasury !== null && closing.outstanding !== null)
    found.push(
      equal(
        {
          ...about,
          id: 'P06',
          of: 'file',
          text: 'Outstanding shares of the file: issued less treasury, and as stated',
          cause: 'the figures of the control-book file contradict each other',
        },
        book(closing.issued - closing.treasury),
        book(closing.outstanding),
      ),
    );
  if (of.recorded !== null)
    found.push(
      equal(
        {
          ...about,
          id: 'P03',
          of: 'sum',
          text: 'Open record differences of the file: as stated, and the sum of those listed',
          cause: 'record differences stated and listed differ',
        },
        book(of.recorded),
        book(sum),
      ),
    );
  if (of.recordedCount !== null)
    found.push(
      equal(
        {
          className,
          id: 'P03',
          of: 'count',
          text: 'Number of open record differences of the file: as stated, and listed',
          cause: 'the number of record differences stated and listed differs',
        },
        book(of.recordedCount),
        book(BigInt(listed.length)),
      ),
    );
  const isShown = listed.length > 0 || found.some(({ result }) => result === 'differs');
  if (of.saysOutOfProof && !isShown)
    found.push(
      equal(
        {
          className,
          id: 'P03',
          of: 'verdict',
          text: 'Verdict “out of proof” in the file',
          cause: 'the control-book file says that the class is out of proof',
        },
        book(1n),
        expected(0n),
      ),
    );
  if (of.saysNotProvable)
    found.push(
      equal(
        {
          className,
          id: 'P03',
          of: 'unproved',
          text: 'Verdict “not provable” in the file',
          cause: 'the control-book file could not prove the class',
        },
        book(null),
        expected(0n),
      ),
    );
  return found;
}

function withAnswers({ className, closing }: BookFileClass, answers: readonly ClassAnswers[]): Comparison[] {
  const own = answers.find((one) => one.className === className);
  if (!own) return [];
  const about = { className, isOfShares: true };
  const found = [
    equal(
      {
        ...about,
        id: 'P02',
        of: 'issued',
        text: 'Issued shares: control book and issuer balance',
        cause: 'control book and issuer balance differ',
      },
      book(closing.issued),
      balance(own.issued),
    ),
    equal(
      {
        ...about,
        id: 'P02',
        of: 'outstanding',
        text: 'Outstanding shares: control book and issuer balance',
        cause: 'control book and issuer balance differ',
      },
      book(outstandingOf(closing)),
      balance(own.outstanding),
    ),
    ...ownershipOf(own),
  ];
  // Figures that a registry need not send: without them these comparisons are not offered.
  const optional = (id: string, what: string, left: bigint | null, right: bigint | null) => {
    if (left === null || right === null) return;
    const cause = `${what} shares differ`.toLowerCase();
    const text = `${what} shares: control book and issuer balance`;
    found.push(
      equal({ className, id, of: 'balance', text, cause, measure: 'shares' }, book(left), balance(right)),
    );
  };
  optional('P07', 'Reserved', closing.reserved, own.reserved);
  if (!own.isUnlimited) optional('P08', 'Authorized', closing.authorized, own.authorized);
  return found;
}

const ownershipOf = (own: ClassAnswers): Comparison[] => [
  equal(
    {
      className: own.className,
      isOfShares: true,
      id: 'P09',
      of: 'shares',
      text: 'Outstanding shares: sum of all holdings, and issuer balance',
      cause: 'holdings and issuer balance differ',
    },
    ownership(own.ownedShares),
    balance(own.outstanding),
  ),
  equal(
    {
      className: own.className,
      id: 'P09',
      of: 'holders',
      text: 'Number of holders: ownership and issuer balance',
      cause: 'the number of holders differs',
      measure: 'holders',
    },
    ownership(own.ownedHolders),
    balance(own.holders),
  ),
];

/** A class that the file need not name, because nothing of it is issued: nobody may hold any. */
const withoutBook = (own: ClassAnswers): Comparison[] => ownershipOf(own);
