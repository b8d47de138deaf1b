import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'

const HEADER_BYTES = 44
const FORMAT_PCM = 1

/** Returns 16 kHz mono audio as a WAV file with 16 bits per sample. */
export function encodeWav(pcm: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + 2 * pcm.length)
  const view = new DataView(bytes.buffer)
  const writeText = (offset: number, text: string) => bytes.set(Buffer.from(text, 'latin1'), offset)
  writeText(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  writeText(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, FORMAT_PCM, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SPEECH_SAMPLE_RATE, true)
  view.setUint32(28, 2 * SPEECH_SAMPLE_RATE, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  writeText(36, 'data')
  view.setUint32(40, 2 * pcm.length, true)
  for (const [index, sample] of pcm.entries())
    view.setInt16(HEADER_BYTES + 2 * index, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  return bytes
}
