import type { Again } from '#components/register/rerun-url';

export type KnownReport = Again & { title: string };
