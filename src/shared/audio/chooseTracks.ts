/** The metadata of an audio track in a file. */
export type AudioTrack = {
  /** ISO 639; null or `und` when unknown. */
  readonly language: string | null
  readonly isDefault: boolean
  /** A commentary or an audio description. */
  readonly isSecondary: boolean
}

/** The number of audio tracks that are mixed, and the number left out. */
export type TrackUse = { readonly mixed: number; readonly leftOut: number }

/** Indexes of the tracks to use, and of those left out. */
export type ChosenTracks = { readonly used: readonly number[]; readonly leftOut: readonly number[] }

/** More tracks than people record at once. */
const MAX_TRACKS = 16

/**
 * Returns the tracks of a file that belong together: the people of a call, or microphone and computer audio. Translations and
 * commentaries are left out, because they contain the same content at the same time.
 */
export function chooseTracks(tracks: readonly AudioTrack[]): ChosenTracks {
  const all = tracks.map((_, index) => index)
  const main = all.filter((index) => !tracks[index]!.isSecondary)
  const candidates = main.length > 0 ? main : all
  const first = candidates.find((index) => tracks[index]!.isDefault) ?? candidates[0]
  const languages = new Set(candidates.map((index) => languageOf(tracks[index]!)))
  languages.delete('')
  const isTranslated = languages.size > 1
  const wanted = first === undefined ? '' : languageOf(tracks[first]!)
  const used = candidates
    .filter((index) => !isTranslated || index === first || languageOf(tracks[index]!) === wanted)
    .slice(0, MAX_TRACKS)
  return { used, leftOut: all.filter((index) => !used.includes(index)) }
}

const languageOf = ({ language }: AudioTrack): string =>
  language === null || ['und', 'mul', 'zxx'].includes(language) ? '' : language
