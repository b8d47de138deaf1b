import type { Segment } from '#features/files/contract.ts'
import { isDefaultName, matchVoices, renamedVoices, unnamedVoices, voiceNames } from '../../rules.ts'
import { loadVoices, toVoicePrint, type RecordingVoice } from './recordingVoices.ts'
import {
  listSettledVoices,
  listVoicePrints,
  markSettled,
  putVoicePrints,
  removeVoicePrints,
  type VoicePrint,
} from './voicePrintStore.ts'

/** A speaker of a recording that a voice print has recognized. */
export type RecognizedSpeaker = {
  /** The id of the voice. */
  readonly id: string
  /** The name that the machine gave. */
  readonly from: string
  readonly to: string
}

export type NameChange = {
  readonly fileId: string
  readonly segments: readonly Segment[]
  /** The transcript before, or undefined when the recording was opened. */
  readonly before: readonly Segment[] | undefined
  /** Samples that a change of names has removed since the recording was opened. Undoing the change restores them. */
  readonly removed: readonly VoicePrint[]
}

export type FollowedNames = {
  readonly recognized: readonly RecognizedSpeaker[]
  readonly removed: readonly VoicePrint[]
  /** Whether voice prints have changed. */
  readonly isChanged: boolean
}

/**
 * Keeps the voice prints of a recording true to the names in its transcript, and returns the speakers to rename (B§4). A sample whose
 * speaker has another name now is removed. A speaker whom a person gives a name with voice prints becomes a sample of it; one that was
 * recognized automatically does not, so that a mistake does not grow.
 */
export async function followNames(change: NameChange): Promise<FollowedNames> {
  const { fileId, segments, before, removed } = change
  const prints = await listVoicePrints()
  const names = voiceNames(segments)
  const unnamed = prints.length > 0 ? unnamedVoices(segments) : []
  const renamed = renamedVoices(before ?? segments, segments)
  const own = prints.filter((print) => print.fileId === fileId)
  const mayBeOutdated = own.some(({ name, customName }) => names.get(name) !== customName)
  const isNeeded = unnamed.length > 0 || mayBeOutdated || (renamed.length > 0 && prints.length + removed.length > 0)
  if (!isNeeded) return { recognized: [], removed, isChanged: false }
  const voices = await loadVoices(fileId)
  const settledIds = await listSettledVoices(fileId)
  const nameOf = new Map(voices.map(({ id, name }) => [id, names.get(name) ?? '']))
  // A voice that is missing, because speakers were separated again, or has no shown name, says nothing about its sample.
  const outdated = own.filter(({ id, customName }) => (nameOf.get(id) || customName) !== customName)
  const valid = prints.filter((print) => !outdated.includes(print))
  const learnt = new Set(valid.map(({ customName }) => customName))
  const added = renamed.flatMap(({ voice: name, from, to }) => {
    const voice = voices.find((candidate) => candidate.name === name)
    if (!voice) return []
    const isRestored = removed.some(({ id, customName }) => id === voice.id && customName === to)
    // Recognition has renamed it: a name given by a person settles a voice only below.
    const isRecognition = isDefaultName(from) && settledIds.has(voice.id)
    return isRestored || (learnt.has(to) && !isRecognition) ? [toVoicePrint(voice, to, change)] : []
  })
  await removeVoicePrints(outdated.map(({ id }) => id))
  await putVoicePrints(added)
  const renamedNames = new Set(renamed.map(({ voice }) => voice))
  await markSettled(
    fileId,
    voices.filter(({ name }) => renamedNames.has(name)).map(({ id }) => id),
  )
  const candidates = voices.filter(({ id, name }) => unnamed.includes(name) && !settledIds.has(id) && !renamedNames.has(name))
  return {
    recognized: recognize(candidates, valid, new Set(names.values())),
    removed: [...removed, ...outdated],
    isChanged: outdated.length + added.length > 0,
  }
}

/** Names that the recording has already are left out: giving them again would merge two speakers. */
function recognize(
  voices: readonly RecordingVoice[],
  prints: readonly VoicePrint[],
  taken: ReadonlySet<string>,
): RecognizedSpeaker[] {
  const samples = prints
    .filter(({ customName }) => !taken.has(customName))
    .map(({ customName, data, updateTime }) => ({ name: customName, embedding: data, updateTime }))
  return matchVoices(voices, samples).flatMap(({ id, name: to }) => {
    const voice = voices.find((candidate) => candidate.id === id)
    return voice ? [{ id, from: voice.name, to }] : []
  })
}
