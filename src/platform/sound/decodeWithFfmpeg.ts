import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { SoundError, SPEECH_RATE } from './sound.ts'

/** ffmpeg is not installed. The message says what to do. */
export class FfmpegMissing extends Error {
  constructor() {
    super('This file needs ffmpeg to be read, and ffmpeg is not installed. Install it, or convert the file to MP3 or WAV first.')
    this.name = 'FfmpegMissing'
  }
}

const MOST_WORDS = 2000

/**
 * Decodes any file that ffmpeg can read to 16 kHz mono. It is for the command line only, where the file belongs to the user: the
 * server accepts only MP3, WAV and Opus. ffmpeg may open files and pipes, never the network.
 *
 * Throws FfmpegMissing, or AudioError 'not-sound' with ffmpeg's last message.
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
  // A failure is thrown below, after the samples that came before it. This avoids an unhandled rejection until then.
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
