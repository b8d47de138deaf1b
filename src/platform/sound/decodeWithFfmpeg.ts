import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { SoundError, SPEECH_RATE } from './sound.ts'

/** The program is not there; the message says what to do. */
export class FfmpegMissing extends Error {
  constructor() {
    super('This file needs ffmpeg to be read, and ffmpeg is not installed. Install it, or convert the file to MP3 or WAV first.')
    this.name = 'FfmpegMissing'
  }
}

const MOST_WORDS = 2000

/**
 * Sound of any file ffmpeg can read, 16 kHz mono. For the command line only, where the file is the user's own: the server
 * takes nothing but MP3, WAV and Opus. ffmpeg may open files and pipes, never the network.
 *
 * Throws FfmpegMissing, or SoundError 'not-sound' with ffmpeg's last words.
 */
export async function* decodeWithFfmpeg(
  path: string,
  options: { signal?: AbortSignal; program?: string } = {},
): AsyncGenerator<Float32Array> {
  const child = spawn(options.program ?? 'ffmpeg', argumentsFor(path), {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
  })
  const ended = endOf(child)
  // A failure is thrown below, after the sound that came before it; until then it must not count as unhandled.
  ended.catch(() => undefined)
  try {
    let held: Buffer = Buffer.alloc(0)
    for await (const piece of child.stdout!) {
      const bytes = Buffer.concat([held, piece as Buffer])
      const whole = bytes.length - (bytes.length % 4)
      held = bytes.subarray(whole)
      if (whole > 0) yield floats(bytes.subarray(0, whole))
    }
    await ended
  } finally {
    child.kill('SIGKILL')
  }
}

const argumentsFor = (path: string): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe'],
  ...['-i', `file:${resolve(path)}`, '-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-ac', '1', '-ar', String(SPEECH_RATE), '-f', 'f32le', 'pipe:1'],
]

async function endOf(child: ChildProcess): Promise<void> {
  let words = ''
  child.stderr!.on('data', (piece: Buffer) => {
    words = (words + piece.toString()).slice(-MOST_WORDS)
  })
  const code = await new Promise<number | null>((settle, fail) => {
    child.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ENOENT' ? new FfmpegMissing() : error))
    child.once('close', settle)
  })
  if (code !== 0) throw new SoundError('not-sound', `ffmpeg cannot read this file: ${words.trim().split('\n').at(-1) ?? ''}`)
}

function floats(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes)
  return new Float32Array(copy.buffer)
}
