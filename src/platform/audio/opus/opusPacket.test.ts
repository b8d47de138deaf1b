import { randomBytes, randomInt } from 'node:crypto'
import { OpusDecoder } from 'opus-decoder'
import { describe, expect, it, vi } from 'vitest'
import { isOpusPacket } from './opusPacket.ts'

describe('isOpusPacket', () => {
  it('accepts exactly what the decoder accepts, for bytes of any length', async () => {
    // The decoder writes a line for every packet it refuses.
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const decoder = new OpusDecoder({ channels: 1, sampleRate: 16_000 })
    await decoder.ready
    const wrong: string[] = []
    let taken = 0
    for (let n = 0; n < 3000; n++) {
      const packet = randomBytes(randomInt(1, n % 5 === 0 ? 2000 : 60))
      if (n % 2 === 0) packet[0] = packet[0]! | 3
      const accepted = decoder.decodeFrame(packet).errors.length === 0
      if (accepted) taken++
      if (accepted !== isOpusPacket(packet)) wrong.push(packet.toString('hex'))
    }
    decoder.free()
    quiet.mockRestore()
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThan(300)
    expect(taken).toBeLessThan(2700)
  })

  it('refuses an empty packet', () => {
    expect(isOpusPacket(new Uint8Array(0))).toBe(false)
  })
})
