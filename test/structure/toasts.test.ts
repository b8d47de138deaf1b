import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

/** Features about recordings (B§9). */
const RECORDING_FEATURES = /^src\/features\/(files|folders|upload|recorder|transcription|notes|generate|library|retention)\//

describe('toasts', () => {
  it('of recording features last two seconds, all others three (A§9, B§9)', () => {
    const wrongFiles = listSourceFiles().filter((path) => {
      if (path.startsWith('src/ui/')) return false
      const bannedHook = RECORDING_FEATURES.test(path) ? /\buseToast\b(?!\.ts)/ : /\buseRecordingsToast\b/
      return bannedHook.test(withoutComments(readText(path)).replaceAll("'#ui/toast/useToast.ts'", ''))
    })
    expect(wrongFiles).toEqual([])
  })
})
