// Type of a comparison of two figures, and how its result follows from them.

/** One figure of a comparison, and the source it comes from. */
export type Side = { source: string; value: bigint | null };

export type ComparisonResult = 'equal' | 'within limit' | 'differs' | 'not read';

/** What a difference counts that is not one of shares of the class: 'reserved shares differ by 1,000 shares'. */
export type Measure = 'shares' | 'cents' | 'certificates' | 'holders' | 'affected holders' | 'transactions';

/** Two figures that must be equal, or of which the left must not exceed the right. */
export type Comparison = {
  /** 'P01/Common Stock'. */
  key: string;
  id: string;
  /** '' for the whole issuer. */
  className: string;
  /** What is compared. */
  text: string;
  left: Side;
  right: Side;
  /** Left less right; null where a side was not read. */
  difference: bigint | null;
  result: ComparisonResult;
  /** Shares of the class: the difference counts for how many shares it is out of proof. */
  isOfShares: boolean;
  /** Of other differences; absent where the cause has its figure already, or has none. */
  measure?: Measure;
  /** What a difference means, as a cause in the sentence of the verdict. */
  cause: string;
  since: string | null;
  reason?: string;
};

type About = {
  id: string;
  className: string;
  text: string;
  cause: string;
  isOfShares?: boolean;
  measure?: Measure;
  since?: string | null;
  /** Tells comparisons of one kind and class apart. */
  of?: string;
  reason?: string;
};

function made(about: About, left: Side, right: Side, limit: boolean): Comparison {
  const known = left.value !== null && right.value !== null;
  const difference = left.value !== null && right.value !== null ? left.value - right.value : null;
  const fits = difference !== null && (limit ? difference <= 0n : difference === 0n);
  return {
    key: [about.id, about.className, about.of].filter(Boolean).join('/'),
    id: about.id,
    className: about.className,
    text: about.text,
    left,
    right,
    difference,
    result: !known ? 'not read' : !fits ? 'differs' : limit ? 'within limit' : 'equal',
    isOfShares: about.isOfShares ?? false,
    ...(about.measure ? { measure: about.measure } : {}),
    cause: about.cause,
    since: fits ? null : (about.since ?? null),
    ...(about.reason ? { reason: about.reason } : {}),
  };
}

export const equal = (about: About, left: Side, right: Side) => made(about, left, right, false);

/** The left figure must not exceed the right one. It never "agrees": it is within a limit or not. */
export const within = (about: About, left: Side, right: Side) => made(about, left, right, true);
