import type { TextReplacement, TextSearch } from '../../contract.ts'
import { isUnspaced } from './textUnits.ts'

/** Returns the pattern of a search. A whole word has no letter or digit beside it, in scripts that have spaces. */
export function searchPattern({ find, match_case, whole_word }: TextSearch): RegExp {
  const text = find.trim() === '' ? find : find.trim()
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  const isWord = (character: string | undefined) =>
    whole_word && character !== undefined && /[\p{L}\p{N}]/u.test(character) && !isUnspaced(character)
  const before = isWord([...text][0]) ? String.raw`(?<![\p{L}\p{N}])` : ''
  const after = isWord([...text].at(-1)) ? String.raw`(?![\p{L}\p{N}])` : ''
  return new RegExp(`${before}(?:${pattern})${after}`, match_case ? 'gu' : 'giu')
}

/** Returns the text with every match replaced. A match that is replaced by nothing takes its space with it. */
export function replaceMatches(content: string, replacement: TextReplacement): string {
  const replaced = content.replaceAll(searchPattern(replacement), () => replacement.replace)
  return replacement.replace === '' && replaced !== content ? replaced.replaceAll(/ {2,}/g, ' ').trim() : replaced
}
