import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useRecordedSeconds, useRecorder, useRecorderState } from '../RecorderContext.ts'
import { useAnimationFrame } from '../bar/LevelMeter.tsx'

const BAR_STEP = 5
const BAR_WIDTH = 3
const MIN_BAR_HEIGHT = 3
/** Minimum time that the width represents, so that the waveform of a short recording does not fill it. */
const MIN_SPAN: Millis = seconds(60)
/** The share of the width that a longer recording takes; the rest shows that it continues. */
const FILLED = 0.92

/** Returns the time that the full width represents. It grows in steps, so that the waveform does not shrink every second. */
function spanOf(position: Millis): Millis {
  let span = MIN_SPAN
  while (position > span * FILLED) span *= 1.25
  return span
}

/** The waveform of the whole recording, including audio from before it was shown, with its markers. */
export function RecordingWave({ className }: { className?: string }) {
  const recorder = useRecorder()
  const canvas = useRef<HTMLCanvasElement>(null)
  const markers = useRecorderState((state) => state.markers)
  const span = spanOf(useRecordedSeconds() * 1000)
  useAnimationFrame(() => drawWave(canvas.current, recorder.levelHistory(), { span, position: recorder.position() }))
  return (
    // The list of markers has the same information.
    <div aria-hidden className={classes('relative pt-6', className)}>
      {markers.map(({ at, text }, index) => (
        <span
          key={index}
          className="absolute inset-y-0 flex max-w-44 items-start gap-1 overflow-hidden border-l border-warn pl-1 text-xs text-ink2"
          // A label ends at the next marker.
          style={{ left: `${(100 * at) / span}%`, width: `${(100 * ((markers[index + 1]?.at ?? span) - at)) / span}%` }}
        >
          <Flag className="size-3.5 flex-none text-warn" />
          <span className="truncate max-sm:hidden">
            <bdi className="text-ink">{text}</bdi> {formatTimestamp(at)}
          </span>
        </span>
      ))}
      <canvas ref={canvas} className="block size-full" />
    </div>
  )
}

type Levels = { readonly bars: readonly number[]; readonly barDuration: Millis }

function drawWave(
  element: HTMLCanvasElement | null,
  { bars, barDuration }: Levels,
  { span, position }: { span: Millis; position: Millis },
): void {
  const context = element?.getContext('2d')
  if (!element || !context) return
  const { clientWidth: width, clientHeight: height } = element
  const scale = devicePixelRatio
  if (element.width !== Math.round(width * scale) || element.height !== Math.round(height * scale)) {
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  const colours = getComputedStyle(element)
  const end = (position / span) * width
  for (let x = 0; x < width; x += BAR_STEP) {
    const level =
      x < end
        ? loudestOf(
            bars,
            [x, x + BAR_STEP].map((edge) => ((edge / width) * span) / barDuration),
          )
        : 0
    const barHeight = x < end ? Math.max(MIN_BAR_HEIGHT, Math.sqrt(level) * height) : 1
    context.fillStyle = colours.getPropertyValue(x < end ? '--accent' : '--line')
    context.fillRect(x, (height - barHeight) / 2, BAR_WIDTH, barHeight)
  }
  context.fillStyle = colours.getPropertyValue('--signal')
  context.fillRect(Math.min(end, width - 2), 0, 2, height)
}

/** Returns the loudest of the bars between two positions. */
const loudestOf = (bars: readonly number[], [from = 0, to = 0]: readonly number[]): number =>
  Math.max(0, ...bars.slice(Math.floor(from), Math.max(Math.floor(from) + 1, Math.ceil(to))))
