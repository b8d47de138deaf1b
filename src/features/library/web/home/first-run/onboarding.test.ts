import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { getFirstSteps, isOnboarded } from './onboarding.ts'

const sample = fileRow({ id: 's', filename: 'Welcome', scene: 1000, is_trans: true })
const ownFile = fileRow({ id: 'o', filename: 'Mine' })
const initialProgress = { files: [sample], hasTranscribed: false, hasReadSample: false }
const getStepTexts = (change: Partial<Parameters<typeof getFirstSteps>[0]>) =>
  getFirstSteps({ ...initialProgress, ...change }).map(({ step, isDone }) => `${step}${isDone ? ' done' : ''}`)

describe('first steps of an account', () => {
  it.each([
    ['a fresh account', {}, ['sample', 'upload', 'generate']],
    ['the sample was read', { hasReadSample: true }, ['sample done', 'upload', 'generate']],
    ['a recording came in', { files: [sample, ownFile] }, ['sample', 'upload done', 'generate']],
    ['there is no sample', { files: [] }, ['upload', 'generate']],
    ['the sample is in the trash', { files: [{ ...sample, is_trash: true }] }, ['upload', 'generate']],
    ['there is a transcript', { files: [sample, { ...ownFile, is_trans: true }] }, ['sample', 'upload done', 'generate done']],
    ['all was deleted since', { files: [], hasTranscribed: true }, ['upload done', 'generate done']],
  ] as const)('have the right state: %s', (_, change, expected) => {
    expect(getStepTexts({ ...change })).toEqual(expected)
  })

  it.each([
    ['there is only a sample', {}, false],
    ['a recording came in', { files: [sample, ownFile] }, false],
    ['there is a transcript', { files: [sample, { ...ownFile, is_trans: true }] }, true],
    ['all was deleted since', { files: [], hasTranscribed: true }, true],
  ] as const)('are behind the account or not: %s', (_, change, expected) => {
    expect(isOnboarded({ ...initialProgress, ...change })).toBe(expected)
  })

  it('link to the sample and to the recording to transcribe', () => {
    expect(getFirstSteps({ ...initialProgress, files: [sample, ownFile] }).map(({ fileId }) => fileId)).toEqual([
      's',
      undefined,
      'o',
    ])
  })
})
