import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { listen } from '#browser/events/listen.ts'
import { useTheme } from '#browser/page/theme.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { files } from '../filesClient.ts'
import { MarkerTicks, type Marker } from './MarkersMenu.tsx'
import { usePlayedTime, usePlayer, usePlayerState } from './PlayerContext.ts'
import { PlayerLanes, type PlayerLane } from './PlayerLanes.tsx'

/** Peaks are measured right after an upload and polled until then. */
const PEAKS_POLL_INTERVAL = seconds(3)
const STEP: Millis = seconds(5)
const PAGE: Millis = seconds(60)

type WaveformProps = { fileId: string; markers?: readonly Marker[]; lanes?: readonly PlayerLane[] }

/**
 * The audio as a row of bars that seeks on a click; a slider for keyboards and screen readers. We draw it ourselves: 4000 peaks
 * need thirty lines, while a player library would add its own element, its own clock and fourteen times the code.
 */
export function Waveform({ fileId, markers = [], lanes = [] }: WaveformProps) {
  const t = useTranslations('files')
  const playback = usePlayer()
  const duration = usePlayerState((state) => state.duration)
  const second = usePlayedTime((time) => Math.floor(time / 1000))
  const { canvas, setDragTime, isDragging } = useWaveformCanvas(fileId)
  const [pointedTime, setPointedTime] = useState<Millis>()

  const timeAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width))) * duration
  }
  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setDragTime(timeAt(event))
    setPointedTime(timeAt(event))
  }
  const endDrag = (event: PointerEvent) => {
    if (!isDragging()) return
    playback.seek(timeAt(event))
    setDragTime(undefined)
    if (event.pointerType !== 'mouse') setPointedTime(undefined)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = seekTarget(event.key, playback.time(), duration)
    if (to === undefined) return
    event.preventDefault()
    playback.seek(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('player_position')}
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration / 1000)}
      aria-valuenow={second}
      aria-valuetext={t('player_time_of', { time: formatTimestamp(second * 1000), total: formatTimestamp(duration) })}
      onPointerDown={startDrag}
      onPointerMove={(event) => {
        setPointedTime(timeAt(event))
        if (isDragging()) setDragTime(timeAt(event))
      }}
      onPointerLeave={() => setPointedTime(undefined)}
      onPointerUp={endDrag}
      onPointerCancel={() => {
        setDragTime(undefined)
        setPointedTime(undefined)
      }}
      onKeyDown={handleKeyDown}
      className="relative h-11 min-w-0 flex-1 cursor-pointer touch-none rounded-sm select-none"
    >
      <canvas ref={canvas} aria-hidden className="block size-full" />
      <LoopedPart duration={duration} />
      <PlayerLanes lanes={lanes} duration={duration} />
      <MarkerTicks markers={markers} duration={duration} />
      {pointedTime !== undefined && <PointedTime time={pointedTime} duration={duration} />}
    </div>
  )
}

/** Shades the part that repeats. */
function LoopedPart({ duration }: { duration: Millis }) {
  const loop = usePlayerState((state) => state.loop)
  if (!loop || duration <= 0) return null
  const left = (loop.start / duration) * 100
  return (
    <span
      aria-hidden
      data-loop=""
      className="pointer-events-none absolute inset-y-0 min-w-0.5 border-x border-accent bg-accent/15"
      style={{ left: `${left}%`, width: `${(loop.end / duration) * 100 - left}%` }}
    />
  )
}

/** The time below the pointer, above the waveform and inside its edges. */
function PointedTime({ time, duration }: { time: Millis; duration: Millis }) {
  const share = duration > 0 ? time / duration : 0
  return (
    <span
      aria-hidden
      className="tabular pointer-events-none absolute bottom-full -translate-x-1/2 rounded-sm bg-ink px-1.5 text-xs text-surface"
      style={{ left: `clamp(1.25rem, ${share * 100}%, calc(100% - 1.25rem))` }}
    >
      {formatTimestamp(time)}
    </span>
  )
}

function seekTarget(key: string, time: Millis, duration: Millis): Millis | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return time + STEP
  if (key === 'ArrowLeft' || key === 'ArrowDown') return time - STEP
  if (key === 'PageUp') return time + PAGE
  if (key === 'PageDown') return time - PAGE
  if (key === 'Home') return 0
  return key === 'End' ? duration : undefined
}

/**
 * Keeps the canvas drawn at every size, in every theme and at every position. `setDragTime` shows the playhead at the dragged position.
 */
function useWaveformCanvas(fileId: string) {
  const playback = usePlayer()
  const [theme] = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragTime = useRef<Millis>(undefined)
  const latestDraw = useRef<() => void>(() => {})
  const peaks = usePeaks(fileId)

  // The canvas is the external system; it is drawn outside React because the playhead moves with every frame.
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return undefined
    let bars: number[] = []
    const size = { width: 0, height: 0 }
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      Object.assign(size, { width, height })
      element.width = width * devicePixelRatio
      element.height = height * devicePixelRatio
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
      const count = Math.floor(width / BAR_STEP)
      bars = peaks ? toBars(peaks, count) : Array.from({ length: count }, () => 0)
      draw()
    }
    const draw = () => {
      const colours = getComputedStyle(element)
      const share = (dragTime.current ?? playback.time()) / Math.max(1, playback.state().duration)
      const [played, ahead] = [colours.getPropertyValue('--accent'), colours.getPropertyValue('--wave')]
      drawWaveform(context, { ...size, bars, share, played, ahead })
    }
    latestDraw.current = draw
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    const unsubscribes = [playback.subscribeTime(draw), listen(matchMedia('(prefers-color-scheme: dark)'), 'change', draw)]
    return () => {
      resizes.disconnect()
      for (const stop of unsubscribes) stop()
    }
  }, [playback, peaks, theme])
  return {
    canvas,
    isDragging: () => dragTime.current !== undefined,
    setDragTime: (at: Millis | undefined) => {
      dragTime.current = at
      latestDraw.current()
    },
  }
}

function usePeaks(fileId: string): Uint8Array | undefined {
  const input = { params: { id: fileId } }
  const { data } = useQuery({
    queryKey: files.peaks.key(input),
    queryFn: ({ signal }) => files.peaks(input, { signal }),
    select: (reply) => reply.data.peaks,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => (query.state.data && !query.state.data.data.peaks ? PEAKS_POLL_INTERVAL : false),
  })
  return useMemo(() => (data ? readPeaks(data) : undefined), [data])
}

/** Decodes the points of `GET /file/peaks/:id`, each 0 to 255, from base64. */
export function readPeaks(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/**
 * Returns the maximum of each of `count` equal sections from 0 to 1, relative to the loudest point, so that quiet recordings are
 * visible too.
 */
export function toBars(peaks: Uint8Array, count: number): number[] {
  const loudest = Math.max(
    1,
    peaks.reduce((max, peak) => Math.max(max, peak), 0),
  )
  return Array.from({ length: Math.max(0, count) }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    return peaks.subarray(from, to).reduce((max, peak) => Math.max(max, peak), 0) / loudest
  })
}

const BAR_WIDTH = 2
export const BAR_STEP = 4
const MIN_BAR_HEIGHT = 3

type WaveformDrawing = {
  width: number
  height: number
  bars: readonly number[]
  share: number
  played: string
  ahead: string
}

/** Draws the bars, those before `share` (0 to 1) in the colour of the played part. Sizes are in CSS pixels. */
export function drawWaveform(context: CanvasRenderingContext2D, drawing: WaveformDrawing): void {
  const { width, height, bars, share, played, ahead } = drawing
  context.clearRect(0, 0, width, height)
  bars.forEach((loudness, bar) => {
    const x = bar * BAR_STEP
    const barHeight = Math.max(MIN_BAR_HEIGHT, loudness * height)
    context.fillStyle = x + BAR_WIDTH / 2 <= share * width ? played : ahead
    context.fillRect(x, (height - barHeight) / 2, BAR_WIDTH, barHeight)
  })
}
