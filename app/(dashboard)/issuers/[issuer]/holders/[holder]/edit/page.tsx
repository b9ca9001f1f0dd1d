export { EditHolderPage as default, generateMetadata } from '#features/holder-form/edit-holder-page';
