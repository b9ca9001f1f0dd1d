import type { Row } from './bad-inputs.ts';

const links = 'the registry makes links and follows none';
const runs = 'runs and their handles are the dashboard’s';
const people = 'the registry knows API clients, no people and no sessions';
const pages = 'the registry serves no pages, sets no cookies and is called by no browser';

/** Rows 91 to 111: only for the gateway, each with the reason. */
export const gatewayRows: readonly Row[] = [
  { id: 91, about: 'links that point at this very machine', gateway: links },
  { id: 92, about: 'links that only look like ours', gateway: links },
  { id: 93, about: 'links to another path of the right host', gateway: links },
  { id: 94, about: 'links with either letter case of the prefix', gateway: links },
  { id: 95, about: 'no link, or something that is none', gateway: links },
  { id: 96, about: "handles of other people's or former runs", gateway: runs },
  { id: 97, about: 'names of reports that no header can carry', gateway: runs },
  { id: 98, about: 'a session that asks for more rights', gateway: people },
  { id: 99, about: 'a sign-in that leads elsewhere', gateway: people },
  { id: 100, about: 'names and passwords in unusual forms', gateway: people },
  { id: 101, about: "writes from another site's page", gateway: pages },
  { id: 102, about: 'headers that skip the middleware', gateway: pages },
  { id: 103, about: 'cookies of 64 KB', gateway: pages },
  { id: 104, about: 'crafted component payloads', gateway: pages },
  { id: 105, about: 'internal parameters of the framework', gateway: pages },
  { id: 106, about: 'an upgrade to a socket', gateway: pages },
  { id: 107, about: 'the image optimizer as a proxy', gateway: pages },
  { id: 108, about: 'a page of a billion rows for a browser', gateway: pages },
  { id: 109, about: 'a hundred exports by one person', gateway: people },
  { id: 110, about: 'log lines of the dashboard that would break or pretend', gateway: pages },
  { id: 111, about: 'floods of policy reports', gateway: pages },
];
