import { appendFile, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { READ_ONLY } from '#kit/contract.ts'
import { MiB, type Bytes } from '#kit/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { partsOf, startEarshot } from '#test/running/startEarshot.ts'
import { mountSmallDisk } from '#test/running/smallDisk.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { freePort } from '#test/world/freePort.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'

const UPLOAD: Bytes = 300 * MiB
const BLOCK = Buffer.alloc(MiB, 7)

async function freeIn(dir: string): Promise<Bytes> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

type Stalled = { readonly sent: () => Bytes; readonly status: () => number | undefined; readonly call: ClientRequest }

/** Starts a part upload without a content length. It sends all but the last bytes and then stalls. */
function stall(url: string): Stalled {
  let [sent, status]: [Bytes, number | undefined] = [0, undefined]
  const call = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } })
  call.on('response', (answer) => (status = answer.resume().statusCode))
  call.on('error', () => (status ??= 0))
  const send = () => {
    while (status === undefined && sent < UPLOAD - MiB) {
      sent += MiB
      if (!call.write(BLOCK)) return
    }
  }
  call.on('drain', send)
  send()
  return { sent: () => sent, status: () => status, call }
}

async function settled(parts: readonly Stalled[]): Promise<void> {
  const over = () => parts.every((part) => part.status() !== undefined || part.sent() >= UPLOAD - MiB)
  for (let waited = 0; !over() && waited < 60_000; waited += 100) await systemClock.wait(100)
}

const presigned = async ({ upload }: User) =>
  (await upload.presign({ body: { filesize: UPLOAD, file_type: 'MP3' } })).data.part_urls[0]!

it('keeps reading possible when the disk fills up, and recovers by itself when there is space again', async (ctx) => {
  await using disk = await mountSmallDisk(ctx, '2g')
  const dataDir = join(disk.dir, 'data')
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    EARSHOT_SCRIPTED: 'speech',
    SIGN_UP: 'open',
    DISK_RESERVE_MB: '256',
  }
  await using running = await startEarshot({ ...settings, LOG_LEVEL: 'info' })
  const reserve = () =>
    stat(join(dataDir, 'disk-reserve')).then(
      ({ size }) => size,
      () => 0,
    )
  await expect.poll(reserve).toBe(256 * MiB)
  const [attacker, user] = [await signUp(running.url, 'attacker'), await signUp(running.url, 'reader')]
  const file = await uploadSound(user, tone(2), { name: 'Kept' })

  // Six stalled parts without a content length take no more than the space available for sound.
  const urls: string[] = []
  while (urls.length < 6) urls.push(await presigned(attacker))
  const parts = urls.map(stall)
  await settled(parts)
  expect(await freeIn(disk.dir)).toBeGreaterThan(1000 * MiB)
  expect(parts.map((part) => part.status()).filter((status) => status === 507)).toHaveLength(4)
  const { database } = await partsOf(running, dataDir)
  expect((await user.files.simple({ query: {} })).data_file_list.map(({ id }) => id)).toEqual([file.id])
  await user.files.change({ params: { id: file.id }, body: { filename: 'Renamed' } })
  for (const { call } of parts) call.destroy()
  await expect.poll(() => readdir(join(dataDir, 'blobs', 'tmp'))).toEqual([])
  await expect.poll(() => freeIn(disk.dir)).toBeGreaterThan(1600 * MiB)

  // Another program fills most of the disk: the reserve is released, writes are refused and reading still works.
  const filler = join(disk.dir, 'filler')
  await writeFile(filler, Buffer.alloc((await freeIn(disk.dir)) - 200 * MiB))
  await expect.poll(reserve).toBe(0)
  const change = (filename: string) => user.files.change({ params: { id: file.id }, body: { filename } })
  await expect.poll(async () => (await refusalOf(change('Refused'))).message).toBe(READ_ONLY.says)
  expect((await user.files.simple({ query: {} })).data_file_list[0]?.filename).toBe('Renamed')

  // Then the rest is filled, so that PostgreSQL cannot write. It dies and cannot restart until there is space.
  const rest = join(disk.dir, 'rest')
  const fill = async () => {
    await appendFile(rest, Buffer.alloc((await freeIn(disk.dir)) + MiB)).catch(() => undefined)
    return freeIn(disk.dir)
  }
  await expect.poll(fill).toBe(0)
  for (const pid of database) process.kill(pid, 'SIGKILL')
  await expect.poll(() => running.output()).toContain('PostgreSQL was lost')
  await rm(filler)
  await rm(rest)
  await expect.poll(reserve, { timeout: 60_000 }).toBe(256 * MiB)
  const list = () => user.files.simple({ query: {} }).then((answer) => answer.data_file_list[0]?.filename, String)
  await expect.poll(list, { timeout: 60_000 }).toBe('Renamed')
  await expect.poll(() => change('Back').then(() => 'changed', String), { timeout: 10_000 }).toBe('changed')
  await uploadSound(user, tone(3), { name: 'After' })
})
