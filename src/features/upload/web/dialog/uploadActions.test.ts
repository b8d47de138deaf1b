import { expect, it } from 'vitest'
import { uploadActions } from './uploadActions.ts'
import { createUploadItem as item } from '#test/fakes/upload/createUploadItem.ts'

const recording = { fileId: 'f1', filename: 'Town hall' }

it.each([
  ['what is done', { status: 'completed', fileId: 'f' }, ['open'], 'open'],
  ['what is on its way', { status: 'uploading' }, ['pause', 'remove'], null],
  ['what was paused', { status: 'pending', held: true }, ['resume', 'remove'], 'resume'],
  ['a title the library has, -2', { status: 'duplicateName' }, ['keepBoth', 'remove'], 'keepBoth'],
  [
    'the sound of a recording',
    { status: 'duplicateName', reason: 'sameSound', sameAs: recording },
    ['sendAnyway', 'openSame', 'remove'],
    'openSame',
  ],
  [
    'the sound of another row',
    { status: 'duplicateName', reason: 'sameSound', sameAs: { ...recording, fileId: null } },
    ['sendAnyway', 'remove'],
    null,
  ],
  ['what this browser lost', { status: 'refused', reason: 'bytesLost' }, ['reselectFile', 'remove'], 'reselectFile'],
  ['a lost network, -8', { status: 'uploadNetworkError' }, ['retry', 'download', 'remove'], 'retry'],
  ['a full server', { status: 'refused', reason: 'noRoom' }, ['retry', 'download', 'remove'], 'retry'],
  ['no membership', { status: 'refused', reason: 'noMember' }, ['retry', 'download', 'remove'], 'retry'],
  ['what is no sound, -3', { status: 'refused', reason: 'notSound' }, ['remove'], null],
  ['what is too large, -4', { status: 'tooLarge' }, ['remove'], null],
  ['what cannot be read, -6', { status: 'transcodeError', reason: 'cannotRead' }, ['remove'], null],
] as const)('returns the actions for %s', (_, overrides, all, main) => {
  expect(uploadActions(item(overrides))).toEqual({ all, main })
})
