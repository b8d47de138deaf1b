/**
 * Recordings by the folder they lay in, the empty id standing for none: a call each brings them back. One that lay in several
 * comes back into the first, since a move knows one folder only.
 */
export function groupByFolder(
  ids: readonly string[],
  tagsOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const folderId = tagsOf.get(id)?.[0] ?? ''
    const group = groups.get(folderId)
    if (group) group.push(id)
    else groups.set(folderId, [id])
  }
  return groups
}
