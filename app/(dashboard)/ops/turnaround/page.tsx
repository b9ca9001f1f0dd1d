export { generateMetadata, TurnaroundPage as default } from '#features/turnaround/turnaround-page';
