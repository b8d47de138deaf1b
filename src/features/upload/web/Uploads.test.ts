import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Unreachable } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { uploadServer, type UploadServer } from '#test/upload/uploadServer.ts'
import { makeSend } from '#ui/send.ts'
import { TranscodeError } from './transcode.ts'
import { Uploads } from './Uploads.ts'

let server: UploadServer
let uploads: Uploads
/** What the test lets a transcode come to, by its file's name; the real one runs in test/e2e. */
let outcome: (name: string) => Promise<{ blob: Blob; duration: number }>
let stopped: string[]
/** What was made small, in this order. */
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
/** A crowded machine is slow, not wrong. */
const patience = { timeout: seconds(10) }
const idOf = (filename: string) => uploads.store.getState().items.find((item) => item.filename === filename)!.id
/** Until a slice is on its way to the server. */
const untilPut = () => vi.waitFor(() => expect(server.asked.some((each) => each.startsWith('PUT'))).toBe(true), patience)

it('makes the next file small while one is being sent, and never two of either (B§4)', async () => {
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

it('takes two selections made at the same time for one when it looks for equal titles (B§5)', async () => {
  await Promise.all([uploads.add([asr('memo.asr')]), uploads.add([asr('memo.asr')])])
  expect(uploads.store.getState().items.filter((item) => item.status === 'duplicateName')).toHaveLength(1)
})

it('takes a selection in although the server does not answer, and goes on when it does (B§4 -5)', async () => {
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

it('stops the work of what is removed, and goes on with the next', async () => {
  outcome = async (name) => (name === 'a.wav' ? new Promise(() => {}) : { blob: new Blob(['small']), duration: seconds(10) })
  await uploads.add([wav('a.wav'), wav('b.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'transcoding', b: 'transcodingQueued' })
  uploads.remove(idOf('a'))
  expect(stopped).toEqual(['a.wav'])
  await expect.poll(statuses, patience).toEqual({ b: 'completed' })
})

it('breaks an upload off when it is stopped, and nothing of it is confirmed', async () => {
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

it('tries again by itself what the transcoder could not be fetched for (B§4 -9)', async () => {
  outcome = () => Promise.reject(new TranscodeError('notLoaded', 'no network'))
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'transcodeNetworkError' })
  outcome = async () => ({ blob: new Blob(['small']), duration: seconds(10) })
  uploads.goOn()
  await expect.poll(statuses, patience).toEqual({ a: 'completed' })
})

it('does not send what turns out too short once it is small (B§4 -7)', async () => {
  outcome = async () => ({ blob: new Blob(['tiny']), duration: 400 })
  await uploads.add([wav('a.wav')])
  await expect.poll(statuses, patience).toEqual({ a: 'tooShort' })
  expect(server.asked.some((each) => each.includes('presigned'))).toBe(false)
})
