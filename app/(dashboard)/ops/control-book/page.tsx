export { FormerPage as default } from '#features/proof/former-page';
