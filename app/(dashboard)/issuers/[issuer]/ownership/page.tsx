export { generateMetadata, OwnershipPage as default } from '#features/ownership/ownership-page';
