const registry = Symbol.for('sharebook.process-wide');

/**
 * One value per process and name, created on first use. Next may load a module once per route or again after an
 * edit; pools, token caches, circuits and active downloads must not be duplicated.
 */
export function processWide<T>(name: string, make: () => T): T {
  const host = globalThis as { [registry]?: Map<string, unknown> };
  host[registry] ??= new Map();
  const known = host[registry];
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}
