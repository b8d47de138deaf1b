import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeWithFfmpeg } from './decodeWithFfmpeg.ts'

let dir = ''
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'ffmpeg-'))))
afterAll(() => rm(dir, { recursive: true }))

/** A program of ours in the place of ffmpeg, which is not on every machine: it notes its arguments and does as it is told. */
async function standIn(does: string): Promise<string> {
  const path = join(dir, 'stand-in')
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(dir, 'arguments')}'\n${does}\n`)
  await chmod(path, 0o755)
  return path
}

async function decoded(path: string, program: string) {
  const all: number[] = []
  for await (const piece of decodeWithFfmpeg(path, { program })) all.push(...piece)
  return all
}

describe('decoding with ffmpeg', () => {
  it('says plainly when ffmpeg is not installed', async () => {
    await expect(decoded('any.amr', join(dir, 'nothing-here'))).rejects.toMatchObject({
      name: 'FfmpegMissing',
      message: expect.stringContaining('not installed'),
    })
  })

  it('lets it open files and pipes only, never the network, and never lets a filename be an option or an address', async () => {
    const program = await standIn(`printf '\\000\\000\\200\\077\\000\\000\\000\\277'`)
    expect(await decoded('-http://evil.example/x', program)).toEqual([1, -0.5])
    const given = (await readFile(join(dir, 'arguments'), 'utf8')).split('\n')
    expect(given).toEqual(
      expect.arrayContaining(['-nostdin', '-protocol_whitelist', 'file,pipe', '-ac', '1', '-ar', '16000', 'f32le']),
    )
    expect(given[given.indexOf('-i') + 1]).toMatch(/^file:\//)
  })

  it('passes on its last words when it cannot read a file', async () => {
    const program = await standIn(`echo 'first' >&2; echo 'Invalid data found' >&2; exit 1`)
    await expect(decoded('any', program)).rejects.toMatchObject({
      kind: 'not-sound',
      message: 'ffmpeg cannot read this file: Invalid data found',
    })
  })

  it('ends it when the reader leaves', async () => {
    const program = await standIn(`while :; do printf '\\000\\000\\000\\000'; done`)
    let heard = 0
    for await (const piece of decodeWithFfmpeg('any', { program })) {
      heard += piece.length
      break
    }
    expect(heard).toBeGreaterThan(0)
  })
})
