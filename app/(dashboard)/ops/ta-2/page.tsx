export { generateMetadata, Ta2Page as default } from '#features/ta2/ta2-page';
