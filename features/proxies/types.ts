// Properties of the pages of meetings.

export type ProxiesProps = {
  issuer: number;
  name: string;
  file: boolean;
  asof: string | null;
  today: string;
};
