import { join } from 'node:path'
import { expect, it } from 'vitest'
import { whisperFiles } from './models/modelFiles.ts'
import { bundledModelsDir } from './engine.ts'
import { isWrittenWithoutSpaces, whisperLanguages } from './languages.ts'
import { readWhisperMeta } from './whisper/whisperMeta.ts'

it('lists the languages of the bundled Whisper in its order', async () => {
  const meta = await readWhisperMeta(join(bundledModelsDir, whisperFiles.meta.path))
  expect(meta.languages.map(({ code }) => code)).toEqual(whisperLanguages)
  expect(whisperLanguages).toHaveLength(99)
})

it('knows languages without spaces, including regional codes', () => {
  expect(['ja', 'zh-TW', 'th'].every(isWrittenWithoutSpaces)).toBe(true)
  expect(['ko', 'en', 'zu'].some(isWrittenWithoutSpaces)).toBe(false)
})
