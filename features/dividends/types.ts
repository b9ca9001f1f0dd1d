// Properties of the pages of dividends.

export type DividendsProps = {
  issuer: number;
  name: string;
  file: boolean;
  asof: string | null;
  today: string;
};
