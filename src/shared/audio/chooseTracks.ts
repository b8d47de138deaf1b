/** What a file says about one of its audio tracks. */
export type AudioTrack = {
  /** ISO 639, or null or `und` when it is not known. */
  readonly language: string | null
  readonly isDefault: boolean
  /** A commentary or a description of the picture. */
  readonly isSecondary: boolean
}

/** How many audio tracks of a file are mixed, and how many are left out. */
export type TrackUse = { readonly mixed: number; readonly leftOut: number }

/** Indexes of the tracks to use, and of those that are left out. */
export type ChosenTracks = { readonly used: readonly number[]; readonly leftOut: readonly number[] }

/** More tracks than people record at once. */
const MAX_TRACKS = 16

/**
 * Returns the tracks of a file that are heard together: each person of a call, or the microphone and the computer. Translations and
 * commentaries are left out, because they say the same at the same time.
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
