import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ChannelMeter } from '#shared/audio/channelSpans.ts'
import type { TrackUse } from '#shared/audio/chooseTracks.ts'
import { type FfmpegFile, FfmpegMixer, type FfmpegPlan, parseFfmpegLog, planFfmpeg } from '#shared/audio/ffmpegDecoding.ts'
import { findJoinedFiles } from '#shared/audio/splitJoinedFiles.ts'
import { startsWithSound } from '#shared/audio/startsWithSound.ts'
import { AudioError } from './audio.ts'

/** Thrown when ffmpeg is not installed. The message says how to install it. */
export class FfmpegMissing extends Error {
  constructor() {
    super('This file needs ffmpeg to be read, and ffmpeg is not installed. Install it, or convert the file to MP3 or WAV first.')
    this.name = 'FfmpegMissing'
  }
}

type FfmpegOptions = {
  readonly signal?: AbortSignal
  readonly program?: string
  /** Called once, before the first samples. */
  readonly onTracks?: (tracks: TrackUse) => void
  /**
   * Measures the channels before they are mixed. Stays empty when some tracks are skipped, because the file may then be decoded
   * again.
   */
  readonly meter?: ChannelMeter | undefined
}

const MAX_STDERR_CHARACTERS = 20_000

/**
 * Decodes any file that ffmpeg can read to 16 kHz mono: the tracks that play together, and all parts of a joined file. Only the
 * command line uses it, on files of the user; the server accepts MP3, WAV and Opus. ffmpeg may open files and pipes, never the
 * network.
 *
 * Throws FfmpegMissing, or AudioError 'not-sound' with ffmpeg's last message.
 */
export async function* decodeWithFfmpeg(path: string, options: FfmpegOptions = {}): AsyncGenerator<Float32Array> {
  for (const [n, input] of (await inputsOf(path)).entries()) {
    const file = await readFile(input, options)
    const plan = planFfmpeg(file)
    const chosen = decodeTracks(input, plan, plan.leftOut.length > 0 ? { ...options, meter: undefined } : options)
    const heard = plan.leftOut.length > 0 ? await startsWithSound(chosen) : chosen
    const used = heard ? plan : planFfmpeg(file, { wanted: plan.leftOut })
    if (n === 0) options.onTracks?.({ mixed: used.used.length, leftOut: file.tracks.length - used.used.length })
    yield* heard ?? decodeTracks(input, used, { ...options, meter: undefined })
  }
}

/** Returns the file, or its parts when it was joined from several. */
async function inputsOf(path: string): Promise<string[]> {
  const file = resolve(path)
  const { size } = await stat(file)
  const starts = [0, ...(await findJoinedFiles(await openAsBlob(file)))]
  if (starts.length === 1) return [`file:${file}`]
  return starts.map((start, n) => `subfile,,start,${start},end,${starts[n + 1] ?? size},,:${file}`)
}

const INPUT_OPTIONS = ['-nostdin', '-hide_banner', '-protocol_whitelist', 'file,pipe,subfile']

/** Without an output, ffmpeg prints what the file contains and then fails. */
async function readFile(input: string, { signal, program = 'ffmpeg' }: FfmpegOptions): Promise<FfmpegFile> {
  const child = spawn(program, [...INPUT_OPTIONS, '-i', input], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  const { stderr } = await waitForExit(child)
  const lines = stderr.split('\n')
  const file = parseFfmpegLog(lines)
  if (file.tracks.length === 0) throw unreadable(lines.filter((line) => !/At least one output/.test(line)).join('\n'))
  return file
}

async function* decodeTracks(
  input: string,
  plan: FfmpegPlan,
  { signal, program = 'ffmpeg', meter }: FfmpegOptions,
): AsyncGenerator<Float32Array> {
  const command = [...INPUT_OPTIONS, '-loglevel', 'error', ...plan.input, '-i', input, ...plan.output, 'pipe:1', ...plan.rest]
  const child = spawn(program, command, { stdio: ['ignore', 'pipe', 'pipe'], signal })
  const exited = waitForExit(child)
  // The failure is thrown below, after the samples that precede it. Until then this avoids an unhandled rejection.
  exited.catch(() => undefined)
  try {
    const mixer = new FfmpegMixer(meter)
    for await (const chunk of child.stdout) {
      const mixed = mixer.push(chunk as Buffer)
      if (mixed.length > 0) yield mixed
    }
    yield* mixer.finish()
    const { code, stderr } = await exited
    if (code !== 0) throw unreadable(stderr)
  } finally {
    child.kill('SIGKILL')
  }
}

const unreadable = (stderr: string): AudioError =>
  new AudioError('not-sound', `ffmpeg cannot read this file: ${stderr.trim().split('\n').at(-1) ?? ''}`)

async function waitForExit(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARACTERS)
  })
  const code = await new Promise<number | null>((resolveExit, rejectExit) => {
    child.once('error', (error: NodeJS.ErrnoException) => rejectExit(error.code === 'ENOENT' ? new FfmpegMissing() : error))
    child.once('close', resolveExit)
  })
  return { code, stderr }
}
