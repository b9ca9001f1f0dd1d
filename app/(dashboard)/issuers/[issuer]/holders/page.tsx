export { generateMetadata, HoldersPage as default } from '#features/holders/holders-page';
