import type { Millis } from '#kit/units.ts'
import type { File } from '../../contract.ts'

/** A moment somebody marked while recording, with the words they wrote to it. */
export type Mark = { at: Millis; text: string }

/** The marks of a recording, in order; clients write there what they like, so only what reads as a mark is one. */
export function markersOf({ extra_data }: Pick<File, 'extra_data'>): readonly Mark[] {
  const { markers } = extra_data
  if (!Array.isArray(markers)) return []
  return markers.flatMap(readMark).toSorted((a, b) => a.at - b.at)
}

function readMark(said: unknown): Mark[] {
  if (typeof said !== 'object' || said === null || !('at' in said) || typeof said.at !== 'number') return []
  return [{ at: said.at, text: 'text' in said && typeof said.text === 'string' ? said.text : '' }]
}
