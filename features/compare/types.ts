export type CompareProps = { issuer: number; name: string; from: string; to: string; asof: string | null };
