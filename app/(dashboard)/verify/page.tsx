export { metadata, VerifyPage as default } from '#features/verify/verify-page';
