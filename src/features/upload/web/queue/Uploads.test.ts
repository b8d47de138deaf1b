import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Send, Unreachable } from '#shared/client.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { startUploadServer, type FakeUploadServer } from '#test/fakes/upload/startUploadServer.ts'
import { createSend } from '#browser/http/send.ts'
import { TranscodeError } from '../transcoding/transcode.ts'
import type { TranscodedAudio } from '../transcoding/worker/transcodeProtocol.ts'
import { UploadRunner } from './UploadRunner.ts'
import { Uploads } from './Uploads.ts'

let server: FakeUploadServer
let uploads: Uploads
/** Result of a transcode by file name, set by the test. test/e2e runs the real one. */
let transcodeResult: (name: string) => Promise<TranscodedAudio>
const transcoded = (content: string, duration: Millis): TranscodedAudio => ({
  blob: new Blob([content]),
  duration,
  tracks: { mixed: 1, leftOut: 0 },
  channelSpans: null,
})
let cancelledNames: string[]
/** Names of the transcoded files, in order. */
let transcodedNames: string[]
const runTranscode = (file: Blob) => {
  const { name } = file as File
  transcodedNames.push(name)
  return { result: transcodeResult(name), cancel: () => void cancelledNames.push(name) }
}

const openUploads = (send: Send) =>
  new Uploads({ startRunner: async (settings) => new UploadRunner({ ...settings, send, runTranscode, pause: 5 }) })

beforeEach(async () => {
  server = await startUploadServer()
  cancelledNames = []
  transcodeResult = async () => transcoded('small', seconds(10))
  transcodedNames = []
  uploads = openUploads(createSend({ base: `${server.origin}/api` }))
})
afterEach(() => server[Symbol.asyncDispose]())

const wav = (name: string) => new File([`the sound of ${name}`], name, { type: 'audio/wav' })
const asr = (name: string) => new File([new Uint8Array(8000).fill(name.charCodeAt(0))], name)
const statuses = () => Object.fromEntries(uploads.store.getState().items.map((item) => [item.filename, item.status]))
/** A busy machine needs more time. */
const pollOptions = { timeout: seconds(10) }
const idOf = (filename: string) => uploads.store.getState().items.find((item) => item.filename === filename)!.id
/** Waits until a part is being sent to the server. */
const waitForPut = () => vi.waitFor(() => expect(server.requests.some((each) => each.startsWith('PUT'))).toBe(true), pollOptions)

it('transcodes the next file while one is being sent, and never runs two of either (B§4)', async () => {
  server.obstacle = () => 'hold'
  const delayedResult = Promise.withResolvers<TranscodedAudio>()
  transcodeResult = async (name) => (name === 'b.wav' ? delayedResult.promise : transcoded('small', seconds(10)))
  await uploads.add([wav('a.wav'), wav('b.wav'), wav('c.wav'), asr('d.asr')])
  await expect.poll(statuses, pollOptions).toEqual({ a: 'uploading', b: 'transcoding', c: 'transcodingQueued', d: 'pending' })
  server.obstacle = () => null
  delayedResult.resolve(transcoded('small', seconds(10)))
  await waitForPut()
  server.releaseHeld()
  await expect.poll(statuses, pollOptions).toEqual({ a: 'completed', b: 'completed', c: 'completed', d: 'completed' })
})

it('finds duplicate titles across two selections made at the same time (B§5)', async () => {
  await Promise.all([uploads.add([asr('memo.asr')]), uploads.add([asr('memo.asr')])])
  expect(uploads.store.getState().items.filter((item) => item.status === 'duplicateName')).toHaveLength(1)
})

it('adds a selection while the server does not respond, and continues when it does (B§4 -5)', async () => {
  const realSend = createSend({ base: `${server.origin}/api` })
  let isServerDown = true
  uploads = openUploads((request) => (isServerDown ? Promise.reject(new Unreachable('network')) : realSend(request)))
  await uploads.add([asr('memo.asr')])
  await expect.poll(statuses, pollOptions).toEqual({ memo: 'networkError' })
  isServerDown = false
  window.dispatchEvent(new Event('online'))
  await expect.poll(statuses, pollOptions).toEqual({ memo: 'completed' })
})

it('stops the work on a removed item and continues with the next', async () => {
  transcodeResult = async (name) => (name === 'a.wav' ? new Promise(() => {}) : transcoded('small', seconds(10)))
  await uploads.add([wav('a.wav'), wav('b.wav')])
  await expect.poll(statuses, pollOptions).toEqual({ a: 'transcoding', b: 'transcodingQueued' })
  uploads.remove(idOf('a'))
  expect(cancelledNames).toEqual(['a.wav'])
  await expect.poll(statuses, pollOptions).toEqual({ b: 'completed' })
})

it('aborts an upload when it is paused, and does not confirm it', async () => {
  server.obstacle = () => 'hold'
  await uploads.add([asr('a.asr')])
  await waitForPut()
  uploads.dispatch({ type: 'pause', id: idOf('a') })
  server.releaseHeld()
  server.obstacle = () => null
  await uploads.add([asr('b.asr')])
  await expect.poll(statuses, pollOptions).toEqual({ a: 'pending', b: 'completed' })
  expect(server.confirmBodies.map((body) => body['filename'])).toEqual(['b'])
})

it('retries automatically when the transcoder could not be loaded (B§4 -9)', async () => {
  transcodeResult = () => Promise.reject(new TranscodeError('notLoaded', 'no network'))
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, pollOptions).toEqual({ a: 'transcodeNetworkError' })
  transcodeResult = async () => transcoded('small', seconds(10))
  window.dispatchEvent(new Event('online'))
  await expect.poll(statuses, pollOptions).toEqual({ a: 'completed' })
})

it('does not upload a file that is too short after transcoding (B§4 -7)', async () => {
  transcodeResult = async () => transcoded('tiny', 400)
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, pollOptions).toEqual({ a: 'tooShort' })
  expect(server.requests.some((each) => each.includes('presigned'))).toBe(false)
})
