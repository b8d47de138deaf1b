type Group = { readonly folderIds: readonly string[]; readonly fileIds: readonly string[] }

/** Recordings by the folders they lay in, as far as these are still there: those that lay alike are brought back together. */
export function groupByFolders(
  ids: readonly string[],
  tagsOf: ReadonlyMap<string, readonly string[]>,
  isThere: (folderId: string) => boolean,
): readonly Group[] {
  const groups = new Map<string, { folderIds: readonly string[]; fileIds: string[] }>()
  for (const id of ids) {
    const folderIds = (tagsOf.get(id) ?? []).filter(isThere)
    const group = groups.get(folderIds.join())
    if (group) group.fileIds.push(id)
    else groups.set(folderIds.join(), { folderIds, fileIds: [id] })
  }
  return [...groups.values()]
}
