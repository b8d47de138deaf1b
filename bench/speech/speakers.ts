import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '#platform/config/environment.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { bundledModelsDir, openSpeechEngine } from '#platform/speech/engine.ts'
import { diarizeSound } from '#platform/speech/speakers/diarize.ts'
import { loadSpeakerNetworks, type SpeakerNetworks } from '#platform/speech/speakers/networks.ts'
import { readAll, streamOf } from '#test/fixtures/composites.ts'
import { createConversations, type Conversation } from './conversations.ts'
import { countDiarizationErrors, readRttm, type DiarizationErrors } from './der.ts'
import { SHERPA_SETTINGS, type SherpaReply, type SherpaRequest } from './sherpaDiarizer.ts'
import type { SpeakerTurn } from '#platform/speech/speakers.ts'

/** The folder of the meetings, and the speaker model for sherpa-onnx. Neither is in the repository. */
const MEETINGS = 'BENCH_MEETINGS'
const SHERPA_MODEL = 'BENCH_SHERPA_SPEAKER_MODEL'
/** Hours of a recording that consists of all the others, repeated; measures speed and memory. Empty: not measured. */
const HOURS = 'BENCH_MEETING_HOURS'

const GOAL = { points: 1.5, cpuShare: 0.5, realTime: 6 }

type Measured = { name: string; errors: DiarizationErrors; cpuSeconds: number }

/**
 * Measures the errors of speaker separation and its CPU time on one thread, compared with sherpa-onnx with the same segmentation
 * model, on conversations made from the clips and on meetings. Sets the exit code to 1 when a goal is missed.
 */
export async function run(): Promise<void> {
  const { [MEETINGS]: directory, [SHERPA_MODEL]: sherpaModel, [HOURS]: hours } = environment()
  if (!directory) console.log(`  Set ${MEETINGS} to a folder with meetings (.wav) and who speaks when in them (.rttm).`)
  if (!sherpaModel) console.log(`  Set ${SHERPA_MODEL} to its speaker model to measure sherpa-onnx, too.`)
  const conversations = await createConversations()
  const meetings = directory ? await readMeetings(directory) : []
  for (const recordings of [conversations, meetings]) {
    if (recordings.length === 0) continue
    const seconds = recordings.reduce((total, { pcm }) => total + pcm.length, 0) / SPEECH_SAMPLE_RATE
    console.log(`  ${recordings.length} ${recordings === meetings ? 'meetings' : 'conversations'}, ${seconds.toFixed(0)} s`)
    const measured = [await measureOurs(recordings)]
    if (sherpaModel) measured.push(...(await measureSherpa(recordings, resolve(sherpaModel))))
    for (const each of measured) print(each, seconds)
    if (measured[1]) compare(measured[0]!, measured[1])
  }
  if (hours) await measureLong([...conversations, ...meetings], Number(hours))
}

async function readMeetings(directory: string): Promise<Conversation[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.wav')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name,
      pcm: await readAll(decodeAudio(join(directory, name))),
      truth: await readRttm(join(directory, name.replace(/\.wav$/, '.rttm'))),
    })),
  )
}

async function measureOurs(recordings: readonly Conversation[]): Promise<Measured> {
  const networks = await loadSpeakerNetworks({ modelsDir: bundledModelsDir, threads: 1 })
  const errors: DiarizationErrors[] = []
  const start = process.cpuUsage()
  for (const { pcm, truth } of recordings) errors.push(countDiarizationErrors(truth, await turnsOf(networks, pcm)))
  const { user, system } = process.cpuUsage(start)
  await networks.close()
  return { name: 'earshot', errors: sum(errors), cpuSeconds: (user + system) / 1e6 }
}

const turnsOf = async (networks: SpeakerNetworks, pcm: Float32Array): Promise<readonly SpeakerTurn[]> =>
  (await diarizeSound(networks, streamOf(pcm), { onProgress: () => undefined })).turns

/**
 * In a separate process, because two versions of the same native runtime cannot be loaded into one. Returns nothing without the
 * package.
 */
async function measureSherpa(recordings: readonly Conversation[], embedding: string): Promise<Measured[]> {
  const child = fork(fileURLToPath(new URL('sherpaDiarizer.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const reply = Promise.withResolvers<SherpaReply | undefined>()
  child.on('message', (message: SherpaReply) => reply.resolve(message)).on('exit', () => reply.resolve(undefined))
  const request: SherpaRequest = {
    segmentation: join(bundledModelsDir, 'speakers/segmentation.onnx'),
    embedding,
    recordings: recordings.map(({ pcm }) => pcm),
  }
  child.send(request)
  const results = await reply.promise
  child.kill()
  return (results ?? []).map(({ turns, cpuSeconds }, setting) => ({
    name: SHERPA_SETTINGS[setting]!.name,
    errors: sum(turns.map((found, index) => countDiarizationErrors(recordings[index]!.truth, found))),
    cpuSeconds,
  }))
}

/** Separates the speakers of a long recording as the server does: in the engine process, with all its threads. */
async function measureLong(recordings: readonly Conversation[], hours: number): Promise<void> {
  let peakMiB = 0
  const engine = openSpeechEngine({ log: (_message, facts) => (peakMiB = Number(facts['peakMiB'] ?? peakMiB)) })
  const start = performance.now()
  const { turns, speakers } = await engine.diarize(repeat(recordings, hours * 3600), { signal: new AbortController().signal })
  const seconds = (performance.now() - start) / 1000
  await engine.close()
  const speed = (hours * 3600) / seconds
  if (speed < GOAL.realTime) process.exitCode = 1
  console.log(
    `  ${hours} h: ${seconds.toFixed(0)} s, ${speed.toFixed(1)} x real time (goal ${GOAL.realTime}), ${peakMiB} MiB at most, ` +
      `${speakers.length} speakers in ${turns.length} turns`,
  )
}

async function* repeat(recordings: readonly Conversation[], seconds: number): AsyncGenerator<Float32Array> {
  for (let samples = 0, at = 0; samples < seconds * SPEECH_SAMPLE_RATE; at++) {
    const { pcm } = recordings[at % recordings.length]!
    samples += pcm.length
    yield pcm
  }
}

const sum = (all: readonly DiarizationErrors[]): DiarizationErrors => ({
  speech: all.reduce((total, { speech }) => total + speech, 0),
  missed: all.reduce((total, { missed }) => total + missed, 0),
  falseAlarm: all.reduce((total, { falseAlarm }) => total + falseAlarm, 0),
  confused: all.reduce((total, { confused }) => total + confused, 0),
})

const rateOf = ({ errors: { speech, missed, falseAlarm, confused } }: Measured): number =>
  (100 * (missed + falseAlarm + confused)) / speech

function print(measured: Measured, seconds: number): void {
  const { speech, missed, falseAlarm, confused } = measured.errors
  const percent = (part: number) => ((100 * part) / speech).toFixed(1)
  console.log(
    `  ${measured.name.padEnd(18)} DER ${rateOf(measured).toFixed(1).padStart(5)} % (missed ${percent(missed)}, ` +
      `false ${percent(falseAlarm)}, confused ${percent(confused)}), ${((60 * measured.cpuSeconds) / seconds).toFixed(1)} CPU seconds a minute`,
  )
}

function compare(ours: Measured, reference: Measured): void {
  const points = rateOf(reference) - rateOf(ours)
  const share = ours.cpuSeconds / reference.cpuSeconds
  const isMissed = points < GOAL.points || share > GOAL.cpuShare
  if (isMissed) process.exitCode = 1
  console.log(
    `  ${points.toFixed(1)} points better than ${reference.name} (goal ${GOAL.points}) at ${share.toFixed(2)} of its CPU time ` +
      `(goal ${GOAL.cpuShare}): ${isMissed ? 'MISSED' : 'ok'}`,
  )
}
