export { SentLinks } from './sent-links.tsx';
