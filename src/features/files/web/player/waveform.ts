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

export const BAR_WIDTH = 2
export const BAR_STEP = 4
const MIN_BAR_HEIGHT = 3

export type WaveformDrawing = {
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
