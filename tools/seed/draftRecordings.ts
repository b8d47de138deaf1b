import { FILENAME_MAX, SCENES } from '#features/files/contract.ts'
import { type Millis, days, hours, minutes, seconds } from '#kit/units.ts'
import { type Random, seededRandom } from './seededRandom.ts'
import { EMOJI, LONG_TAIL, RIGHT_TO_LEFT, TITLE_WORDS } from './titleWords.ts'

/** A recording to create. */
export type Draft = {
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

const YEARS = days(6 * 365)
/** Recordings in the trash were deleted at most this long ago, so that the trash is not emptied at once. */
const IN_TRASH_SINCE = days(28)
/** Relative frequency of each source. The welcome note is added once. */
const SOURCES = [
  ...([SCENES.note, SCENES.call, SCENES.call, SCENES.notepin, SCENES.notepin, SCENES.NotePro, SCENES.NotePro] as const),
  ...([SCENES.NotePinS, SCENES.web, SCENES.web, SCENES.web, SCENES.desktop, SCENES.desktop] as const),
]
/** Sources of the first recordings, so that each source occurs in a small library. */
const EACH_SOURCE = [SCENES.web, SCENES.note, SCENES.call, SCENES.notepin, SCENES.NotePro, SCENES.NotePinS, SCENES.desktop]

/** Returns this many drafts, newest first. The same options give the same drafts. */
export function draftRecordings({ files, folderIds, trashPercent, now, seed = 6 }: DraftOptions): Draft[] {
  const random = seededRandom(seed)
  const drafts = Array.from({ length: files }, (_, at) => draft(random, at, { folderIds, trashPercent, now }))
  return drafts.sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
}

function draft(random: Random, at: number, { folderIds, trashPercent, now }: Omit<DraftOptions, 'files' | 'seed'>): Draft {
  const language = random.pick(Object.keys(TITLE_WORDS))
  const duration = lengthOf(random)
  const startTime = new Date(now.getTime() - duration - minutes(1) - Math.floor(random.next() * YEARS))
  const made = startTime.getTime() + duration
  const isTranscribed = random.inHundred(72)
  const later = random.inHundred(30) ? random.whole(0, days(40)) : random.whole(0, hours(2))
  return {
    filename: titleOf(random, language),
    language,
    scene: EACH_SOURCE[at] ?? (at === EACH_SOURCE.length ? SCENES.welcomeNote : random.pick(SOURCES)),
    startTime,
    editTime: new Date(Math.min(made + later, now.getTime())),
    duration,
    folderIds: foldersOf(random, folderIds),
    trashedAt: random.inHundred(trashPercent) ? new Date(Math.max(made, now.getTime() - random.whole(0, IN_TRASH_SINCE))) : null,
    isTranscribed,
    isSummarised: isTranscribed && random.inHundred(80),
  }
}

/** Returns five seconds to five hours, mostly some minutes. */
function lengthOf(random: Random): Millis {
  const [shortest, longest] = [Math.log(seconds(5)), Math.log(hours(5))]
  return Math.round(Math.exp(shortest + random.next() * (longest - shortest)))
}

/** Returns no folder for a third of the recordings and two folders for a few. */
function foldersOf(random: Random, folderIds: readonly string[]): string[] {
  if (folderIds.length === 0 || random.inHundred(35)) return []
  const chosen = [random.pick(folderIds), ...(random.inHundred(4) ? [random.pick(folderIds)] : [])]
  return [...new Set(chosen)]
}

function titleOf(random: Random, language: string): string {
  const words = TITLE_WORDS[language]
  if (!words) throw new Error(`no titles in ${language}`)
  if (random.inHundred(2)) return random.pick(RIGHT_TO_LEFT)
  const said = random
    .pick(words.patterns)
    .replace('{who}', random.pick(words.who))
    .replace('{what}', random.pick(words.what))
    .replace('{n}', String(random.whole(1, 400)))
  const title = said.charAt(0).toLocaleUpperCase() + said.slice(1)
  if (random.inHundred(3)) return `${random.pick(EMOJI)} ${title}`
  return random.inHundred(3) ? `${title}${LONG_TAIL}`.slice(0, FILENAME_MAX) : title
}
