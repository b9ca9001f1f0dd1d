export { metadata, SendingPage as default } from '#features/sending/sending-page';
