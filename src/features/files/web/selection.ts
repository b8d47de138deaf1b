/** Which rows are chosen, by id: it outlives another order, a filter, and a library read anew. */
export type Selection = {
  ids: ReadonlySet<string>
  /** Where a range begins: the row chosen last. */
  anchor: string | undefined
  /** What was chosen when the range began; the range comes on top of it. */
  base: ReadonlySet<string>
}

const EMPTY: ReadonlySet<string> = new Set()
export const NOTHING: Selection = { ids: EMPTY, anchor: undefined, base: EMPTY }

/** The rows as they are shown, and the place of each. */
export type Shown = { files: readonly { readonly id: string }[]; places: ReadonlyMap<string, number> }

/** Takes one in or out; the next range begins there. */
export function toggled(was: Selection, id: string): Selection {
  const ids = new Set(was.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, base: ids }
}

/** All rows from where the range began to this one; `from` is where it begins when nothing was chosen before. */
export function extended(was: Selection, { files, places }: Shown, from: string | undefined, to: string): Selection {
  const [anchor, base] = was.anchor !== undefined && places.has(was.anchor) ? [was.anchor, was.base] : [from ?? to, was.ids]
  const [one, other] = [places.get(anchor) ?? places.get(to), places.get(to)]
  if (one === undefined || other === undefined) return was
  const ids = new Set(base)
  for (const { id } of files.slice(Math.min(one, other), Math.max(one, other) + 1)) ids.add(id)
  return { ids, anchor, base }
}

/** Takes in all that are shown. */
export function withAll(was: Selection, { files }: Shown): Selection {
  const ids = new Set(was.ids)
  for (const { id } of files) ids.add(id)
  return { ids, anchor: was.anchor, base: ids }
}

/** Without those no longer there; the same object when all are. */
export function without(ids: ReadonlySet<string>, isThere: (id: string) => boolean): ReadonlySet<string> {
  let isWhole = true
  for (const id of ids) if (!isThere(id)) isWhole = false
  return isWhole ? ids : new Set([...ids].filter(isThere))
}
