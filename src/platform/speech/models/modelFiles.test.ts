import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireModelFile, sileroFile, speakerFiles, whisperFiles } from './modelFiles.ts'
import { bundledModelsDir } from '../engine.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-models-'))
})
afterAll(async () => await rm(dir, { recursive: true }))

describe('requireModelFile', () => {
  it('finds every bundled file with its expected size and checksum', async () => {
    for (const file of [...Object.values(whisperFiles), sileroFile, ...Object.values(speakerFiles)]) {
      expect(await requireModelFile(bundledModelsDir, file)).toBe(join(bundledModelsDir, file.path))
    }
  })

  it('names a missing file in a plain sentence', async () => {
    await expect(requireModelFile(join(dir, 'nowhere'), sileroFile)).rejects.toMatchObject({
      kind: 'model-missing',
      message: 'The speech model file silero_vad.onnx is missing.',
    })
  })

  it('refuses a truncated file', async () => {
    await writeFile(join(dir, sileroFile.path), 'only the beginning')
    await expect(requireModelFile(dir, sileroFile)).rejects.toMatchObject({
      kind: 'model-damaged',
      message: 'The speech model file silero_vad.onnx is damaged: it has 18 bytes instead of 2327524.',
    })
  })

  it('refuses a file with one wrong byte', async () => {
    const path = join(dir, sileroFile.path)
    await copyFile(join(bundledModelsDir, sileroFile.path), path)
    await expect(requireModelFile(dir, sileroFile)).resolves.toBe(path)
    const file = await open(path, 'r+')
    await file.write(new Uint8Array([0xff]), 0, 1, 1_000_000)
    await file.close()
    await expect(requireModelFile(dir, sileroFile)).rejects.toMatchObject({
      kind: 'model-damaged',
      message: 'The speech model file silero_vad.onnx is damaged: its checksum is wrong.',
    })
  })
})
