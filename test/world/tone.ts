import { createWav, sineWave as sine } from '#test/fixtures/sound/makeWav.ts'

/** Returns a mono WAV file with a quiet tone: enough to upload, without speech. */
export function createToneWav(seconds: number, { hertz = 440, rate: sampleRate = 16_000 } = {}): Uint8Array<ArrayBuffer> {
  const waveform = sine(hertz, sampleRate)
  return new Uint8Array(createWav(Math.round(seconds * sampleRate), (frame) => 0.09 * waveform(frame), { rate: sampleRate }))
}

/** Returns a silent MP3: 8 kbit/s at 8 kHz, 72 bytes and 72 ms per frame, the smallest file for its length. */
export function createSilentMp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds / 0.072)
  const file = new Uint8Array(frames * 72)
  for (let offset = 0; offset < file.length; offset += 72) file.set([0xff, 0xe3, 0x18, 0xc0], offset)
  return file
}
