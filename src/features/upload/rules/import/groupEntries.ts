import { normalizeText } from '#shared/normalizeText.ts'
import type { Millis } from '#shared/units.ts'
import {
  type ImportEntry,
  TEXT_SUFFIXES,
  type TextRole,
  type TextSuffix,
  isRoleFolder,
  kindOf,
  looseBase,
  readStem,
  splitPath,
  splitSuffix,
  timeInName,
  titleOf,
} from './entryNames.ts'

export type ImportText = { readonly entry: ImportEntry; readonly suffix: TextSuffix; readonly role: TextRole }

/** The files of an export that belong to one recording. */
export type ImportGroup = {
  readonly key: string
  readonly title: string
  /** The folder of the export that they are in; null for none. */
  readonly folder: string | null
  readonly sound: ImportEntry | null
  /** The most exact kinds first. */
  readonly texts: readonly ImportText[]
  /** The time that the names say. */
  readonly nameTime: Millis | null
}

export type GroupedEntries = {
  readonly groups: readonly ImportGroup[]
  /** The file that describes the account in a copy from Earshot. */
  readonly account: ImportEntry | null
  /** The number of files of other kinds, hidden ones, and ones whose path leaves the archive. */
  readonly skipped: number
}

type NamedEntry = {
  entry: ImportEntry
  name: string
  kind: 'sound' | 'text'
  folders: readonly string[]
  base: string
  /** The name says only what kind of file it is, so the folder it is in names the recording. */
  isNamedByFolder: boolean
  role: TextRole
  utcTime: Millis | null
}

/** Names of files that services give to a folder per recording, beside those that `readStem` knows. */
const GENERIC_STEM =
  /^(?:metadata|meta|info|details?|original|file|(?:audio|video|zoom)[_-]?(?:only)?[_-]?\d*|meeting_saved(?:_closed|_new)?|playback)$/i

/**
 * Finds out which files of an export belong to one recording: those with the same name in one folder (`Plan.mp3`,
 * `Plan-transcript.txt`, `Plan_summary.md`), in folders by kind (`audio/Plan.mp3`, `transcripts/Plan.txt`), or with names such as
 * `audio.mp3` in a folder of their own. Two sounds are never one recording.
 */
export function groupEntries(entries: readonly ImportEntry[]): GroupedEntries {
  let account: ImportEntry | null = null
  const named: NamedEntry[] = []
  for (const entry of entries) {
    const path = splitPath(entry.path)
    const kind = path && kindOf(path.name)
    if (!path || kind === 'other' || kind === null) continue
    if (path.name === 'account.json' && path.folders.length <= 1) account = entry
    else named.push(nameEntry(entry, path, kind))
  }
  const root = commonRoot(named)
  const byKey = new Map<string, NamedEntry[]>()
  for (const each of named) {
    const key = keyOf(each)
    byKey.set(key, [...(byKey.get(key) ?? []), each])
  }
  adoptByLooseName(byKey)
  adoptLooseTexts(byKey)
  const groups = [...byKey].flatMap(([key, members]) => toGroups(key, members, root))
  return { groups, account, skipped: entries.length - named.length - (account ? 1 : 0) }
}

function nameEntry(entry: ImportEntry, path: { folders: readonly string[]; name: string }, kind: 'sound' | 'text'): NamedEntry {
  const { base, role, utcTime } = readStem(splitSuffix(path.name).stem)
  const isNamedByFolder = (base === '' || GENERIC_STEM.test(base)) && path.folders.length > 0
  const folders = path.folders.filter((folder, n) => !isRoleFolder(folder) || (isNamedByFolder && n === path.folders.length - 1))
  return {
    entry,
    name: path.name,
    kind,
    role,
    utcTime,
    isNamedByFolder,
    folders: isNamedByFolder ? folders.slice(0, -1) : folders,
    base: isNamedByFolder ? (folders.at(-1) ?? base) : base,
  }
}

const keyOf = ({ folders, base, utcTime }: NamedEntry): string =>
  // The same title at another time is another recording.
  JSON.stringify([...folders, normalizeText(base, 'NFC').toLowerCase(), utcTime ?? ''])

/** The folder around everything is the export itself. */
function commonRoot(named: readonly NamedEntry[]): string | null {
  const [first] = named
  const root = first?.folders[0]
  return root !== undefined && named.every(({ folders }) => folders[0] === root) ? root : null
}

/**
 * Gives texts to the only recording in their folder with the same shorter name: Teams writes `Plan.vtt` beside
 * `Plan-20260528_090000-Meeting Recording.mp4`, and subtitles name their language, `Plan.en.srt`.
 */
function adoptByLooseName(byKey: Map<string, NamedEntry[]>): void {
  const sounds = new Map<string, NamedEntry[][]>()
  const looseKeyOf = (entry: NamedEntry) => keyOf({ ...entry, base: looseBase(entry.base, entry.kind), utcTime: null })
  for (const members of byKey.values()) {
    const sound = members.find(({ kind }) => kind === 'sound')
    if (!sound) continue
    const key = looseKeyOf(sound)
    sounds.set(key, [...(sounds.get(key) ?? []), members])
  }
  for (const [key, members] of byKey) {
    const [first] = members
    if (!first || members.some(({ kind }) => kind === 'sound')) continue
    const recordings = sounds.get(looseKeyOf(first))
    if (recordings?.length !== 1) continue
    recordings[0]?.push(...members)
    byKey.delete(key)
  }
}

/** Gives texts such as `summary.md` to the only recording of their folder. */
function adoptLooseTexts(byKey: Map<string, NamedEntry[]>): void {
  const soundsByFolder = new Map<string, NamedEntry[][]>()
  for (const members of byKey.values()) {
    const sound = members.find(({ kind }) => kind === 'sound')
    if (!sound || sound.isNamedByFolder) continue
    const folder = JSON.stringify(sound.folders)
    soundsByFolder.set(folder, [...(soundsByFolder.get(folder) ?? []), members])
  }
  for (const [key, members] of byKey) {
    if (members.some((member) => member.kind === 'sound' || !member.isNamedByFolder)) continue
    const [first] = members
    const recordings = soundsByFolder.get(JSON.stringify([...(first?.folders ?? []), first?.base]))
    if (recordings?.length !== 1) continue
    recordings[0]?.push(...members)
    byKey.delete(key)
  }
}

function toGroups(key: string, members: readonly NamedEntry[], root: string | null): ImportGroup[] {
  const sounds = members.filter(({ kind }) => kind === 'sound')
  const texts = members.filter(({ kind }) => kind === 'text')
  if (sounds.length <= 1) return [toGroup(key, sounds[0] ?? null, texts, root)]
  // The same name with two suffixes: the texts belong to the first one.
  return sounds.map((sound, n) => toGroup(`${key} ${n}`, sound, n === 0 ? texts : [], root))
}

function toGroup(key: string, sound: NamedEntry | null, texts: readonly NamedEntry[], root: string | null): ImportGroup {
  const lead = (sound ?? texts[0])!
  const { stem } = splitSuffix(lead.name)
  const title = lead.isNamedByFolder ? lead.base : (sound ? titleOf(stem) : lead.base) || stem
  const folders = root === lead.folders[0] && root !== null ? lead.folders.slice(1) : lead.folders
  const utcTime = [lead, ...texts].find((each) => each.utcTime !== null)?.utcTime ?? null
  return {
    key,
    title,
    folder: folders.length === 0 ? null : folders.join(' / '),
    sound: sound?.entry ?? null,
    texts: texts
      .map(({ entry, name, role }) => ({ entry, role, suffix: splitSuffix(name).suffix as TextSuffix }))
      .toSorted((a, b) => rankOf(a) - rankOf(b)),
    nameTime: utcTime ?? timeInName(lead.isNamedByFolder ? lead.base : stem, lead.entry.modifiedAt),
  }
}

const ROLE_RANK = { transcript: 0, none: 1, summary: 2, chat: 3 } as const

/** Transcripts before summaries, and exact formats before texts. */
const rankOf = ({ suffix, role }: ImportText): number =>
  ROLE_RANK[role ?? 'none'] + (suffix === 'json' && role !== 'chat' ? -10 : 0) + TEXT_SUFFIXES.indexOf(suffix) / 100
