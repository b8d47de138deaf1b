import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { newId } from '#browser/random/random.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { signInAs } from '#test/screens/signInAs.ts'
import { filesContract } from '../contract.ts'
import { addDataForPrograms, prepareAudioDrag } from './dragToDesktop.ts'

const talk = fileRow({ id: 'a'.repeat(32), filename: 'Talk: 1/2' })
const address = (id: string) => `${location.origin}/file/${id}`

function startServer(type: 'audio/mpeg' | 'audio/ogg' = 'audio/mpeg') {
  const state = { isDown: false }
  const { requests } = mockServer([
    handle(filesContract.tempUrl, ({ params }) => {
      if (state.isDown) throw new MockError(500)
      return { temp_url: `https://blobs.test/${params.id}?sig=x`, temp_url_opus: null, temp_type: type }
    }),
  ])
  return { state, requests }
}

function dataOf(...dragged: Parameters<typeof addDataForPrograms> extends [unknown, ...infer Rest] ? Rest : never) {
  const data: Record<string, string> = {}
  addDataForPrograms({ setData: (type, text) => void (data[type] = text) }, ...dragged)
  return data
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Links of another session are not used, so each test has its own.
  signInAs(newId())
})
afterEach(() => vi.unstubAllGlobals())

describe('what other programs receive from dragged recordings', () => {
  it('is the audio as a file with the title as its name, and the link to the page', async () => {
    startServer()
    await prepareAudioDrag(talk)
    expect(dataOf([talk.id], talk)).toEqual({
      DownloadURL: `audio/mpeg:Talk- 1-2.mp3:https://blobs.test/${talk.id}?sig=x`,
      'text/uri-list': address(talk.id),
      'text/plain': address(talk.id),
    })
  })

  it('has the suffix of the audio that the link leads to', async () => {
    startServer('audio/ogg')
    await prepareAudioDrag(talk)
    expect(dataOf([talk.id], talk)['DownloadURL']).toMatch(/^audio\/ogg:Talk- 1-2\.ogg:https:/)
  })

  it('are only links for several recordings', async () => {
    startServer()
    await prepareAudioDrag(talk)
    const other = address('b'.repeat(32))
    expect(dataOf([talk.id, 'b'.repeat(32)])).toEqual({
      'text/uri-list': `${address(talk.id)}\r\n${other}`,
      'text/plain': `${address(talk.id)}\n${other}`,
    })
  })

  it('is only the link when the audio was deleted, and nothing is requested', async () => {
    const { requests } = startServer()
    const deleted = { ...talk, ori_ready: false }
    await prepareAudioDrag(deleted)
    expect([Object.keys(dataOf([talk.id], deleted)), requests]).toEqual([['text/uri-list', 'text/plain'], []])
  })

  it('is only the link before the reply has arrived, or for another recording', async () => {
    startServer()
    const prepared = prepareAudioDrag(talk)
    expect(dataOf([talk.id], talk)).not.toHaveProperty('DownloadURL')
    await prepared
    const other = { ...talk, id: 'b'.repeat(32) }
    expect(dataOf([other.id], other)).not.toHaveProperty('DownloadURL')
    expect(dataOf([talk.id], talk)).toHaveProperty('DownloadURL')
  })

  it('is only the link when the server fails, and the next press requests it again', async () => {
    const { state, requests } = startServer()
    state.isDown = true
    await prepareAudioDrag(talk)
    expect(dataOf([talk.id], talk)).not.toHaveProperty('DownloadURL')
    state.isDown = false
    await prepareAudioDrag(talk)
    expect(dataOf([talk.id], talk)).toHaveProperty('DownloadURL')
    expect(requests).toHaveLength(2)
  })
})

describe('the link to the audio', () => {
  it('is requested once per recording within half an hour, and again in another session', async () => {
    const { requests } = startServer()
    await prepareAudioDrag(talk)
    await prepareAudioDrag(talk)
    expect(requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + minutes(31))
    expect(dataOf([talk.id], talk)).not.toHaveProperty('DownloadURL')
    await prepareAudioDrag(talk)
    expect(requests).toHaveLength(2)
    signInAs('another session')
    expect(dataOf([talk.id], talk)).not.toHaveProperty('DownloadURL')
    await prepareAudioDrag(talk)
    expect(requests).toHaveLength(3)
  })
})
