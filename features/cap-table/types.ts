import type { CapTableView } from './views.ts';

export type CapTableProps = {
  issuer: number;
  name: string;
  view: CapTableView;
  asof: string | null;
  today: string;
};
