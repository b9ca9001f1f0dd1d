// Properties of the page of holders and of its tables.

export type HoldersProps = {
  issuer: number;
  name: string;
  view: 'holding' | 'records';
  /** True for users who may see e-mail and postal addresses. */
  contact: boolean;
  /** True for users who may register holders. */
  register: boolean;
  asof: string | null;
  today: string;
};
