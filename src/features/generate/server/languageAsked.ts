import { FIND_OUT } from './startTask.ts'

/**
 * The language a client chose in `info`, JSON in a string (B§7): ISO 639-1 without the variant number of the language list
 * (`en-3` is `en`, `zh-hk-0` is `zh`), FIND_OUT for `auto`, or undefined for none and for anything unreadable.
 */
export function languageAsked(info: string | null | undefined): string | undefined {
  if (!info) return undefined
  try {
    const asked = (JSON.parse(info) as { language?: unknown }).language
    const code = typeof asked === 'string' ? /^[a-z]{2,3}/i.exec(asked)?.[0].toLowerCase() : undefined
    return asked === FIND_OUT || code === 'aut' ? FIND_OUT : code
  } catch {
    return undefined
  }
}
