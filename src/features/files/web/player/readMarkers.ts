import type { Millis } from '#shared/units.ts'
import type { File } from '../../contract.ts'

/** A marker set while recording, with its text. */
export type Marker = { at: Millis; text: string }

/** Returns the markers of a recording sorted by time. Clients write arbitrary data here, so invalid entries are skipped. */
export function readMarkers({ extra_data }: Pick<File, 'extra_data'>): readonly Marker[] {
  const { markers } = extra_data
  if (!Array.isArray(markers)) return []
  return markers.flatMap(readMarker).toSorted((a, b) => a.at - b.at)
}

function readMarker(value: unknown): Marker[] {
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'number') return []
  return [{ at: value.at, text: 'text' in value && typeof value.text === 'string' ? value.text : '' }]
}
