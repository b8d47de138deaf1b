/** A WAV file of so many seconds, mono: a quiet tone. Sound enough to upload, too little to say anything. */
export function tone(seconds: number, { hertz = 440, rate = 16_000 } = {}): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * rate)
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) file.writeInt16LE(Math.round(3000 * Math.sin((2 * Math.PI * hertz * i) / rate)), 44 + i * 2)
  return new Uint8Array(file.buffer, file.byteOffset, file.length)
}

/** An MP3 of so many seconds of nothing: 8 kbit/s at 8 kHz, 72 bytes and 72 ms a frame, the smallest long file there is. */
export function quietMp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds / 0.072)
  const file = new Uint8Array(frames * 72)
  for (let at = 0; at < file.length; at += 72) file.set([0xff, 0xe3, 0x18, 0xc0], at)
  return file
}
