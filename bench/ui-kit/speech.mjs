// What a screen reader says, computed from Chromium's accessibility tree and from the changes of live regions.

/** Runs in the page before its scripts: notes what is added to live regions, in `window.liveTexts`. */
export function recordLiveRegions() {
  const live = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output';
  const known = new WeakSet();
  window.liveTexts = [];
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true') return '';
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden') return '';
    const label = node.getAttribute('aria-label');
    if (label && node.matches('button, [role=button]')) return ` ${label} button `;
    const inner = [...node.childNodes].map(textOf).join('');
    return style.display === 'inline' ? inner : ` ${inner} `;
  };
  const say = (region, text, note = '') => {
    const words = text.replace(/\s+/g, ' ').trim();
    const urgent = region.matches('[role=alert], [aria-live=assertive]') ? '!' : '';
    if (words) window.liveTexts.push(`${note}«${words}${urgent}»`);
  };
  const isAtomic = (region) =>
    region.getAttribute('aria-atomic') === 'true' ||
    (region.matches('[role=status], [role=alert]') && region.getAttribute('aria-atomic') !== 'false');
  new MutationObserver((records) => {
    const added = new Map();
    for (const record of records) {
      const target =
        record.target.nodeType === Node.ELEMENT_NODE ? record.target : record.target.parentElement;
      const region = target?.closest(live);
      if (!region || !known.has(region)) continue;
      const nodes = added.get(region) ?? new Set();
      for (const node of record.type === 'characterData' ? [record.target] : record.addedNodes)
        nodes.add(node);
      if (record.type === 'attributes') nodes.add(target);
      added.set(region, nodes);
    }
    for (const [region, nodes] of added) {
      if (!region.isConnected || nodes.size === 0) continue;
      say(region, isAtomic(region) ? textOf(region) : [...nodes].map(textOf).join(' '));
    }
    for (const region of document.querySelectorAll(live)) {
      // Most screen readers miss the text of a region that comes together with it, except of an alert.
      if (!known.has(region))
        say(region, textOf(region), region.matches('[role=alert]') ? '' : 'with its region: ');
      known.add(region);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const roles = {
  combobox: 'combo box',
  textbox: 'edit',
  searchbox: 'search edit',
  spinbutton: 'spin button',
  menuitemcheckbox: 'check menu item',
  menuitemradio: 'radio menu item',
  menuitem: 'menu item',
  option: 'option',
  listbox: 'list',
  menu: 'menu',
  checkbox: 'check box',
  DateTime: 'date edit',
  Date: 'date edit',
  InputTime: 'date edit',
};
const containers = new Set([
  'dialog',
  'alertdialog',
  'menu',
  'listbox',
  'group',
  'radiogroup',
  'DateTime',
  'Date',
]);
const sets = { option: 'listbox', menuitem: 'menu', menuitemcheckbox: 'menu', menuitemradio: 'menu' };

const property = (node, name) => node.properties?.find((one) => one.name === name)?.value;
const text = (value) => `${value?.value ?? ''}`.trim();

async function attributeOf(cdp, node, name) {
  const { node: element } = await cdp.send('DOM.describeNode', { backendNodeId: node.backendDOMNodeId });
  const at = element.attributes?.findIndex((one, index) => index % 2 === 0 && one === name) ?? -1;
  return at < 0 ? undefined : element.attributes[at + 1];
}

/** Accessibility tree of the page, with the node that has the focus and the active descendant. */
async function readTree(cdp) {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const byElement = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const focus = nodes
    .filter((node) => property(node, 'focused')?.value && text(node.role) !== 'RootWebArea')
    .at(-1);
  const related = focus && property(focus, 'activedescendant')?.relatedNodes?.[0];
  // The protocol leaves out the value texts of spin buttons.
  if (focus) focus.valueText = await attributeOf(cdp, focus, 'aria-valuetext');
  return { nodes, byId, focus, active: related && byElement.get(related.backendDOMNodeId) };
}

const pathOf = (tree, node) => {
  const path = [];
  for (let at = tree.byId.get(node?.parentId); at; at = tree.byId.get(at.parentId)) {
    if (!at.ignored) path.unshift(at);
  }
  return path;
};

async function positionOf(tree, node, cdp) {
  const kind = sets[text(node.role)];
  if (!kind) return '';
  const total = await attributeOf(cdp, node, 'aria-setsize');
  if (total) return `${await attributeOf(cdp, node, 'aria-posinset')} of ${total}`;
  const set = pathOf(tree, node).findLast((one) => text(one.role) === kind);
  const all = tree.nodes.filter(
    (one) => !one.ignored && sets[text(one.role)] === kind && pathOf(tree, one).includes(set),
  );
  return `${all.indexOf(node) + 1} of ${all.length}`;
}

function statesOf(node) {
  const role = text(node.role);
  const is = (name) => property(node, name)?.value;
  const states = [];
  if (is('expanded') !== undefined) states.push(is('expanded') ? 'expanded' : 'collapsed');
  if (is('checked') !== undefined) states.push(`${is('checked')}` === 'true' ? 'checked' : 'not checked');
  if (role === 'option') states.push(is('selected') ? 'selected' : 'not selected');
  if (is('hasPopup') && is('hasPopup') !== 'false') states.push(`opens ${is('hasPopup')}`);
  if (is('invalid') && `${is('invalid')}` !== 'false') states.push('invalid entry');
  if (is('required')) states.push('required');
  if (is('disabled')) states.push('unavailable');
  return states;
}

const shownValue = (node) => (text(node.role) === 'option' ? '' : (node.valueText ?? text(node.value)));

async function describe(tree, node, before, cdp) {
  const was = new Set(before);
  const entered = pathOf(tree, node).filter(
    (one) => containers.has(text(one.role)) && !was.has(one.backendDOMNodeId) && text(one.name),
  );
  const role = text(node.role);
  return [
    ...entered.map((one) => [text(one.name), roles[text(one.role)] ?? text(one.role), text(one.description)]),
    [text(node.name), roles[role] ?? role],
    shownValue(node),
    statesOf(node),
    await positionOf(tree, node, cdp),
    text(node.description),
  ];
}

const join = (parts) => parts.flat(2).filter(Boolean).join(', ');

/** Speech of each step: `step(action)` performs it and returns what is heard. */
export async function listen(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Accessibility.enable');
  await cdp.send('DOM.enable');
  let last = { focus: undefined, active: undefined, focusPath: [], states: '', value: '' };
  return async (action, typed = false) => {
    await page.evaluate(() => {
      window.liveTexts.length = 0;
    });
    await action();
    await page.waitForTimeout(700);
    const tree = await readTree(cdp);
    const heard = [];
    const { focus, active } = tree;
    if (focus && focus.backendDOMNodeId !== last.focus) {
      heard.push(join(await describe(tree, focus, last.focusPath, cdp)));
    } else if (focus) {
      const changed = statesOf(focus).filter((state) => !last.states.includes(state));
      const gone = last.states.includes('invalid entry') && !statesOf(focus).includes('invalid entry');
      heard.push(
        join([
          changed,
          gone ? 'valid' : '',
          shownValue(focus) !== last.value && !typed ? shownValue(focus) : '',
        ]),
      );
    } else heard.push('(focus lost)');
    const path = pathOf(tree, focus).map((one) => one.backendDOMNodeId);
    if (active && active.backendDOMNodeId !== last.active) {
      heard.push(join(await describe(tree, active, [...path, ...(last.activePath ?? [])], cdp)));
    } else if (active && join(statesOf(active)) !== last.activeStates) heard.push(join(statesOf(active)));
    last = {
      focus: focus?.backendDOMNodeId,
      active: active?.backendDOMNodeId,
      activePath: active ? pathOf(tree, active).map((one) => one.backendDOMNodeId) : [],
      activeStates: active ? join(statesOf(active)) : '',
      focusPath: path,
      states: focus ? statesOf(focus) : [],
      value: focus ? shownValue(focus) : '',
    };
    const live = await page.evaluate(() => [...window.liveTexts]);
    return [...heard.filter(Boolean), ...live].join(' · ') || '(nothing)';
  };
}
