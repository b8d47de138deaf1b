import type { TextReplacement, TextSearch } from '../../contract.ts'
import { isUnspaced } from './textUnits.ts'

/** Returns the pattern of a search. A whole word has no adjacent letter or digit, in scripts with spaces. */
export function searchPattern({ find, match_case, whole_word }: TextSearch): RegExp {
  const text = find.trim() === '' ? find : find.trim()
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  const isWord = (character: string | undefined) =>
    whole_word && character !== undefined && /[\p{L}\p{N}]/u.test(character) && !isUnspaced(character)
  const before = isWord([...text][0]) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : ''
  const after = isWord([...text].at(-1)) ? String.raw`(?![\p{L}\p{M}\p{N}])` : ''
  return new RegExp(`${before}(?:${pattern})${after}`, match_case ? 'gu' : 'giu')
}

export type Replacer = {
  /** Returns the number of matches in a text. */
  readonly count: (content: string) => number
  /** Returns the text with every match replaced. When the replacement is empty, the adjacent space is removed too. */
  readonly replace: (content: string) => string
}

export function createReplacer(replacement: TextReplacement): Replacer {
  const pattern = searchPattern(replacement)
  return {
    count: (content) => {
      let count = 0
      for (const _ of content.matchAll(pattern)) count++
      return count
    },
    replace: (content) => {
      const replaced = content.replaceAll(pattern, () => replacement.replace)
      return replacement.replace === '' && replaced !== content ? replaced.replaceAll(/ {2,}/g, ' ').trim() : replaced
    },
  }
}
