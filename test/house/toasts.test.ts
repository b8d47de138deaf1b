import { describe, expect, it } from 'vitest'
import { sourceFiles, text, withoutComments } from './tree.ts'

/** Features about recordings (B§9). */
const RECORDINGS = /^src\/features\/(files|folders|upload|recorder|transcription|notes|generate)\//

describe('toasts', () => {
  it('of recording features last two seconds, all others three (A§9, B§9)', () => {
    const wrong = sourceFiles().filter((path) => {
      if (path.startsWith('src/ui/')) return false
      const banned = RECORDINGS.test(path) ? /\buseToast\b(?!\.ts)/ : /\buseRecordingsToast\b/
      return banned.test(withoutComments(text(path)).replaceAll("'#ui/useToast.ts'", ''))
    })
    expect(wrong).toEqual([])
  })
})
