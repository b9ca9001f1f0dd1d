/** All rules of the ledger by name. Handlers map `field` to the caller's name of it. */
export type Rule =
  | 'unknownIssuer'
  | 'inactiveIssuer'
  | 'issuerExists'
  | 'unknownClass'
  | 'classExists'
  | 'unknownHolder'
  | 'unknownAccount'
  | 'accountExists'
  | 'unknownCertificate'
  | 'unknownReserve'
  | 'unknownStop'
  | 'unknownTransaction'
  | 'unknownDividend'
  | 'unknownProxy'
  | 'unknownDifference'
  | 'badName'
  | 'badDate'
  | 'dateOrder'
  | 'beforeClassAction'
  | 'laterEntry'
  | 'notPositive'
  | 'notOutstanding'
  | 'notYetIssued'
  | 'stopped'
  | 'mixedClass'
  | 'sameClass'
  | 'oneAccount'
  | 'nothingMoved'
  | 'unbalanced'
  | 'restrictionDropped'
  | 'mixedRestriction'
  | 'nomineeRestricted'
  | 'treasuryRole'
  | 'overIssue'
  | 'reserveShort'
  | 'authorityMissing'
  | 'noLimit'
  | 'badRatio'
  | 'fraction'
  | 'priceMissing'
  | 'lotSum'
  | 'lotsSpread'
  | 'subKind'
  | 'notPending'
  | 'notReversible'
  | 'notDeclared'
  | 'proxyState'
  | 'notEntitled'
  | 'unproved';

/**
 * A verb's error: `rule` for programs, the message for users, `field` names the wrong input. Nothing was
 * posted.
 */
export class LedgerError extends Error {
  readonly rule: Rule;
  readonly field: string;

  constructor(rule: Rule, field: string, text: string) {
    super(text);
    this.name = 'LedgerError';
    this.rule = rule;
    this.field = field;
  }
}

/** Throws a LedgerError unless the rule holds. */
export function assertRule(holds: unknown, rule: Rule, field: string, text: string): asserts holds {
  if (!holds) throw new LedgerError(rule, field, text);
}
