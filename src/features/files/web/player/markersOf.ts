import type { Millis } from '#kit/units.ts'
import type { File } from '../../contract.ts'

/** A marker set while recording, with its text. */
export type Mark = { at: Millis; text: string }

/** Returns the markers of a recording sorted by time. Clients write arbitrary data here, so invalid entries are skipped. */
export function markersOf({ extra_data }: Pick<File, 'extra_data'>): readonly Mark[] {
  const { markers } = extra_data
  if (!Array.isArray(markers)) return []
  return markers.flatMap(readMark).toSorted((a, b) => a.at - b.at)
}

function readMark(said: unknown): Mark[] {
  if (typeof said !== 'object' || said === null || !('at' in said) || typeof said.at !== 'number') return []
  return [{ at: said.at, text: 'text' in said && typeof said.text === 'string' ? said.text : '' }]
}
