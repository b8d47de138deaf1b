import type { ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { markersOf } from './markers.ts'

/** Times are counted in milliseconds, so that nothing is rounded. */
const RATE = 1000
const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: RATE, value })
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(Math.max(0, duration)),
})

/** OpenTimelineIO: the recording as one clip, with a marker for each chapter, highlight or paragraph. */
export function writeOtio(document: ExportDocument): string {
  const { title, duration, audioName } = document
  const clip = {
    OTIO_SCHEMA: 'Clip.1',
    name: oneLine(title),
    source_range: range(0, duration),
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: encodeURIComponent(audioName),
      available_range: range(0, duration),
    },
    effects: [],
    markers: markersOf(document).map(({ start, end, name, color, comment }) => ({
      OTIO_SCHEMA: 'Marker.2',
      name,
      color,
      marked_range: range(start, end - start),
      metadata: comment ? { comment } : {},
    })),
    metadata: {},
  }
  const track = {
    OTIO_SCHEMA: 'Track.1',
    kind: 'Audio',
    name: 'Audio 1',
    children: [clip],
    markers: [],
    effects: [],
    metadata: {},
  }
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: oneLine(title),
    global_start_time: null,
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: [track], markers: [], effects: [], metadata: {} },
    metadata: {},
  }
  return `${JSON.stringify(timeline, null, 2)}\n`
}
