import { readFile } from 'node:fs/promises'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { bundledModelsDir } from '#platform/speech/engine.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { createTranscriber, type Transcriber } from '#platform/speech/transcriber.ts'
import { openSilero } from '#platform/speech/detection/silero.ts'
import type { TranscribedWindow } from '#platform/speech/speech.ts'
import { loadWhisper, type Whisper } from '#platform/speech/whisper/whisper.ts'
import { addWordErrors, countWordErrors, noWordErrors, type WordErrors } from '#test/fixtures/wordErrorRate.ts'
import { countWhisperErrors } from './countWhisperErrors.ts'
import {
  joinClips,
  createNoises,
  readAll,
  readClips,
  streamOf,
  type Clip,
  type CompositeOptions,
} from '#test/fixtures/composites.ts'

type Row = { readonly name: string; readonly recipe: Omit<CompositeOptions, 'seed'>; readonly hasLimits: boolean }

const ORDERS = [1, 2, 3, 4]
const ROWS: readonly Row[] = [
  ...[0, 6, 10, 15].map((spread) => ({ name: `+-${spread} dB`, recipe: { spread }, hasLimits: true })),
  { name: '+-20 dB', recipe: { spread: 20 }, hasLimits: false },
  { name: 'babble', recipe: { spread: 10, babble: 15 }, hasLimits: false },
]
/** Maximum percentage of deleted words, for all languages together and for French, and the maximum run of lost words. */
const GOALS = { deletions: 2, french: 4, longestLoss: 3 }
/** Seconds of audio decoded per second of clean speech. Decoding everything twice costs 2. */
const COST_GOAL = 1.15

/**
 * Measures lost words in recordings of several utterances: five sentences of one language, joined with pauses of 0.25-1.2 s in four
 * orders, at levels that differ by up to 20 dB, and with babble noise in the background. Sets the exit code to 1 when a goal is
 * missed.
 */
export async function run(): Promise<void> {
  const clips = await readClips()
  const { transcriber, whisper, decoded: decodedAudio } = await openMeteredTranscriber()
  console.log('  word errors % / deletions % / longest run lost, by language')
  for (const row of ROWS) {
    const before = decodedAudio.seconds
    const { counts, sound, notUnderstood } = await measureRow(transcriber, clips, row.recipe)
    const all = [...counts.values()].reduce(addWordErrors, noWordErrors)
    const languages = [...counts].map(([language, count]) => `${language} ${formatErrors(count)}`)
    const cost = ((decodedAudio.seconds - before) / sound).toFixed(2)
    const verdict = row.hasLimits ? rowVerdict(all, counts.get('fr') ?? noWordErrors) : ''
    const notUnderstoodText = `named as not understood ${notUnderstood.toFixed(1)} s`
    console.log(
      `  ${row.name.padEnd(9)} all ${formatErrors(all)}  ${languages.join('  ')}  sound decoded ${cost} x, ${notUnderstoodText} ${verdict}`,
    )
  }
  await measureSingleClips(transcriber, whisper, clips, decodedAudio)
  await measureNoise(transcriber)
  await transcriber.close()
}

/** Returns a transcriber whose Whisper counts the seconds of audio it decodes. */
async function openMeteredTranscriber() {
  const whisper = await loadWhisper({ modelsDir: bundledModelsDir, threads: 1 })
  const decodedAudio = { seconds: 0 }
  const meteredTranscribe: typeof whisper.transcribe = async (pcm, how) => {
    decodedAudio.seconds += pcm.length / SPEECH_SAMPLE_RATE
    return await whisper.transcribe(pcm, how)
  }
  return {
    whisper,
    transcriber: createTranscriber(await openSilero({ modelsDir: bundledModelsDir }), {
      ...whisper,
      transcribe: meteredTranscribe,
    }),
    decoded: decodedAudio,
  }
}

async function measureRow(transcriber: Transcriber, clips: readonly Clip[], recipe: Row['recipe']) {
  const counts = new Map<string, WordErrors>()
  let [sound, notUnderstood] = [0, 0]
  for (const [language, languageClips] of Map.groupBy(clips, (clip) => clip.language)) {
    const others = clips.filter((clip) => clip.language !== language)
    for (const seed of ORDERS) {
      const composite = joinClips(languageClips, others, { ...recipe, seed })
      const windows = await transcribe(transcriber, composite.pcm)
      const count = countWordErrors(composite.text, textOf(windows))
      counts.set(language, addWordErrors(counts.get(language) ?? noWordErrors, count))
      sound += composite.pcm.length / SPEECH_SAMPLE_RATE
      for (const { start, end } of windows.flatMap((window) => window.notUnderstood)) notUnderstood += (end - start) / 1000
    }
  }
  return { counts, sound, notUnderstood }
}

/** Measures what coverage must not make worse: single sentences, compared with Whisper alone, and a page of Dickens. */
async function measureSingleClips(
  transcriber: Transcriber,
  whisper: Whisper,
  clips: readonly Clip[],
  decodedAudio: { seconds: number },
): Promise<void> {
  const before = decodedAudio.seconds
  const dickens = await readAll(decodeAudio('test/fixtures/two-cities.wav'))
  let sound = dickens.length / SPEECH_SAMPLE_RATE
  let count = noWordErrors
  for (const { pcm, text } of clips) {
    count = addWordErrors(count, countWordErrors(text, textOf(await transcribe(transcriber, pcm))))
    sound += pcm.length / SPEECH_SAMPLE_RATE
  }
  const whisperAlone = await countWhisperErrors(whisper, clips)
  const page = countWordErrors(
    await readFile('test/fixtures/two-cities.txt', 'utf8'),
    textOf(await transcribe(transcriber, dickens)),
  )
  const cost = (decodedAudio.seconds - before) / sound
  const isOver = count.errors > whisperAlone.errors || cost > COST_GOAL
  console.log(
    `  one by one ${formatErrors(count)}, by Whisper alone ${formatErrors(whisperAlone)}, two-cities ${formatErrors(page)}, sound decoded ${cost.toFixed(2)} x ${verdict(isOver)}`,
  )
}

async function measureNoise(transcriber: Transcriber): Promise<void> {
  for (const [name, pcm] of createNoises()) {
    const windows = await transcribe(transcriber, pcm)
    const words = windows.reduce((sum, window) => sum + window.words.length, 0)
    const rows = windows.reduce((sum, window) => sum + window.notUnderstood.length, 0)
    console.log(`  ${name.padEnd(18)} ${words} words, ${rows} rows not understood ${verdict(words + rows > 0)}`)
  }
}

async function transcribe(transcriber: Transcriber, pcm: Float32Array): Promise<TranscribedWindow[]> {
  const windows: TranscribedWindow[] = []
  const onWindow = async (window: TranscribedWindow) => void windows.push(window)
  await transcriber.transcribe(streamOf(pcm), { resumeAt: 0, onProgress: () => undefined, onWindow })
  return windows
}

const textOf = (windows: readonly TranscribedWindow[]) =>
  windows.map(({ words, language }) => joinWords(words, language)).join(' ')
const percent = (part: number, whole: number) => (100 * part) / Math.max(1, whole)

const formatErrors = ({ words, errors, deletions, longestLoss }: WordErrors) =>
  `${percent(errors, words).toFixed(1)}/${percent(deletions, words).toFixed(1)}/${longestLoss}`

function rowVerdict(all: WordErrors, french: WordErrors): string {
  const isOver =
    percent(all.deletions, all.words) > GOALS.deletions ||
    percent(french.deletions, french.words) > GOALS.french ||
    all.longestLoss > GOALS.longestLoss
  return verdict(isOver)
}

function verdict(isOver: boolean): string {
  if (isOver) process.exitCode = 1
  return isOver ? 'OVER' : 'ok'
}
