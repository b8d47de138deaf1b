const runningIds = new Map<string, Set<string>>()

/**
 * Runs an action on recordings, except those on which the same action is already running (a double click, a held key). Resolves
 * to the result of `action`, or to false when none is left.
 */
export async function runOncePerFile(
  actionName: string,
  ids: readonly string[],
  action: (ids: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const running = runningIds.get(actionName) ?? new Set()
  runningIds.set(actionName, running)
  const idle = ids.filter((id) => !running.has(id))
  if (idle.length === 0) return false
  for (const id of idle) running.add(id)
  try {
    return await action(idle)
  } finally {
    for (const id of idle) running.delete(id)
  }
}
