import { MAX_SOUNDS, MAX_TERM_LENGTH } from '../contract.ts'

export type WordListLine = { term: string; sounds_like: string[] }

/** Returns the distinct texts of a comma-separated list. */
export const parseSounds = (text: string): string[] => unique(text.split(/[,\uFF0C\u3001]/))

/** Returns why the texts that a term sounds like cannot be saved. */
export const isTooMuch = (sounds: readonly string[]): boolean =>
  sounds.length > MAX_SOUNDS || sounds.some((text) => text.length > MAX_TERM_LENGTH)

/**
 * Returns the terms in a text or CSV file: one per line, followed by what it sounds like, separated by commas, semicolons or tabs.
 * `skipped` counts lines that are too long or have too many texts.
 */
export function parseWordList(text: string): { lines: WordListLine[]; skipped: number } {
  const rows = parseRows(text.replace(/^\uFEFF/, '')).filter(([term = '']) => term.trim() !== '')
  const lines = rows
    .map(([term = '', ...sounds]) => ({ term: term.trim(), sounds_like: unique(sounds) }))
    .filter(({ term, sounds_like }) => term.length <= MAX_TERM_LENGTH && !isTooMuch(sounds_like))
  return { lines, skipped: rows.length - lines.length }
}

/** Formats terms for `parseWordList`. */
export const formatWordList = (lines: readonly WordListLine[]): string =>
  lines.map(({ term, sounds_like }) => `${[term, ...sounds_like].map(formatCell).join(',')}\r\n`).join('')

const formatCell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Matches a cell, quoted or not, and its separator. */
const CELL = /(?:[ ]*"((?:[^"]|"")*)"[^,;\t\r\n]*|([^,;\t\r\n]*))(\r?\n|[,;\t\r]|$)/gy

function parseRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [match, quoted, plain = '', end] of text.matchAll(CELL)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '' || match === '') break
    if (end?.endsWith('\n') || end === '\r') rows.push([])
  }
  return rows
}

const unique = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
]
