import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { Downmixer } from '#shared/Downmixer.ts'
import { AudioError, SPEECH_SAMPLE_RATE } from './audio.ts'

/** ffmpeg is not installed. The message says what to do. */
export class FfmpegMissing extends Error {
  constructor() {
    super('This file needs ffmpeg to be read, and ffmpeg is not installed. Install it, or convert the file to MP3 or WAV first.')
    this.name = 'FfmpegMissing'
  }
}

const MAX_STDERR_CHARACTERS = 2000

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
  const child = spawn(options.program ?? 'ffmpeg', ffmpegArguments(path), {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
  })
  const exited = waitForExit(child)
  // A failure is thrown below, after the samples that came before it. This avoids an unhandled rejection until then.
  exited.catch(() => undefined)
  try {
    let pending: Buffer = Buffer.alloc(0)
    const downmixer = new Downmixer({ weights: [1, 1], blockSize: SPEECH_SAMPLE_RATE / 10 })
    for await (const chunk of child.stdout!) {
      const bytes = Buffer.concat([pending, chunk as Buffer])
      const completeBytes = bytes.length - (bytes.length % FRAME_BYTES)
      pending = bytes.subarray(completeBytes)
      const mixed = downmixer.push(toChannels(bytes.subarray(0, completeBytes)))
      if (mixed.length > 0) yield mixed
    }
    yield downmixer.finish()
    await exited
  } finally {
    child.kill('SIGKILL')
  }
}

/** One sample of two channels, each a float. */
const FRAME_BYTES = 8

/** ffmpeg mixes more channels down to two by their layout. Two are mixed here, because a plain mean loses inverted ones. */
const ffmpegArguments = (path: string): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe'],
  ...['-i', `file:${resolve(path)}`, '-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-ac', '2', '-ar', String(SPEECH_SAMPLE_RATE), '-f', 'f32le', 'pipe:1'],
]

async function waitForExit(child: ChildProcess): Promise<void> {
  let stderr = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARACTERS)
  })
  const code = await new Promise<number | null>((resolveExit, rejectExit) => {
    child.once('error', (error: NodeJS.ErrnoException) => rejectExit(error.code === 'ENOENT' ? new FfmpegMissing() : error))
    child.once('close', resolveExit)
  })
  if (code !== 0) throw new AudioError('not-sound', `ffmpeg cannot read this file: ${stderr.trim().split('\n').at(-1) ?? ''}`)
}

function toChannels(bytes: Buffer): Float32Array[] {
  const samples = new Float32Array(new Uint8Array(bytes).buffer)
  return [0, 1].map((channel) => Float32Array.from({ length: samples.length / 2 }, (_, n) => samples[2 * n + channel]!))
}
