export { metadata, PublicVerifyPage as default } from '#features/verify/public-verify-page';
