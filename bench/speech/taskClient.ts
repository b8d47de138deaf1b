import { readFile } from 'node:fs/promises'
import { systemClock } from '#platform/clock/clock.ts'
import type { Millis } from '#shared/units.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'

const SAMPLE_FILE = 'assets/welcome/two-cities.mp3'
/** The duration of the sample. */
const SAMPLE_SECONDS = 44.46

/** Signs up, uploads the sample repeated to about this duration, and starts its transcription without speaker separation. */
export async function startTranscription(url: string, seconds: number) {
  const user = await signUp(url, 'bench')
  await user.me.changeSettings({ body: { separate_speakers: false } })
  const file = await uploadRecording(user, await repeatSample(seconds), { name: 'Repeated' })
  await user.generate.transsumm({ params: { id: file.id }, body: {} })
  return { user, fileId: file.id }
}

/** Returns the sample as MP3, repeated, which works because its frames are independent. */
export async function repeatSample(seconds: number): Promise<Buffer> {
  const sample = await readFile(SAMPLE_FILE)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / SAMPLE_SECONDS) }, () => sample))
}

/** Returns the task of a recording; undefined when the server does not respond. */
export async function findTask({ generate }: Pick<User, 'generate'>, fileId: string) {
  const reply = await generate.status({}).catch(() => undefined)
  return reply?.data_tasks.find(({ file_id }) => file_id === fileId)
}

/** Waits until a condition holds and returns how long it took. Throws after `timeout`. */
export async function timeUntil(condition: () => Promise<boolean>, timeout: Millis, interval: Millis = 100): Promise<Millis> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > timeout) throw new Error(`Not within ${timeout / 1000} s.`)
    await systemClock.wait(interval)
  }
  return performance.now() - start
}
