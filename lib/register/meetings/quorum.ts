import { parseDecimal } from '#lib/format/decimal';

/** An exact fraction, `upper / lower`. */
export type Fraction = { upper: bigint; lower: bigint };

const mixed = /^(?:(\d+)\s+)?(\d+)\s*\/\s*(\d+)$/;

/** '33.33', '33 1/3' or '1/3' as an exact fraction; null for anything else. */
function readNumber(text: string): Fraction | null {
  const parts = mixed.exec(text);
  if (parts) {
    const lower = BigInt(parts[3] ?? '0');
    if (lower === 0n) return null;
    return { upper: BigInt(parts[1] ?? '0') * lower + BigInt(parts[2] ?? '0'), lower };
  }
  const decimal = parseDecimal(text);
  return decimal && decimal.digits >= 0n
    ? { upper: decimal.digits, lower: 10n ** BigInt(decimal.scale) }
    : null;
}

/**
 * The quorum of a meeting as a fraction of the shares entitled. The interface gives text, '33.33%' in its
 * example. Accepts percentages with decimals or fractions, plain fractions, and numbers above one without a
 * sign, which can only be percentages. Null for anything else ('Majority', '0.5', ''), so that no figure is
 * guessed.
 */
export function readQuorum(given: string | null | undefined): Fraction | null {
  // Parsing a BigInt takes more than linear time, so the length is limited.
  if ((given ?? '').length > 100) return null;
  const text = (given ?? '').trim().replace(/(?:percent|per cent|pct\.?)$/i, '%');
  const signed = text.endsWith('%');
  const number = readNumber(signed ? text.slice(0, -1).trim() : text);
  if (!number) return null;
  const fraction = !signed && /^\d+\s*\/\s*\d+$/.test(text);
  if (!signed && !fraction && number.upper <= number.lower) return null;
  const part = fraction ? number : { upper: number.upper, lower: number.lower * 100n };
  return part.upper > part.lower ? null : part;
}

/** Shares that must be present: the fraction of the total, rounded up to a whole share. */
export const sharesNeeded = (entitled: bigint, { upper, lower }: Fraction) =>
  (entitled * upper + lower - 1n) / lower;

export type Quorum =
  | { state: 'met'; needed: bigint; over: bigint }
  | { state: 'missing'; needed: bigint; still: bigint }
  | { state: 'unknown'; why: string };

type Counted = { entitled: bigint | null; voted: bigint | null; quorum: string };

/** Whether enough shares are present, or how many are missing; else why this is unknown. */
export function quorumOf({ entitled, voted, quorum }: Counted): Quorum {
  const part = readQuorum(quorum);
  if (!part) {
    const why = quorum
      ? `The registry reports the quorum as “${quorum}”, which cannot be calculated.`
      : 'The quorum is not reported.';
    return { state: 'unknown', why };
  }
  if (entitled === null || voted === null)
    return { state: 'unknown', why: 'The entitled or voted shares are not reported.' };
  if (entitled <= 0n) return { state: 'unknown', why: 'The registry reports no shares entitled to vote.' };
  const needed = sharesNeeded(entitled, part);
  return voted >= needed
    ? { state: 'met', needed, over: voted - needed }
    : { state: 'missing', needed, still: needed - voted };
}
