// @vitest-environment node
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Send, Unreachable, client } from '#kit/client.ts'
import { MiB } from '#kit/units.ts'
import { sendTo } from '#test/world/sendTo.ts'
import { quietMp3 } from '#test/world/tone.ts'
import { type World, world } from '#test/world/world.ts'
import { recorderContract } from '../../contract.ts'
import { PieceSender } from './PieceSender.ts'

const ID = 'a'.repeat(32)

function pieceOf(n: number) {
  const bytes = quietMp3(4)
  bytes[60] = n
  return { bytes: bytes.buffer, md5: createHash('md5').update(bytes).digest('hex'), duration: 4000 }
}

/** Sends requests like the browser: binary bodies unchanged, everything else as JSON. */
function rawSend(w: World, credentials: { token?: string }): Send {
  const plain = sendTo(w.url, credentials)
  return async (request) => {
    if (!(request.body instanceof ArrayBuffer)) return plain(request)
    const headers = { ...request.headers, authorization: `Bearer ${credentials.token}` }
    const answer = await fetch(`${w.url}/api${request.address}`, { method: request.method, headers, body: request.body })
    return { httpStatus: answer.status, body: await answer.json() }
  }
}

async function stage(w: World, through: (send: Send) => Send = (send) => send) {
  const anna = await w.as()
  const send = through(rawSend(w, anna.credentials))
  const safe: number[] = []
  const networks: string[] = []
  const serverIds: string[] = []
  const sender = new PieceSender(ID, {
    calls: client('recorder', recorderContract, send),
    send,
    read: async (number) => pieceOf(number),
    told: () => ({ filename: 'Standup', folderId: null, startedAt: w.clock.now().getTime(), timezone: 0, markers: [] }),
    hear: {
      onSafe: (upTo) => void safe.push(upTo),
      onNetwork: (network) => void networks.push(network),
      onServerId: (id) => void serverIds.push(id),
    },
  })
  return { anna, sender, safe, networks, serverIds }
}

/** Skips the retry delays until the upload has ended. */
async function awake(sender: PieceSender): Promise<void> {
  let isOver = false
  void sender.file.finally(() => (isOver = true)).catch(() => undefined)
  while (!isOver) {
    sender.wake()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('uploading pieces', () => {
  it('uploads all pieces and creates one file', async () => {
    await using w = await world()
    const { sender, safe } = await stage(w)
    for (const n of [1, 2, 3, 4, 5]) sender.add(n, 4000)
    sender.finish(5)
    const file = await sender.file
    expect(file).toMatchObject({ filename: 'Standup', filesize: 5 * pieceOf(1).bytes.byteLength })
    expect(safe.at(-1)).toBe(20_000)
    expect(safe).toEqual(safe.toSorted((a, b) => a - b))
  })

  it('succeeds on a network that fails two times out of three', async () => {
    await using w = await world()
    let calls = 0
    const { sender, networks } = await stage(w, (send) => (request) => {
      if (calls++ % 3 < 2) return Promise.reject(new Unreachable('network'))
      return send(request)
    })
    for (const n of [1, 2, 3, 4, 5, 6, 7]) sender.add(n, 4000)
    sender.finish(7)
    await awake(sender)
    expect(await sender.file).toMatchObject({ filesize: 7 * pieceOf(1).bytes.byteLength })
    expect(networks).toContain('retrying')
    expect(networks.at(-1)).toBe('online')
  })

  it('starts another recording when the server has ended the first one, without losing audio', async () => {
    await using w = await world()
    const { sender, anna, serverIds } = await stage(w)
    sender.add(1, 4000)
    await expect.poll(() => sender.isAllSafe).toBe(true)
    await anna.recorder.finish({ params: { recording_id: ID }, body: {} })
    sender.add(2, 4000)
    sender.finish(2)
    await awake(sender)
    expect(await sender.file).toMatchObject({ filesize: 2 * pieceOf(1).bytes.byteLength })
    expect(serverIds).toHaveLength(1)
    expect((await anna.files.simple({ query: {} })).data_file_total).toBe(2)
  })

  it('waits until the user signs in again', async () => {
    await using w = await world()
    const anna = await w.as()
    const { sender, networks } = await stage(w)
    const { token = '' } = anna.credentials
    anna.credentials.token = 'gone'
    sender.add(1, 4000)
    await expect.poll(() => networks.at(-1)).toBe('signedOut')
    anna.credentials.token = token
    sender.finish(1)
    expect(await sender.file).toMatchObject({ filename: 'Standup' })
  })

  it('waits while the storage of the account is full, and continues when there is space', async () => {
    await using w = await world({ settings: { STORAGE_LIMIT_MB: '1' } })
    const { sender, anna, networks } = await stage(w)
    sender.add(1, 4000)
    await expect.poll(() => sender.isAllSafe).toBe(true)
    const filesize = MiB - pieceOf(1).bytes.byteLength
    const { data } = await anna.upload.presign({ body: { filesize, file_type: 'MP3' } })
    sender.add(2, 4000)
    await expect.poll(() => networks.at(-1)).toBe('accountFull')
    await anna.upload.abandon({ params: { upload_id: data.upload_id } })
    sender.finish(2)
    expect(await sender.file).toMatchObject({ filesize: 2 * pieceOf(1).bytes.byteLength })
  })

  it('creates no file for less than a second', async () => {
    await using w = await world()
    const { sender } = await stage(w)
    sender.finish(0)
    expect(await sender.file).toBeNull()
  })
})
