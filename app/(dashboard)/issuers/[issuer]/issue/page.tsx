export { generateMetadata, IssuePage as default } from '#features/issuance/issue-page';
