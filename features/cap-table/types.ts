import type { CapTableKind } from './views.ts';

export type CapTableProps = {
  issuer: number;
  name: string;
  view: CapTableKind;
  asof: string | null;
  today: string;
};
