import { makeWav, tone as sine } from '#test/fixtures/sound/makeWav.ts'

/** Returns a mono WAV file with a quiet tone: enough to upload, without speech. */
export function tone(seconds: number, { hertz = 440, rate = 16_000 } = {}): Uint8Array<ArrayBuffer> {
  const wave = sine(hertz, rate)
  return new Uint8Array(makeWav(Math.round(seconds * rate), (frame) => 0.09 * wave(frame), { rate }))
}

/** Returns a silent MP3: 8 kbit/s at 8 kHz, 72 bytes and 72 ms per frame, the smallest file for its length. */
export function quietMp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds / 0.072)
  const file = new Uint8Array(frames * 72)
  for (let at = 0; at < file.length; at += 72) file.set([0xff, 0xe3, 0x18, 0xc0], at)
  return file
}
