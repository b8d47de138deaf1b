/** The selected rows by id. The selection survives another sort, a filter and a reload of the library. */
export type Selection = {
  ids: ReadonlySet<string>
  /** Start of a range: the row selected last. */
  anchor: string | undefined
  /** The selection before the range; the range is added to it. */
  base: ReadonlySet<string>
}

const EMPTY: ReadonlySet<string> = new Set()
export const NO_SELECTION: Selection = { ids: EMPTY, anchor: undefined, base: EMPTY }

/** The rows as shown, and the index of each. */
export type ShownRows = { files: readonly { readonly id: string }[]; indexById: ReadonlyMap<string, number> }

/** Toggles one row; the next range starts there. */
export function toggle(previous: Selection, id: string): Selection {
  const ids = new Set(previous.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, base: ids }
}

/** Selects all rows from the start of the range to this one. `from` is the start when nothing was selected before. */
export function extend(previous: Selection, { files, indexById }: ShownRows, from: string | undefined, to: string): Selection {
  const [anchor, base] =
    previous.anchor !== undefined && indexById.has(previous.anchor)
      ? [previous.anchor, previous.base]
      : [from ?? to, previous.ids]
  const [start, end] = [indexById.get(anchor) ?? indexById.get(to), indexById.get(to)]
  if (start === undefined || end === undefined) return previous
  const ids = new Set(base)
  for (const { id } of files.slice(Math.min(start, end), Math.max(start, end) + 1)) ids.add(id)
  return { ids, anchor, base }
}

/** Selects all rows shown. */
export function selectAll(previous: Selection, { files }: ShownRows): Selection {
  const ids = new Set(previous.ids)
  for (const { id } of files) ids.add(id)
  return { ids, anchor: previous.anchor, base: ids }
}

/** Removes rows that no longer exist. Returns the same object when all exist. */
export function keepExisting(ids: ReadonlySet<string>, exists: (id: string) => boolean): ReadonlySet<string> {
  let isComplete = true
  for (const id of ids) if (!exists(id)) isComplete = false
  return isComplete ? ids : new Set([...ids].filter(exists))
}
