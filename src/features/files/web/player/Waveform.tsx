import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { formatClock } from '#ui/format.ts'
import { listen } from '#ui/listen.ts'
import { useTheme } from '#ui/theme.ts'
import { useWords } from '#ui/words.ts'
import { files } from '../queries.ts'
import type { Mark } from './markersOf.ts'
import { MarkTicks } from './MarksMenu.tsx'
import { usePlayedTime, usePlayer, usePlayerState } from './usePlayer.ts'
import { BAR_STEP, barsOf, paintWave, readPeaks } from './waveform.ts'

/** Peaks are measured right after an upload and polled until then. */
const ASK_AGAIN = seconds(3)
const STEP: Millis = seconds(5)
const PAGE: Millis = seconds(60)

/**
 * The audio as a row of bars that seeks on a click; a slider for keyboards and screen readers. We draw it ourselves: 4000 peaks
 * need thirty lines, while a player library would add its own element, its own clock and fourteen times the code.
 */
export function Waveform({ fileId, marks = [] }: { fileId: string; marks?: readonly Mark[] }) {
  const t = useWords('files')
  const playback = usePlayer()
  const duration = usePlayerState((state) => state.duration)
  const second = usePlayedTime((time) => Math.floor(time / 1000))
  const { canvas, hold, isHeld } = useWavePaint(fileId)

  const timeAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width))) * duration
  }
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    hold(timeAt(event))
  }
  const letGo = (event: PointerEvent) => {
    if (!isHeld()) return
    playback.seek(timeAt(event))
    hold(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const to = targetOf(event.key, playback.time(), duration)
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
      aria-valuetext={t('player_time_of', { time: formatClock(second), total: formatClock(duration / 1000) })}
      onPointerDown={take}
      onPointerMove={(event) => isHeld() && hold(timeAt(event))}
      onPointerUp={letGo}
      onPointerCancel={() => hold(undefined)}
      onKeyDown={press}
      className="relative h-11 min-w-0 flex-1 cursor-pointer touch-none rounded-sm select-none"
    >
      <canvas ref={canvas} aria-hidden className="block size-full" />
      <MarkTicks marks={marks} duration={duration} />
    </div>
  )
}

function targetOf(key: string, time: Millis, duration: Millis): Millis | undefined {
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
function useWavePaint(fileId: string) {
  const playback = usePlayer()
  const [theme] = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<Millis>(undefined)
  const latest = useRef<() => void>(() => {})
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
      bars = peaks ? barsOf(peaks, count) : Array.from({ length: count }, () => 0)
      paint()
    }
    const paint = () => {
      const colours = getComputedStyle(element)
      const share = (drag.current ?? playback.time()) / Math.max(1, playback.state().duration)
      const [played, ahead] = [colours.getPropertyValue('--accent'), colours.getPropertyValue('--wave')]
      paintWave(context, { ...size, bars, share, played, ahead })
    }
    latest.current = paint
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    const deaf = [playback.watchTime(paint), listen(matchMedia('(prefers-color-scheme: dark)'), 'change', paint)]
    return () => {
      resizes.disconnect()
      for (const stop of deaf) stop()
    }
  }, [playback, peaks, theme])
  return {
    canvas,
    isHeld: () => drag.current !== undefined,
    hold: (at: Millis | undefined) => {
      drag.current = at
      latest.current()
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
    refetchInterval: (query) => (query.state.data && !query.state.data.data.peaks ? ASK_AGAIN : false),
  })
  return useMemo(() => (data ? readPeaks(data) : undefined), [data])
}
