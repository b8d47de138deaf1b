import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelMeter } from '#shared/audio/channelSpans.ts'
import { readAll } from '#test/fixtures/composites.ts'
import { decodeWithFfmpeg } from './decodeWithFfmpeg.ts'

let dir = ''
let file = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ffmpeg-'))
  file = join(dir, '-http:evil.example')
  await writeFile(file, 'sound')
})
afterAll(() => rm(dir, { recursive: true }))
beforeEach(() => rm(join(dir, 'calls'), { force: true }))

const TRACK = '  Stream #0:0: Audio: aac (LC), 44100 Hz, stereo, fltp (default)'

/**
 * Creates a script that replaces ffmpeg, which is not installed everywhere. It records its arguments, lists `tracks` when it gets no
 * output, and runs `script` otherwise.
 */
async function fakeFfmpeg(script: string, tracks: readonly string[] = [TRACK]): Promise<string> {
  const path = join(dir, 'stand-in')
  const list = tracks.map((track) => `echo '${track}' >&2`).join('\n')
  const isListing = `case "$*" in *pipe:1) ;; *)\n${list}\necho 'At least one output file must be specified' >&2\nexit 1;; esac`
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" --- >> '${join(dir, 'calls')}'\n${isListing}\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

const readCalls = async () =>
  (await readFile(join(dir, 'calls'), 'utf8'))
    .split('---\n')
    .map((call) => call.split('\n').slice(0, -1))
    .slice(0, -1)

async function decodeAll(path: string, program: string, onTracks?: (tracks: object) => void) {
  const all: number[] = []
  for await (const chunk of decodeWithFfmpeg(path, { program, ...(onTracks && { onTracks }) })) all.push(...chunk)
  return all
}

/** Prints frames of two floats. */
const printFrames = (...values: number[]) =>
  `printf '${[...new Uint8Array(Float32Array.from(values).buffer)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`

describe('decodeWithFfmpeg', () => {
  it('throws a clear error when ffmpeg is not installed', async () => {
    await expect(decodeAll(file, join(dir, 'nothing-here'))).rejects.toMatchObject({
      name: 'FfmpegMissing',
      message: expect.stringContaining('not installed'),
    })
  })

  it('lets ffmpeg open only files and pipes, and never treats a filename as an option or a URL', async () => {
    const program = await fakeFfmpeg(printFrames(1, 0.5))
    expect(await decodeAll(file, program)).toEqual([0.75])
    for (const args of await readCalls()) {
      expect(args).toEqual(expect.arrayContaining(['-nostdin', '-protocol_whitelist', 'file,pipe,subfile']))
      expect(args[args.indexOf('-i') + 1]).toBe(`file:${file}`)
    }
  })

  it('keeps audio that is inverted between left and right', async () => {
    expect(await decodeAll(file, await fakeFfmpeg(printFrames(1, -1)))).toEqual([1])
  })

  it('measures both channels before they are mixed', async () => {
    const meter = new ChannelMeter()
    const program = await fakeFfmpeg(
      printFrames(...Array.from({ length: 800 }, (_, n) => (n % 2 ? [1, 0.1] : [-1, -0.1])).flat()),
    )
    expect((await readAll(decodeWithFfmpeg(file, { program, meter }))).length).toBe(800)
    expect(meter.levels.map(([level]) => Math.round(level!))).toEqual([0, -20])
  })

  it('mixes the tracks of a call and reports how many there are', async () => {
    const tracks: object[] = []
    await decodeAll(file, await fakeFfmpeg(printFrames(1, 1), [TRACK, TRACK]), (use) => tracks.push(use))
    expect(tracks).toEqual([{ mixed: 2, leftOut: 0 }])
    expect((await readCalls())[1]!.join(' ')).toContain('amix=inputs=2')
  })

  it('decodes the other tracks when the chosen one is silent', async () => {
    const languages = ['eng', 'deu'].map((language) => TRACK.replace('#0:0', `#0:0(${language})`))
    const program = await fakeFfmpeg(
      `case "$*" in *'[0:a:0]'*) ${printFrames(0, 0)};; *) ${printFrames(0.5, 0.5)};; esac`,
      languages,
    )
    const tracks: object[] = []
    expect(await decodeAll(file, program, (use) => tracks.push(use))).toEqual([0.5])
    expect(tracks).toEqual([{ mixed: 1, leftOut: 1 }])
  })

  it('decodes each part of a joined file', async () => {
    const joined = join(dir, 'joined.webm')
    const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, ...Buffer.from('B\x82\x84webm', 'latin1')])
    await writeFile(joined, Buffer.concat([header, Buffer.from('sound'), header, Buffer.from('more')]))
    expect(await decodeAll(joined, await fakeFfmpeg(printFrames(1, 1)))).toEqual([1, 1])
    const inputs = (await readCalls()).map((args) => args[args.indexOf('-i') + 1])
    expect(inputs).toEqual([
      `subfile,,start,0,end,17,,:${joined}`,
      `subfile,,start,0,end,17,,:${joined}`,
      `subfile,,start,17,end,33,,:${joined}`,
      `subfile,,start,17,end,33,,:${joined}`,
    ])
  })

  it("throws ffmpeg's last message when it cannot read a file", async () => {
    const program = await fakeFfmpeg(`echo 'first' >&2; echo 'Invalid data found' >&2; exit 1`)
    const failure = { kind: 'not-sound', message: 'ffmpeg cannot read this file: Invalid data found' }
    await expect(decodeAll(file, program)).rejects.toMatchObject(failure)
    await expect(decodeAll(file, await fakeFfmpeg('', ['Invalid data found']))).rejects.toMatchObject(failure)
  })

  it('stops ffmpeg when the consumer stops', async () => {
    const program = await fakeFfmpeg(`while :; do printf '\\000\\000\\000\\000'; done`)
    let sampleCount = 0
    for await (const chunk of decodeWithFfmpeg(file, { program })) {
      sampleCount += chunk.length
      break
    }
    expect(sampleCount).toBeGreaterThan(0)
  })
})
