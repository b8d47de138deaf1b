/** The selected rows by id. The selection survives another sort, a filter and a reload of the library. */
export type Selection = {
  ids: ReadonlySet<string>
  /** Start of a range: the row selected last. */
  anchor: string | undefined
  /** The selection before the range; the range is added to it. */
  base: ReadonlySet<string>
}

const EMPTY: ReadonlySet<string> = new Set()
export const NOTHING: Selection = { ids: EMPTY, anchor: undefined, base: EMPTY }

/** The rows as shown, and the index of each. */
export type Shown = { files: readonly { readonly id: string }[]; places: ReadonlyMap<string, number> }

/** Toggles one row; the next range starts there. */
export function toggled(was: Selection, id: string): Selection {
  const ids = new Set(was.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, base: ids }
}

/** Selects all rows from the start of the range to this one. `from` is the start when nothing was selected before. */
export function extended(was: Selection, { files, places }: Shown, from: string | undefined, to: string): Selection {
  const [anchor, base] = was.anchor !== undefined && places.has(was.anchor) ? [was.anchor, was.base] : [from ?? to, was.ids]
  const [one, other] = [places.get(anchor) ?? places.get(to), places.get(to)]
  if (one === undefined || other === undefined) return was
  const ids = new Set(base)
  for (const { id } of files.slice(Math.min(one, other), Math.max(one, other) + 1)) ids.add(id)
  return { ids, anchor, base }
}

/** Selects all rows shown. */
export function withAll(was: Selection, { files }: Shown): Selection {
  const ids = new Set(was.ids)
  for (const { id } of files) ids.add(id)
  return { ids, anchor: was.anchor, base: ids }
}

/** Removes rows that no longer exist. Returns the same object when all exist. */
export function without(ids: ReadonlySet<string>, isThere: (id: string) => boolean): ReadonlySet<string> {
  let isWhole = true
  for (const id of ids) if (!isThere(id)) isWhole = false
  return isWhole ? ids : new Set([...ids].filter(isThere))
}
