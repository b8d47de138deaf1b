import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Send, Unreachable, client } from '#shared/client.ts'
import { MiB } from '#shared/units.ts'
import { createSend } from '#test/server/createSend.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { recorderContract } from '../../contract.ts'
import { PieceSender } from './PieceSender.ts'

const ID = 'a'.repeat(32)

function pieceOf(n: number) {
  const bytes = createSilentMp3(4)
  bytes[60] = n
  return { bytes: bytes.buffer, md5: createHash('md5').update(bytes).digest('hex'), duration: 4000 }
}

/** Sends requests like the browser: binary bodies unchanged, everything else as JSON. */
function sendRaw(w: TestServer, credentials: { token?: string }): Send {
  const sendJson = createSend(w.url, credentials)
  return async (request) => {
    if (!(request.body instanceof ArrayBuffer)) return sendJson(request)
    const headers = { ...request.headers, authorization: `Bearer ${credentials.token}` }
    const response = await fetch(`${w.url}/api${request.address}`, { method: request.method, headers, body: request.body })
    return { httpStatus: response.status, body: await response.json() }
  }
}

async function setUp(w: TestServer, wrapSend: (send: Send) => Send = (send) => send) {
  const user = await w.user()
  const send = wrapSend(sendRaw(w, user.credentials))
  const safeDurations: number[] = []
  const networks: string[] = []
  const serverIds: string[] = []
  const liveWords = { isOn: false }
  const sender = new PieceSender(ID, {
    calls: client('recorder', recorderContract, send),
    send,
    read: async (number) => pieceOf(number),
    getDetails: () => ({ filename: 'Standup', folderId: null, startedAt: w.clock.now().getTime(), timezone: 0, markers: [] }),
    hasLiveWords: () => liveWords.isOn,
    events: {
      onSafe: (upTo) => void safeDurations.push(upTo),
      onNetwork: (network) => void networks.push(network),
      onServerId: (id) => void serverIds.push(id),
    },
  })
  return { user, sender, safeDurations, networks, serverIds, liveWords }
}

/** Skips the retry delays until the upload has ended. */
async function sendUntilDone(sender: PieceSender): Promise<void> {
  let isDone = false
  void sender.file.finally(() => (isDone = true)).catch(() => undefined)
  while (!isDone) {
    sender.retryNow()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('uploading pieces', () => {
  it('uploads all pieces and creates one file', async () => {
    await using w = await testServer()
    const { sender, safeDurations } = await setUp(w)
    for (const n of [1, 2, 3, 4, 5]) sender.add(n, 4000)
    sender.finish(5)
    const file = await sender.file
    expect(file).toMatchObject({ filename: 'Standup', filesize: 5 * pieceOf(1).bytes.byteLength })
    expect(safeDurations.at(-1)).toBe(20_000)
    expect(safeDurations).toEqual(safeDurations.toSorted((a, b) => a - b))
  })

  it('requests live words only while they are on and the recording continues', async () => {
    await using w = await testServer()
    const headers: (string | undefined)[] = []
    const { sender, liveWords } = await setUp(w, (send) => (request) => {
      if (request.method === 'PUT') headers.push(request.headers?.['x-live-words'])
      return send(request)
    })
    const add = async (number: number, isOn: boolean) => {
      liveWords.isOn = isOn
      sender.add(number, 4000)
      await expect.poll(() => sender.isAllSafe).toBe(true)
    }
    await add(1, false)
    await add(2, true)
    await add(3, false)
    liveWords.isOn = true
    sender.add(4, 4000)
    sender.finish(4)
    await sender.file
    expect(headers).toEqual([undefined, 'on', undefined, undefined])
  })

  it('succeeds on a network that fails two times out of three', async () => {
    await using w = await testServer()
    let calls = 0
    const { sender, networks } = await setUp(w, (send) => (request) => {
      if (calls++ % 3 < 2) return Promise.reject(new Unreachable('network'))
      return send(request)
    })
    for (const n of [1, 2, 3, 4, 5, 6, 7]) sender.add(n, 4000)
    sender.finish(7)
    await sendUntilDone(sender)
    expect(await sender.file).toMatchObject({ filesize: 7 * pieceOf(1).bytes.byteLength })
    expect(networks).toContain('retrying')
    expect(networks.at(-1)).toBe('online')
  })

  it('starts another recording when the server has ended the first one, without losing audio', async () => {
    await using w = await testServer()
    const { sender, user, serverIds } = await setUp(w)
    sender.add(1, 4000)
    await expect.poll(() => sender.isAllSafe).toBe(true)
    await user.recorder.finish({ params: { recording_id: ID }, body: {} })
    sender.add(2, 4000)
    sender.finish(2)
    await sendUntilDone(sender)
    expect(await sender.file).toMatchObject({ filesize: 2 * pieceOf(1).bytes.byteLength })
    expect(serverIds).toHaveLength(1)
    expect((await user.files.simple({ query: {} })).data_file_total).toBe(2)
  })

  it('waits until the user signs in again', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { sender, networks } = await setUp(w)
    const { token = '' } = user.credentials
    user.credentials.token = 'gone'
    sender.add(1, 4000)
    await expect.poll(() => networks.at(-1)).toBe('signedOut')
    user.credentials.token = token
    sender.finish(1)
    expect(await sender.file).toMatchObject({ filename: 'Standup' })
  })

  it('waits while the storage of the account is full, and continues when there is space', async () => {
    await using w = await testServer({ settings: { STORAGE_LIMIT_MB: '1' } })
    const { sender, user, networks } = await setUp(w)
    sender.add(1, 4000)
    await expect.poll(() => sender.isAllSafe).toBe(true)
    const filesize = MiB - pieceOf(1).bytes.byteLength
    const { data } = await user.upload.presign({ body: { filesize, file_type: 'MP3' } })
    sender.add(2, 4000)
    await expect.poll(() => networks.at(-1)).toBe('accountFull')
    await user.upload.abandon({ params: { upload_id: data.upload_id } })
    sender.finish(2)
    expect(await sender.file).toMatchObject({ filesize: 2 * pieceOf(1).bytes.byteLength })
  })

  it('creates no file for less than a second', async () => {
    await using w = await testServer()
    const { sender } = await setUp(w)
    sender.finish(0)
    expect(await sender.file).toBeNull()
  })
})
