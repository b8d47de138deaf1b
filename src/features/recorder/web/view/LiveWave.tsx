import { useEffect, useRef } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { every } from '#browser/timers/time.ts'
import { useRecorder } from '../RecorderContext.ts'
import { useAnimationFrame } from '../bar/LevelMeter.tsx'

/** Duration of one bar; the window shows the last half minute. */
const BAR_DURATION = 160
const BAR_STEP = 5
const BAR_WIDTH = 3
const MIN_BAR_HEIGHT = 3
const MAX_BARS = 240

/** Level of the last seconds, newest at the right; visual only. `isIdle`: nothing is being recorded. */
export function LiveWave({ isIdle, className }: { isIdle: boolean; className?: string }) {
  const recorder = useRecorder()
  const canvas = useRef<HTMLCanvasElement>(null)
  const bars = useRef<number[]>([])
  // The audio is the external system. Levels are collected even while the canvas is not visible.
  useEffect(() => {
    if (isIdle) return
    return every(BAR_DURATION, () => {
      bars.current.push(recorder.level())
      if (bars.current.length > MAX_BARS) bars.current.shift()
    })
  }, [recorder, isIdle])
  useAnimationFrame(() => drawBars(canvas.current, bars.current))
  return <canvas ref={canvas} aria-hidden className={classes('block', className)} />
}

function drawBars(element: HTMLCanvasElement | null, bars: readonly number[]): void {
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
  const count = Math.floor(width / BAR_STEP)
  for (let index = 0; index < count; index += 1) {
    const level = bars[bars.length - count + index]
    const barHeight = Math.max(MIN_BAR_HEIGHT, Math.sqrt(level ?? 0) * height)
    context.fillStyle = colours.getPropertyValue(level === undefined ? '--line' : '--accent')
    context.fillRect(index * BAR_STEP, (height - barHeight) / 2, BAR_WIDTH, barHeight)
  }
}
