const underWay = new Map<string, Set<string>>()

/**
 * Runs an action on recordings, except those on which the same action is already running (a double click, a held key). Resolves
 * to the result of `action`, or to false when none is left.
 */
export async function onceEach(
  what: string,
  ids: readonly string[],
  act: (ids: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const busy = underWay.get(what) ?? new Set()
  underWay.set(what, busy)
  const free = ids.filter((id) => !busy.has(id))
  if (free.length === 0) return false
  for (const id of free) busy.add(id)
  try {
    return await act(free)
  } finally {
    for (const id of free) busy.delete(id)
  }
}
