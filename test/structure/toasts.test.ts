import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

/**
 * What document B covers, in the words of its first paragraph, and the features that own it. "Toast duration 2000 ms here" (B§9)
 * is about this area, "2 seconds in the templates area" (A§9) about a part of it. The rest has the default of A§9.
 */
const AREA_OF_B: Readonly<Record<string, readonly string[]>> = {
  files: ['files', 'library', 'retention', 'recorder'],
  folders: ['folders'],
  'the upload pipeline': ['upload'],
  'transcription and summary tasks': ['transcription', 'generate', 'notes'],
  'templates and the template community': ['templates'],
  'voice-print speaker matching': ['transcription'],
  'the generate dialogs': ['generate'],
  search: ['search'],
  'ask-AI': ['ask'],
}
const areaFeatures = new Set(Object.values(AREA_OF_B).flat())

/** The features whose files call a hook. */
const callersOf = (hook: RegExp): string[] => {
  const files = listSourceFiles().filter((path) => path.startsWith('src/') && !path.startsWith('src/ui/'))
  const callers = files.filter((path) => hook.test(withoutComments(readText(path)).replaceAll("'#ui/toast/useToast.ts'", '')))
  return [...new Set(callers.map((path) => /^src\/features\/([\w-]+)\//.exec(path)?.[1] ?? path))]
}

describe('toasts last (A§9, B§9)', () => {
  it('two seconds in the area of document B', () => {
    expect(callersOf(/\buseToast\b(?!\.ts)/).filter((feature) => areaFeatures.has(feature))).toEqual([])
  })

  it('three seconds everywhere else', () => {
    expect(callersOf(/\buseRecordingsToast\b/).filter((feature) => !areaFeatures.has(feature))).toEqual([])
  })

  it('as a feature of today needs it: every feature of the area exists', () => {
    const features = readdirSync(new URL('../../src/features', import.meta.url))
    expect([...areaFeatures].filter((name) => !features.includes(name))).toEqual([])
  })
})
