const underWay = new Map<string, Set<string>>()

/**
 * Does something with recordings unless just that is already under way with each of them: a button pressed twice, a key held
 * down. Resolves to what `act` did, or to false where there was nothing left to do.
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
