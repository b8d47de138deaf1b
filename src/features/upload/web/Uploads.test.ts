import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Unreachable } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { uploadServer, type UploadServer } from '#test/upload/uploadServer.ts'
import { makeSend } from '#ui/send.ts'
import { TranscodeError } from './transcode.ts'
import { Uploads } from './Uploads.ts'

let server: UploadServer
let uploads: Uploads
/** Result of a transcode by file name, set by the test. test/e2e runs the real one. */
let outcome: (name: string) => Promise<{ blob: Blob; duration: number }>
let stopped: string[]
/** Names of the transcoded files, in order. */
let made: string[]
const makeSmall = (file: Blob) => {
  const { name } = file as File
  made.push(name)
  return { result: outcome(name), cancel: () => void stopped.push(name) }
}

beforeEach(async () => {
  server = await uploadServer()
  stopped = []
  outcome = async () => ({ blob: new Blob(['small']), duration: seconds(10) })
  made = []
  uploads = new Uploads(makeSend({ base: `${server.origin}/api` }), makeSmall, { pause: 5 })
})
afterEach(() => server[Symbol.asyncDispose]())

const wav = (name: string) => new File([`the sound of ${name}`], name, { type: 'audio/wav' })
const asr = (name: string) => new File([new Uint8Array(8000).fill(name.charCodeAt(0))], name)
const statuses = () => Object.fromEntries(uploads.store.getState().items.map((item) => [item.filename, item.status]))
/** A busy machine needs more time. */
const patience = { timeout: seconds(10) }
const idOf = (filename: string) => uploads.store.getState().items.find((item) => item.filename === filename)!.id
/** Waits until a part is being sent to the server. */
const untilPut = () => vi.waitFor(() => expect(server.asked.some((each) => each.startsWith('PUT'))).toBe(true), patience)

it('transcodes the next file while one is being sent, and never runs two of either (B§4)', async () => {
  server.obstacle = () => 'hold'
  const later = Promise.withResolvers<{ blob: Blob; duration: number }>()
  outcome = async (name) => (name === 'b.wav' ? later.promise : { blob: new Blob(['small']), duration: seconds(10) })
  await uploads.add([wav('a.wav'), wav('b.wav'), wav('c.wav'), asr('d.asr')])
  await expect.poll(statuses, patience).toEqual({ a: 'uploading', b: 'transcoding', c: 'transcodingQueued', d: 'pending' })
  server.obstacle = () => null
  later.resolve({ blob: new Blob(['small']), duration: seconds(10) })
  await untilPut()
  server.release()
  await expect.poll(statuses, patience).toEqual({ a: 'completed', b: 'completed', c: 'completed', d: 'completed' })
})

it('finds duplicate titles across two selections made at the same time (B§5)', async () => {
  await Promise.all([uploads.add([asr('memo.asr')]), uploads.add([asr('memo.asr')])])
  expect(uploads.store.getState().items.filter((item) => item.status === 'duplicateName')).toHaveLength(1)
})

it('adds a selection while the server does not respond, and continues when it does (B§4 -5)', async () => {
  const real = makeSend({ base: `${server.origin}/api` })
  let isDown = true
  uploads = new Uploads((request) => (isDown ? Promise.reject(new Unreachable('network')) : real(request)), makeSmall, {
    pause: 5,
  })
  await uploads.add([asr('memo.asr')])
  await expect.poll(statuses, patience).toEqual({ memo: 'networkError' })
  isDown = false
  uploads.goOn()
  await expect.poll(statuses, patience).toEqual({ memo: 'completed' })
})

it('stops the work on a removed item and continues with the next', async () => {
  outcome = async (name) => (name === 'a.wav' ? new Promise(() => {}) : { blob: new Blob(['small']), duration: seconds(10) })
  await uploads.add([wav('a.wav'), wav('b.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'transcoding', b: 'transcodingQueued' })
  uploads.remove(idOf('a'))
  expect(stopped).toEqual(['a.wav'])
  await expect.poll(statuses, patience).toEqual({ b: 'completed' })
})

it('aborts an upload when it is paused, and does not confirm it', async () => {
  server.obstacle = () => 'hold'
  await uploads.add([asr('a.asr')])
  await untilPut()
  uploads.cancel(idOf('a'))
  server.release()
  server.obstacle = () => null
  await uploads.add([asr('b.asr')])
  await expect.poll(statuses, patience).toEqual({ a: 'pending', b: 'completed' })
  expect(server.confirmed.map((body) => body['filename'])).toEqual(['b'])
})

it('retries automatically when the transcoder could not be loaded (B§4 -9)', async () => {
  outcome = () => Promise.reject(new TranscodeError('notLoaded', 'no network'))
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'transcodeNetworkError' })
  outcome = async () => ({ blob: new Blob(['small']), duration: seconds(10) })
  uploads.goOn()
  await expect.poll(statuses, patience).toEqual({ a: 'completed' })
})

it('does not upload a file that is too short after transcoding (B§4 -7)', async () => {
  outcome = async () => ({ blob: new Blob(['tiny']), duration: 400 })
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'tooShort' })
  expect(server.asked.some((each) => each.includes('presigned'))).toBe(false)
})
