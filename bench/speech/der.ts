import { readFile } from 'node:fs/promises'
import type { SpeakerTurn } from '#platform/speech/speakers.ts'

/** Reads an RTTM file: who speaks when, with times in ms. Speakers are numbered by their first lines. */
export async function readRttm(path: string): Promise<SpeakerTurn[]> {
  const names: string[] = []
  return (await readFile(path, 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([kind]) => kind === 'SPEAKER')
    .map(([, , , start, duration, , , name]) => {
      if (!names.includes(name!)) names.push(name!)
      const from = Math.round(Number(start) * 1000)
      return { start: from, end: from + Math.round(Number(duration) * 1000), speaker: names.indexOf(name!) }
    })
}

/** Milliseconds of speech, and of the three kinds of errors. */
export type DiarizationErrors = { speech: number; missed: number; falseAlarm: number; confused: number }

const STEP = 10

/** Compares turns with the reference in steps of 10 ms, without a collar, under the best one-to-one mapping of speakers. */
export function countDiarizationErrors(truth: readonly SpeakerTurn[], found: readonly SpeakerTurn[]): DiarizationErrors {
  const end = Math.max(0, ...truth.map((turn) => turn.end))
  const [truthSets, foundSets] = [toSets(truth, end), toSets(found, end)]
  const mapping = bestMapping(truthSets, foundSets)
  const errors = { speech: 0, missed: 0, falseAlarm: 0, confused: 0 }
  truthSets.forEach((speakers, step) => {
    const answers = foundSets[step]!
    const correct = [...speakers].filter((speaker) => answers.has(mapping.get(speaker) ?? -1)).length
    errors.speech += speakers.size * STEP
    errors.missed += Math.max(0, speakers.size - answers.size) * STEP
    errors.falseAlarm += Math.max(0, answers.size - speakers.size) * STEP
    errors.confused += (Math.min(speakers.size, answers.size) - correct) * STEP
  })
  return errors
}

function toSets(turns: readonly SpeakerTurn[], end: number): Set<number>[] {
  const sets = Array.from({ length: Math.ceil(end / STEP) }, () => new Set<number>())
  for (const { start, end: until, speaker } of turns)
    for (let step = Math.round(start / STEP); step < Math.min(sets.length, Math.round(until / STEP)); step++)
      sets[step]!.add(speaker)
  return sets
}

/**
 * Returns the mapping of reference speakers to found ones with the most common time. Tries all mappings, so only for few speakers.
 */
function bestMapping(truth: readonly Set<number>[], found: readonly Set<number>[]): Map<number, number> {
  const common = new Map<string, number>()
  truth.forEach((speakers, step) => {
    for (const a of speakers) for (const b of found[step]!) common.set(`${a} ${b}`, (common.get(`${a} ${b}`) ?? 0) + 1)
  })
  const truthSpeakers = [...new Set(truth.flatMap((set) => [...set]))]
  const foundSpeakers = [...new Set(found.flatMap((set) => [...set]))]
  const search = (index: number, free: readonly number[]): { score: number; pairs: [number, number][] } => {
    const speaker = truthSpeakers[index]
    if (speaker === undefined) return { score: 0, pairs: [] }
    let best = search(index + 1, free)
    for (const candidate of free) {
      const overlap = common.get(`${speaker} ${candidate}`) ?? 0
      if (overlap === 0) continue
      const rest = search(
        index + 1,
        free.filter((other) => other !== candidate),
      )
      if (overlap + rest.score > best.score) best = { score: overlap + rest.score, pairs: [[speaker, candidate], ...rest.pairs] }
    }
    return best
  }
  return new Map(search(0, foundSpeakers).pairs)
}
