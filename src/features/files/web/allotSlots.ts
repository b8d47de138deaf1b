/** Which slot of the page shows which recording, by its id. */
export type Slots = ReadonlyMap<string, number>

/** Who had a slot keeps it; who comes gets one that has become free, else a new one. The same object when nothing changes. */
export function allotSlots(was: Slots, ids: readonly string[]): Slots {
  if (ids.length === was.size && ids.every((id) => was.has(id))) return was
  const wanted = new Set(ids)
  const free = [...was].flatMap(([id, slot]) => (wanted.has(id) ? [] : [slot]))
  let next = Math.max(-1, ...was.values()) + 1
  return new Map(ids.map((id) => [id, was.get(id) ?? free.pop() ?? next++]))
}
