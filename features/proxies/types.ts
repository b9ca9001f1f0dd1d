export type ProxiesProps = {
  issuer: number;
  name: string;
  file: boolean;
  asof: string | null;
  today: string;
};
