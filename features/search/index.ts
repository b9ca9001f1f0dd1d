export { Palette } from './palette.tsx';
export type { Layer } from './palette-dialog.tsx';
export type { OfferedReport } from './palette-entries.ts';
