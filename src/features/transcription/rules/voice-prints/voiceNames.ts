import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

type SpokenSegment = Pick<Segment, 'speaker' | 'original_speaker' | 'start_time' | 'end_time'>

/** Maps the default name of each voice to its displayed name: the one shown for most of its time, or '' when none is shown. */
export function voiceNames(segments: readonly SpokenSegment[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [voice, own] of groupByVoice(segments)) {
    const times = new Map<string, Millis>()
    for (const segment of own) times.set(segment.speaker, (times.get(segment.speaker) ?? 0) + lengthOf(segment))
    const [[name] = ['']] = [...times].toSorted(([, a], [, b]) => b - a)
    names.set(voice, name)
  }
  return names
}

/** Returns the voices whose displayed name is the default one. */
export const unnamedVoices = (segments: readonly SpokenSegment[]): string[] =>
  [...voiceNames(segments)].filter(([voice, name]) => voice === name && isDefaultName(name)).map(([voice]) => voice)

/** Returns whether a name is a default one, such as "Speaker 1". */
export const isDefaultName = (name: string): boolean => /^Speaker \d+$/.test(name)

/** A changed name of a voice. */
export type RenamedVoice = { readonly voice: string; readonly from: string; readonly to: string }

/** Returns the voices with another name than before; empty when the speakers were separated again. */
export function renamedVoices(before: readonly SpokenSegment[], after: readonly SpokenSegment[]): RenamedVoice[] {
  const [timesBefore, timesAfter] = [voiceTimes(before), voiceTimes(after)]
  const isSameSeparation =
    timesBefore.size === timesAfter.size && [...timesAfter].every(([voice, time]) => timesBefore.get(voice) === time)
  if (!isSameSeparation) return []
  return changedNames(voiceNames(before), voiceNames(after))
}

/**
 * Returns the names to replace in a text that uses the names of `before`. A name that another voice keeps, or that became several
 * names, is left out as ambiguous.
 */
export function renamedSpeakers(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): SpeakerRename[] {
  const byName = Map.groupBy(changedNames(before, after), ({ from }) => from)
  return [...byName].flatMap(([from, renamed]) => {
    const { to } = renamed[0]!
    const isKept = [...before].some(([voice, name]) => name === from && after.get(voice) === from)
    return isKept || renamed.some((other) => other.to !== to) ? [] : [{ from, to }]
  })
}

export type SpeakerRename = { readonly from: string; readonly to: string }

function changedNames(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): RenamedVoice[] {
  return [...after].flatMap(([voice, to]) => {
    const from = before.get(voice) ?? ''
    return from !== '' && to !== '' && from !== to ? [{ voice, from, to }] : []
  })
}

const voiceTimes = (segments: readonly SpokenSegment[]): ReadonlyMap<string, Millis> =>
  new Map([...groupByVoice(segments)].map(([voice, own]) => [voice, own.reduce((sum, segment) => sum + lengthOf(segment), 0)]))

function groupByVoice(segments: readonly SpokenSegment[]): Map<string, SpokenSegment[]> {
  const byVoice = Map.groupBy(segments, ({ original_speaker }) => original_speaker)
  byVoice.delete('')
  return byVoice
}

const lengthOf = ({ start_time, end_time }: SpokenSegment): Millis => Math.max(0, end_time - start_time)
