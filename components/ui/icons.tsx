const paths = {
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  chevronDown: 'M4 6l4 4 4-4',
  chevronRight: 'M6 4l4 4-4 4',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M8 3.5v.01M8 8v.01M8 12.5v.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  search: 'M11.5 11.5L14 14M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z',
  download: 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  sort: 'M4.5 3v10M2 10.5L4.5 13 7 10.5M11.5 13V3M9 5.5L11.5 3 14 5.5',
  pin: 'M6 2.5h4M7 2.5v4L4.5 9.5h7L9 6.5v-4M8 9.5v4',
  bookmark: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  filter: 'M2.5 3.5h11M4.5 8h7M6.5 12.5h3',
  print: 'M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  chart: 'M2.5 3.5h7M2.5 8h11M2.5 12.5h4.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 3v10',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  alert: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5v3.5M8 5v.01',
  history: 'M2.5 8A5.5 5.5 0 1 0 4.6 3.7M2.5 2.5v3h3M8 5v3.3l2.2 1.4',
  user: 'M8 8.2a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM2.8 14c.4-2.7 2.5-4 5.2-4s4.8 1.3 5.2 4',
} as const;

export type IconName = keyof typeof paths;

/** A 16-unit line icon; always decorative, so text beside it must give the meaning. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`${className} shrink-0`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
