export { CertificatesPage as default, generateMetadata } from '#features/certificates/certificates-page';
