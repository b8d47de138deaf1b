import { useEffect, useRef } from 'react'
import { classes } from '#ui/classes.ts'
import { every } from '#ui/time.ts'
import { useRecorder } from './RecorderContext.ts'
import { useFrames } from './useFrames.ts'

/** Duration of one bar; the window shows the last half minute. */
const BAR_MILLIS = 160
const STEP = 5
const WIDTH = 3
const LEAST = 3
const MOST_BARS = 240

/** Level of the last seconds, newest at the right; visual only. `isIdle`: nothing is being recorded. */
export function LiveWave({ isStill, className }: { isStill: boolean; className?: string }) {
  const recorder = useRecorder()
  const canvas = useRef<HTMLCanvasElement>(null)
  const bars = useRef<number[]>([])
  // The audio is the external system. Levels are collected even while the canvas is not visible.
  useEffect(() => {
    if (isStill) return
    return every(BAR_MILLIS, () => {
      bars.current.push(recorder.level())
      if (bars.current.length > MOST_BARS) bars.current.shift()
    })
  }, [recorder, isStill])
  useFrames(() => paint(canvas.current, bars.current))
  return <canvas ref={canvas} aria-hidden className={classes('block', className)} />
}

function paint(element: HTMLCanvasElement | null, bars: readonly number[]): void {
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
  const count = Math.floor(width / STEP)
  for (let at = 0; at < count; at += 1) {
    const level = bars[bars.length - count + at]
    const tall = Math.max(LEAST, Math.sqrt(level ?? 0) * height)
    context.fillStyle = colours.getPropertyValue(level === undefined ? '--line' : '--accent')
    context.fillRect(at * STEP, (height - tall) / 2, WIDTH, tall)
  }
}
