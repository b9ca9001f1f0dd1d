export { generateMetadata, HolderPage as default } from '#features/holders/holder/holder-page';
