import { appendFile, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { READ_ONLY } from '#shared/contract.ts'
import { MiB, type Bytes } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { findProcesses, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { mountSmallDisk } from '#test/process/mountSmallDisk.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'

const UPLOAD: Bytes = 300 * MiB
const BLOCK = Buffer.alloc(MiB, 7)

async function freeBytes(dir: string): Promise<Bytes> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

type StalledUpload = {
  readonly sent: () => Bytes
  readonly status: () => number | undefined
  readonly clientRequest: ClientRequest
}

/** Starts a part upload without a content length. It sends all but the last bytes and then stalls. */
function startStalledUpload(url: string): StalledUpload {
  let [sent, status]: [Bytes, number | undefined] = [0, undefined]
  const clientRequest = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } })
  clientRequest.on('response', (response) => (status = response.resume().statusCode))
  clientRequest.on('error', () => (status ??= 0))
  const sendBlocks = () => {
    while (status === undefined && sent < UPLOAD - MiB) {
      sent += MiB
      if (!clientRequest.write(BLOCK)) return
    }
  }
  clientRequest.on('drain', sendBlocks)
  sendBlocks()
  return { sent: () => sent, status: () => status, clientRequest }
}

async function waitUntilSettled(parts: readonly StalledUpload[]): Promise<void> {
  const isSettled = () => parts.every((part) => part.status() !== undefined || part.sent() >= UPLOAD - MiB)
  for (let elapsed = 0; !isSettled() && elapsed < 60_000; elapsed += 100) await systemClock.wait(100)
}

const presignUrl = async ({ upload }: User) =>
  (await upload.presign({ body: { filesize: UPLOAD, file_type: 'MP3' } })).data.part_urls[0]!

it('stays readable when the disk is full, and recovers by itself when there is space again', async (ctx) => {
  await using disk = await mountSmallDisk(ctx, '2g')
  const dataDir = join(disk.dir, 'data')
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    EARSHOT_SCRIPTED: 'speech',
    SIGN_UP: 'open',
    DISK_RESERVE_MB: '256',
  }
  await using running = await startEarshot({ ...settings, LOG_LEVEL: 'info' })
  const reserveSize = () =>
    stat(join(dataDir, 'disk-reserve')).then(
      ({ size }) => size,
      () => 0,
    )
  await expect.poll(reserveSize).toBe(256 * MiB)
  const [attacker, user] = [await signUp(running.url, 'attacker'), await signUp(running.url, 'reader')]
  const file = await uploadRecording(user, createToneWav(2), { name: 'Kept' })

  // Six stalled parts without a content length must not take more than the space available for audio.
  const urls: string[] = []
  while (urls.length < 6) urls.push(await presignUrl(attacker))
  const parts = urls.map(startStalledUpload)
  await waitUntilSettled(parts)
  expect(await freeBytes(disk.dir)).toBeGreaterThan(1000 * MiB)
  expect(parts.map((part) => part.status()).filter((status) => status === 507)).toHaveLength(4)
  const { database } = await findProcesses(running, dataDir)
  expect((await user.files.simple({ query: {} })).data_file_list.map(({ id }) => id)).toEqual([file.id])
  await user.files.change({ params: { id: file.id }, body: { filename: 'Renamed' } })
  for (const { clientRequest } of parts) clientRequest.destroy()
  await expect.poll(() => readdir(join(dataDir, 'blobs', 'tmp'))).toEqual([])
  await expect.poll(() => freeBytes(disk.dir)).toBeGreaterThan(1600 * MiB)

  // Another program fills most of the disk: the reserve is released, writes are refused and reading still works.
  const fillerFile = join(disk.dir, 'filler')
  await writeFile(fillerFile, Buffer.alloc((await freeBytes(disk.dir)) - 200 * MiB))
  await expect.poll(reserveSize).toBe(0)
  const renameFile = (filename: string) => user.files.change({ params: { id: file.id }, body: { filename } })
  await expect.poll(async () => (await expectRefusal(renameFile('Refused'))).message).toBe(READ_ONLY.message)
  expect((await user.files.simple({ query: {} })).data_file_list[0]?.filename).toBe('Renamed')

  // Then the rest is filled, so that PostgreSQL cannot write. It crashes and cannot restart until there is space.
  const restFile = join(disk.dir, 'rest')
  const fillDisk = async () => {
    await appendFile(restFile, Buffer.alloc((await freeBytes(disk.dir)) + MiB)).catch(() => undefined)
    return freeBytes(disk.dir)
  }
  await expect.poll(fillDisk).toBe(0)
  for (const pid of database) killProcess(pid)
  await expect.poll(() => running.output()).toContain('PostgreSQL stopped unexpectedly')
  await rm(fillerFile)
  await rm(restFile)
  await expect.poll(reserveSize, { timeout: 60_000 }).toBe(256 * MiB)
  const listedName = () => user.files.simple({ query: {} }).then((response) => response.data_file_list[0]?.filename, String)
  await expect.poll(listedName, { timeout: 60_000 }).toBe('Renamed')
  await expect.poll(() => renameFile('Back').then(() => 'changed', String), { timeout: 10_000 }).toBe('changed')
  await uploadRecording(user, createToneWav(3), { name: 'After' })
})
