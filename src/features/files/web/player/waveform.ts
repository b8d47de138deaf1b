/** Decodes the points of `GET /file/peaks/:id`, each 0 to 255, from base64. */
export function readPeaks(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

/**
 * Returns the maximum of each of `count` equal sections from 0 to 1, relative to the loudest point, so that quiet recordings are
 * visible too.
 */
export function barsOf(peaks: Uint8Array, count: number): number[] {
  const loudest = Math.max(
    1,
    peaks.reduce((most, peak) => Math.max(most, peak), 0),
  )
  return Array.from({ length: Math.max(0, count) }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    return peaks.subarray(from, to).reduce((most, peak) => Math.max(most, peak), 0) / loudest
  })
}

export const BAR_WIDTH = 2
export const BAR_STEP = 4
const LEAST_BAR = 3

export type WavePainting = {
  width: number
  height: number
  bars: readonly number[]
  share: number
  played: string
  ahead: string
}

/** Draws the bars, those before `share` (0 to 1) in the colour of the played part. Sizes are in CSS pixels. */
export function paintWave(context: CanvasRenderingContext2D, painting: WavePainting): void {
  const { width, height, bars, share, played, ahead } = painting
  context.clearRect(0, 0, width, height)
  bars.forEach((loudness, bar) => {
    const x = bar * BAR_STEP
    const tall = Math.max(LEAST_BAR, loudness * height)
    context.fillStyle = x + BAR_WIDTH / 2 <= share * width ? played : ahead
    context.fillRect(x, (height - tall) / 2, BAR_WIDTH, tall)
  })
}
