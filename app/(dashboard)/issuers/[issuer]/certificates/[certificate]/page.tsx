export { CertificatePage as default, generateMetadata } from '#features/certificates/certificate-page';
