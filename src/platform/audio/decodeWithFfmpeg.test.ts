import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeWithFfmpeg } from './decodeWithFfmpeg.ts'

let dir = ''
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'ffmpeg-'))))
afterAll(() => rm(dir, { recursive: true }))

/** Creates a script that replaces ffmpeg, which is not installed everywhere. It records its arguments and runs `script`. */
async function fakeFfmpeg(script: string): Promise<string> {
  const path = join(dir, 'stand-in')
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(dir, 'arguments')}'\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

async function decodeAll(path: string, program: string) {
  const all: number[] = []
  for await (const chunk of decodeWithFfmpeg(path, { program })) all.push(...chunk)
  return all
}

describe('decodeWithFfmpeg', () => {
  it('throws a clear error when ffmpeg is not installed', async () => {
    await expect(decodeAll('any.amr', join(dir, 'nothing-here'))).rejects.toMatchObject({
      name: 'FfmpegMissing',
      message: expect.stringContaining('not installed'),
    })
  })

  it('lets ffmpeg open only files and pipes, and never treats a filename as an option or a URL', async () => {
    const program = await fakeFfmpeg(`printf '\\000\\000\\200\\077\\000\\000\\000\\077'`)
    expect(await decodeAll('-http://evil.example/x', program)).toEqual([0.75])
    const args = (await readFile(join(dir, 'arguments'), 'utf8')).split('\n')
    expect(args).toEqual(
      expect.arrayContaining(['-nostdin', '-protocol_whitelist', 'file,pipe', '-ac', '2', '-ar', '16000', 'f32le']),
    )
    expect(args[args.indexOf('-i') + 1]).toMatch(/^file:\//)
  })

  it('keeps what left and right have inverted', async () => {
    const program = await fakeFfmpeg(`printf '\\000\\000\\200\\077\\000\\000\\200\\277'`)
    expect(await decodeAll('any', program)).toEqual([1])
  })

  it("throws ffmpeg's last message when it cannot read a file", async () => {
    const program = await fakeFfmpeg(`echo 'first' >&2; echo 'Invalid data found' >&2; exit 1`)
    await expect(decodeAll('any', program)).rejects.toMatchObject({
      kind: 'not-sound',
      message: 'ffmpeg cannot read this file: Invalid data found',
    })
  })

  it('stops ffmpeg when the consumer stops', async () => {
    const program = await fakeFfmpeg(`while :; do printf '\\000\\000\\000\\000'; done`)
    let sampleCount = 0
    for await (const chunk of decodeWithFfmpeg('any', { program })) {
      sampleCount += chunk.length
      break
    }
    expect(sampleCount).toBeGreaterThan(0)
  })
})
