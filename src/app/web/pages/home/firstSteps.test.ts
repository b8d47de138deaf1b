import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { firstSteps } from './firstSteps.ts'

const sample = fileRow({ id: 's', filename: 'Welcome', scene: 1000, is_trans: true })
const own = fileRow({ id: 'o', filename: 'Mine' })
const base = { files: [sample], hasTranscribed: false, hasReadSample: false }
const ticked = (change: Partial<Parameters<typeof firstSteps>[0]>) =>
  firstSteps({ ...base, ...change }).map(({ step, isDone }) => `${step}${isDone ? ' done' : ''}`)

describe('first steps of an account', () => {
  it.each([
    ['a fresh account', {}, ['sample', 'upload', 'generate']],
    ['the sample was read', { hasReadSample: true }, ['sample done', 'upload', 'generate']],
    ['a recording came in', { files: [sample, own] }, ['sample', 'upload done', 'generate']],
    ['there is no sample', { files: [] }, ['upload', 'generate']],
    ['the sample is in the trash', { files: [{ ...sample, is_trash: true }] }, ['upload', 'generate']],
    ['there is a transcript: no list any more', { files: [sample, { ...own, is_trans: true }] }, []],
    ['all was deleted since', { files: [], hasTranscribed: true }, []],
  ] as const)('have the right state: %s', (_, change, expected) => {
    expect(ticked({ ...change })).toEqual(expected)
  })

  it('link to the sample and to the recording to transcribe', () => {
    expect(firstSteps({ ...base, files: [sample, own] }).map(({ fileId }) => fileId)).toEqual(['s', undefined, 'o'])
  })
})
