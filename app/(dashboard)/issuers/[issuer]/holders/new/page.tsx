export { generateMetadata, NewHolderPage as default } from '#features/holder-form/new-holder-page';
