import { describe, expect, it } from 'vitest'
import { BAR_STEP, toBars, drawWaveform, readPeaks } from './Waveform.tsx'

describe('waveform', () => {
  it('decodes the points of the server from base64', () => {
    expect([...readPeaks(btoa(String.fromCharCode(0, 128, 255)))]).toEqual([0, 128, 255])
  })

  it('shows the maximum of each section relative to the loudest', () => {
    expect(toBars(Uint8Array.of(1, 50, 0, 100, 20, 20), 3)).toEqual([0.5, 1, 0.2])
  })

  it('has a bar everywhere, also with fewer points than bars and in silence', () => {
    expect(toBars(Uint8Array.of(0, 10), 4)).toEqual([0, 0, 1, 1])
    expect(toBars(new Uint8Array(4000), 100)).toEqual(Array.from({ length: 100 }, () => 0))
    expect(toBars(new Uint8Array(0), 3)).toEqual([0, 0, 0])
    expect(toBars(Uint8Array.of(1), 0)).toEqual([])
  })

  it('is drawn in the colour of the played part up to the playhead', () => {
    const fillStyles: string[] = []
    const canvas = { fillStyle: '', clearRect: () => {}, fillRect: () => fillStyles.push(canvas.fillStyle) }
    const bars = [1, 1, 1, 1]
    drawWaveform(canvas as unknown as CanvasRenderingContext2D, {
      width: 4 * BAR_STEP,
      height: 44,
      bars,
      share: 0.5,
      played: 'green',
      ahead: 'grey',
    })
    expect(fillStyles).toEqual(['green', 'green', 'grey', 'grey'])
  })
})
