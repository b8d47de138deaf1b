import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { WAV_HEADER_BYTES, writeWavHeader } from '#platform/audio/wav.ts'

const FORMAT = { isFloat: false, channels: 1, sampleRate: SPEECH_SAMPLE_RATE, bits: 16 } as const

/** Returns 16 kHz mono audio as a WAV file with 16 bits per sample. */
export function encodeWav(pcm: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(WAV_HEADER_BYTES + 2 * pcm.length)
  const view = new DataView(bytes.buffer)
  bytes.set(writeWavHeader(FORMAT, 2 * pcm.length))
  for (const [index, sample] of pcm.entries())
    view.setInt16(WAV_HEADER_BYTES + 2 * index, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  return bytes
}
