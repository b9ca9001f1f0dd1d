export { CreatePack } from './create-pack.tsx';
export { MonthEndPack } from './month-end-pack.tsx';
export { PackSection } from './pack-section.tsx';
