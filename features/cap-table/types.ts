// Properties that all views of the cap table have.

import type { ReactNode } from 'react';
import type { CapTableKind } from './views.ts';

export type CapTableProps = {
  issuer: number;
  name: string;
  view: CapTableKind;
  asof: string | null;
  today: string;
  /** The matrix of the largest holders, where all are too many to send to a browser. */
  largest?: ReactNode;
};
