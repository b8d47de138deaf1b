import { readFile } from 'node:fs/promises'
import { create } from 'fontkit'
import subset from 'subset-font'
import { type FontFile, MARKS_OF, contains, familiesFor, filesOfFamily } from './families.ts'

export type Weight = 'regular' | 'bold'
const AXIS: Readonly<Record<Weight, number>> = { regular: 400, bold: 650 }

/** A font with the characters of one document. */
export type Font = { readonly name: string; readonly bytes: Uint8Array; readonly characters: ReadonlySet<string> }

/** Characters without a picture of their own, which change or join others. */
const JOINING = /^[\p{Mn}\p{Me}\p{Cf}\ufe0f]$/u

/** Joiners and variants have no picture. */
const INVISIBLE = /^[\p{Cf}\ufe0f]$/u

/** The fonts of one document: for each character the first font of the order that has it, reduced to the characters used. */
export class FontSet {
  readonly fonts: readonly Font[]
  readonly #fontOf: ReadonlyMap<string, Font>

  constructor(fonts: readonly Font[], fontOf: ReadonlyMap<string, Font>) {
    this.fonts = fonts
    this.#fontOf = fontOf
  }

  /**
   * Returns a letter with its marks as parts of one font each: a mark that the font of the letter does not have is drawn over it from
   * another one, and left out when no font has it.
   */
  split(grapheme: string, weight: Weight): { text: string; font: Font | undefined }[] {
    const [first = '', ...marks] = grapheme
    const parts = [{ text: first, font: this.fontOf(first, weight) }]
    for (const mark of marks) {
      const last = parts.at(-1)!
      const other = this.#fontOf.get(weight + mark)
      if (last.font?.characters.has(mark) || (other === undefined && !JOINING.test(mark))) last.text += mark
      else if (other !== undefined && !INVISIBLE.test(mark)) parts.push({ text: mark, font: other })
    }
    return parts
  }

  /** Returns the font of a character. One that no font has gets the first font, which shows a box. */
  fontOf(character: string, weight: Weight): Font | undefined {
    return this.#fontOf.get(weight + character) ?? this.#fontOf.get(weight)
  }
}

/** Reads and reduces the fonts for these texts. */
export async function openFonts(texts: Readonly<Record<Weight, string>>, language: string): Promise<FontSet> {
  const fonts: Font[] = []
  const fontOf = new Map<string, Font>()
  for (const weight of ['regular', 'bold'] as const) {
    const missing = new Set([...`${texts[weight]} 0123456789.…()[]{}<>«»`.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')])
    // Each font needs the marks of its own letters. A file is read for a mark alone only once, and where the mark fits other letters.
    const isExtra = (character: string, family: string) =>
      INVISIBLE.test(character) || (JOINING.test(character) && (family !== MARKS_OF || fontOf.has(weight + character)))
    for (const file of familiesFor(language).flatMap(filesOfFamily)) {
      if (missing.size === 0) break
      const wanted = [...missing].filter((character) => contains(file, character.codePointAt(0) ?? 0))
      if (wanted.every((character) => isExtra(character, file.family))) continue
      const font = await reduce(file, wanted, { weight, name: `font-${fonts.length}` })
      if (!font) continue
      fonts.push(font)
      if (!fontOf.has(weight)) fontOf.set(weight, font)
      for (const character of font.characters) {
        if (!JOINING.test(character)) missing.delete(character)
        if (!fontOf.has(weight + character)) fontOf.set(weight + character, font)
      }
    }
  }
  return new FontSet(fonts, fontOf)
}

/** Returns the font with those of the characters that it has; undefined when it has none. */
async function reduce(
  file: FontFile,
  wanted: readonly string[],
  { weight, name }: { weight: Weight; name: string },
): Promise<Font | undefined> {
  const bytes = await subset(await readFile(file.path), wanted.join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: AXIS[weight] },
  })
  // A package may promise a character that the file does not have.
  const available = charactersOf(bytes)
  const characters = wanted.filter((character) => available.has(character.codePointAt(0) ?? 0))
  return characters.length === 0 ? undefined : { name, bytes, characters: new Set(characters) }
}

function charactersOf(font: Uint8Array): ReadonlySet<number> {
  try {
    return new Set(create(font).characterSet)
  } catch {
    // A font in which nothing was left has no table of characters.
    return new Set()
  }
}
