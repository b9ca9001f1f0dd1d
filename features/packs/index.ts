export { CreatePack } from './create-pack.tsx';
export { PackSection } from './pack-section.tsx';
