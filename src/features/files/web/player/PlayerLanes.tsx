import { useMemo } from 'react'
import type { Millis } from '#shared/units.ts'
import type { PlayedSpan } from './jumps.ts'

/** The times of one speaker, in order. `colour` is a CSS colour. */
export type PlayerLane = { readonly colour: string; readonly spans: readonly PlayedSpan[] }

/** Height of a lane, and of all of them, in pixels. */
const LANE_HEIGHT = 4
const MAX_HEIGHT = 16
/** The shortest span that is visible, as a share of the recording. */
const MIN_SHARE = 1 / 800

/** Who speaks when, one lane a speaker, below the waveform. */
export function PlayerLanes({ lanes, duration }: { lanes: readonly PlayerLane[]; duration: Millis }) {
  const paths = useMemo(() => lanes.map(({ spans }, index) => pathOf(spans, index, duration)), [lanes, duration])
  if (lanes.length === 0 || duration <= 0) return null
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${duration} ${lanes.length * LANE_HEIGHT}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 top-full mt-0.5 w-full max-sm:mt-0"
      style={{ height: Math.min(MAX_HEIGHT, lanes.length * LANE_HEIGHT) }}
    >
      {paths.map((path, index) => (
        <path key={index} d={path} fill={lanes[index]!.colour} data-lane={index} />
      ))}
    </svg>
  )
}

/** A rectangle for each span. Three quarters of the height of a lane are filled. */
const pathOf = (spans: readonly PlayedSpan[], lane: number, duration: Millis): string =>
  spans
    .map(({ start, end }) => {
      const width = Math.max(end - start, Math.round(duration * MIN_SHARE))
      return `M${start} ${lane * LANE_HEIGHT}h${width}v${(LANE_HEIGHT * 3) / 4}h${-width}z`
    })
    .join('')
