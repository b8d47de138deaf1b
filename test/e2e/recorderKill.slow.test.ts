import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { PieceSender } from '#features/recorder/web/engine/PieceSender.ts'
import { recorderContract } from '#features/recorder/contract.ts'
import { type Send, Unreachable, client } from '#shared/client.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createSend } from '#test/server/createSend.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { signUp } from '#test/server/user.ts'
import { type RunningEarshot, isReady, findProcesses, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { type RecorderHarness, compareToSpoken, startRecorderHarness } from './harness/recorderHarness.ts'

const RECORDINGS = 4
const PIECES = 20
const KILLS = 3

function pieceOf(recording: number, n: number) {
  const bytes = createSilentMp3(4)
  bytes[60] = n
  bytes[61] = recording
  return { bytes: bytes.buffer, md5: createHash('md5').update(bytes).digest('hex'), duration: 4000 }
}

/** Sends like the browser. Throws Unreachable when the server is down. */
function browserSend(url: string, token: string): Send {
  const sendRequest = createSend(url, { token })
  return async (request) => {
    try {
      if (!(request.body instanceof ArrayBuffer)) return await sendRequest(request)
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      const response = await fetch(`${url}/api${request.address}`, { method: request.method, headers, body: request.body })
      return { httpStatus: response.status, body: await response.json() }
    } catch (cause) {
      throw new Unreachable('network', cause)
    }
  }
}

let harness: RecorderHarness | undefined
let running: RunningEarshot | undefined

afterAll(async () => {
  await running?.stop()
  await harness?.[Symbol.asyncDispose]()
})

it(
  'loses no acknowledged piece and duplicates nothing while server and database are killed repeatedly',
  { timeout: 300_000 },
  async () => {
    harness = await startRecorderHarness()
    const dataDir = join(harness.dir, 'data')
    const settings = {
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SIGN_UP: 'open',
      WELCOME: 'off',
    }
    running = await startEarshot({ ...settings, EARSHOT_SCRIPTED: 'speech' })
    harness.setServer(running.url)
    const user = await signUp(running.url, 'anna')
    const send = browserSend(running.url, user.token)

    const context = await harness.launch('speaking')
    const page = await harness.open(context, user.token)
    await page.evaluate(async () => {
      await window.engine.recorder.open({ echoCancellation: false, noiseSuppression: false, autoGainControl: false })
      await window.engine.recorder.start({ filename: 'Through it all' })
    })

    const senders = Array.from({ length: RECORDINGS }, (_, recording) => {
      const details = {
        filename: `Recording ${recording}`,
        folderId: null,
        startedAt: systemClock.now().getTime(),
        timezone: 0,
        markers: [],
      }
      const id = createHash('md5').update(String(recording)).digest('hex')
      const calls = client('recorder', recorderContract, send)
      return new PieceSender(id, { calls, send, read: async (n) => pieceOf(recording, n), getDetails: () => details, events: {} })
    })
    const recordings = senders.map(async (sender) => {
      for (let n = 1; n <= PIECES; n++) {
        sender.add(n, 4000)
        await systemClock.wait(250)
      }
      sender.finish(PIECES)
      return sender.file
    })
    for (let kill = 0; kill < KILLS; kill++) {
      await systemClock.wait(1200)
      const processes = await findProcesses(running, dataDir)
      const killedProcesses = kill % 2 === 0 ? processes.api : [...processes.database.slice(0, 1), ...processes.worker]
      for (const pid of killedProcesses) killProcess(pid)
      await systemClock.wait(300)
      for (let attempt = 0; attempt < 200 && !(await isReady(running.url)); attempt++) await systemClock.wait(100)
    }
    const files = await Promise.all(recordings)
    for (const [recording, file] of files.entries()) {
      const whole = createHash('md5')
      for (let n = 1; n <= PIECES; n++) whole.update(new Uint8Array(pieceOf(recording, n).bytes))
      expect(file).toMatchObject({ filename: `Recording ${recording}`, file_md5: whole.digest('hex') })
    }
    await page.evaluate(() => window.engine.recorder.stop())
    const { file, gaps, uploadedUpTo, storedUpTo } = await page.evaluate(() => window.engine.recorder.store.getState())
    expect({ gaps, missing: storedUpTo - uploadedUpTo }).toEqual({ gaps: [], missing: 0 })
    const { temp_url } = await user.files.tempUrl({ params: { id: file!.id }, query: {} })
    const { similarity, seconds } = await compareToSpoken(new Uint8Array(await (await fetch(temp_url)).arrayBuffer()))
    // While the database restarts, the busy machine leaves gaps in the browser's fake microphone.
    expect(similarity).toBeGreaterThan(0.8)
    const all = await user.files.simple({ query: {} })
    expect(all.data_file_total).toBe(RECORDINGS + 1)
    expect((await user.recorder.unfinished({})).data.list).toEqual([])
    console.log(
      `${KILLS} kills: ${RECORDINGS} of ${RECORDINGS} recordings with all of their ${PIECES} pieces, none twice; ` +
        `the one spoken meanwhile has ${seconds.toFixed(1)} s and is ${similarity.toFixed(3)} like what was said`,
    )
  },
)
