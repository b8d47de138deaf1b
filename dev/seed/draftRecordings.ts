import { FILENAME_MAX, SCENES } from '#features/files/contract.ts'
import { type Millis, days, hours, minutes, seconds } from '#shared/units.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { EMOJI, LONG_SUFFIX, RIGHT_TO_LEFT, TITLE_PARTS } from './titleParts.ts'

/** A recording to create. */
export type RecordingDraft = {
  filename: string
  /** Language of the title and of the transcript. */
  language: string
  scene: number
  startTime: Date
  editTime: Date
  duration: Millis
  folderIds: string[]
  trashedAt: Date | null
  isTranscribed: boolean
  isSummarised: boolean
}

export type DraftOptions = {
  files: number
  folderIds: readonly string[]
  /** Percentage of the recordings that are in the trash. */
  trashPercent: number
  now: Date
  seed?: number
}

const LIBRARY_AGE = days(6 * 365)
/** Maximum age of recordings in the trash, so that they are not deleted at once. */
const MAX_TRASH_AGE = days(28)
/** Relative frequency of each source. The welcome note is added once. */
const SOURCES = [
  ...([SCENES.note, SCENES.call, SCENES.call, SCENES.notepin, SCENES.notepin, SCENES.NotePro, SCENES.NotePro] as const),
  ...([SCENES.NotePinS, SCENES.recorder, SCENES.web, SCENES.web, SCENES.desktop, SCENES.desktop] as const),
]
/** Sources of the first recordings, so that each source occurs in a small library. */
const FIRST_SOURCES = [
  SCENES.web,
  SCENES.recorder,
  SCENES.note,
  SCENES.call,
  SCENES.notepin,
  SCENES.NotePro,
  SCENES.NotePinS,
  SCENES.desktop,
]

/** Returns this many drafts, newest first. The same options give the same drafts. */
export function draftRecordings({ files, folderIds, trashPercent, now, seed = 6 }: DraftOptions): RecordingDraft[] {
  const random = seededRandom(seed)
  const drafts = Array.from({ length: files }, (_, index) => createDraft(random, index, { folderIds, trashPercent, now }))
  return drafts.sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
}

function createDraft(
  random: SeededRandom,
  index: number,
  { folderIds, trashPercent, now }: Omit<DraftOptions, 'files' | 'seed'>,
): RecordingDraft {
  const language = random.pickOne(Object.keys(TITLE_PARTS))
  const duration = randomDuration(random)
  const startTime = new Date(now.getTime() - duration - minutes(1) - Math.floor(random.next() * LIBRARY_AGE))
  const endTime = startTime.getTime() + duration
  const isTranscribed = random.percent(72)
  const editDelay = random.percent(30) ? random.integer(0, days(40)) : random.integer(0, hours(2))
  return {
    filename: randomTitle(random, language),
    language,
    scene: FIRST_SOURCES[index] ?? (index === FIRST_SOURCES.length ? SCENES.welcomeNote : random.pickOne(SOURCES)),
    startTime,
    editTime: new Date(Math.min(endTime + editDelay, now.getTime())),
    duration,
    folderIds: randomFolders(random, folderIds),
    trashedAt: random.percent(trashPercent)
      ? new Date(Math.max(endTime, now.getTime() - random.integer(0, MAX_TRASH_AGE)))
      : null,
    isTranscribed,
    isSummarised: isTranscribed && random.percent(80),
  }
}

/** Returns five seconds to five hours, mostly some minutes. */
function randomDuration(random: SeededRandom): Millis {
  const [shortest, longest] = [Math.log(seconds(5)), Math.log(hours(5))]
  return Math.round(Math.exp(shortest + random.next() * (longest - shortest)))
}

/** Returns no folder for a third of the recordings and two folders for a few. */
function randomFolders(random: SeededRandom, folderIds: readonly string[]): string[] {
  if (folderIds.length === 0 || random.percent(35)) return []
  const chosen = [random.pickOne(folderIds), ...(random.percent(4) ? [random.pickOne(folderIds)] : [])]
  return [...new Set(chosen)]
}

function randomTitle(random: SeededRandom, language: string): string {
  const titleParts = TITLE_PARTS[language]
  if (!titleParts) throw new Error(`no titles in ${language}`)
  if (random.percent(2)) return random.pickOne(RIGHT_TO_LEFT)
  const pattern = random
    .pickOne(titleParts.patterns)
    .replace('{who}', random.pickOne(titleParts.people))
    .replace('{what}', random.pickOne(titleParts.topics))
    .replace('{n}', String(random.integer(1, 400)))
  const title = pattern.charAt(0).toLocaleUpperCase() + pattern.slice(1)
  if (random.percent(3)) return `${random.pickOne(EMOJI)} ${title}`
  return random.percent(3) ? `${title}${LONG_SUFFIX}`.slice(0, FILENAME_MAX) : title
}
