// Short constructors of report columns and cells.

import type { Cell, Column } from '#registry/render/document';

export const text = (header: string, weight: number): Column => ({ header, kind: 'text', weight });
export const shares = (header: string, weight = 11): Column => ({ header, kind: 'shares', weight });
export const integer = (header: string, weight = 8): Column => ({ header, kind: 'integer', weight });
export const money = (header: string, weight = 11): Column => ({ header, kind: 'money', weight });
export const percent = (header: string, weight = 9): Column => ({ header, kind: 'percent', weight });
export const date = (header: string, weight = 9): Column => ({ header, kind: 'date', weight });
export const yesNo = (header: string, weight: number): Column => ({ header, kind: 'boolean', weight });

/** A quantity of a class; dollar classes carry the currency sign. */
export function shareCell(ofClass: { isDollar: boolean }, value: bigint): Cell {
  return ofClass.isDollar ? { kind: 'dollars', value } : value;
}

/** The same for a cell whose column does not have the kind of a quantity. */
export function shareFact(ofClass: { isDollar: boolean }, value: bigint): Cell {
  return { kind: ofClass.isDollar ? 'dollars' : 'shares', value };
}
