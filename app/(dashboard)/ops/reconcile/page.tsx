export { RedirectToProof as default } from '#features/proof/redirect-page';
