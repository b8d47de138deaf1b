import { readFile } from 'node:fs/promises'
import { create } from 'fontkit'
import subset from 'subset-font'
import { type FontFile, contains, familiesFor, filesOfFamily } from './families.ts'

export type Weight = 'regular' | 'bold'
const AXIS: Readonly<Record<Weight, number>> = { regular: 400, bold: 650 }

/** A font with the characters of one document. */
export type Font = { readonly name: string; readonly bytes: Uint8Array }

/** Characters without a picture of their own, which change or join others. */
const JOINING = /^[\p{Mn}\p{Me}\p{Cf}\ufe0f]$/u

/** The fonts of one document: for each character the first font of the order that has it, reduced to the characters used. */
export class FontSet {
  readonly fonts: readonly Font[]
  readonly #fontOf: ReadonlyMap<string, Font>

  constructor(fonts: readonly Font[], fontOf: ReadonlyMap<string, Font>) {
    this.fonts = fonts
    this.#fontOf = fontOf
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
    for (const file of familiesFor(language).flatMap(filesOfFamily)) {
      if (missing.size === 0) break
      const font = await reduce(file, missing, { weight, name: `font-${fonts.length}` })
      if (!font) continue
      fonts.push(font.font)
      if (!fontOf.has(weight)) fontOf.set(weight, font.font)
      for (const character of font.characters) {
        missing.delete(character)
        fontOf.set(weight + character, font.font)
      }
    }
  }
  return new FontSet(fonts, fontOf)
}

type Reduced = { readonly font: Font; readonly characters: readonly string[] }

/** Returns the font with those of the characters that it has; undefined when it has none. */
async function reduce(
  file: FontFile,
  missing: ReadonlySet<string>,
  { weight, name }: { weight: Weight; name: string },
): Promise<Reduced | undefined> {
  const wanted = [...missing].filter((character) => contains(file, character.codePointAt(0) ?? 0))
  if (wanted.every((character) => JOINING.test(character))) return undefined
  const bytes = await subset(await readFile(file.path), wanted.join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: AXIS[weight] },
  })
  // A package may promise a character that the file does not have.
  const available = charactersOf(bytes)
  const characters = wanted.filter((character) => available.has(character.codePointAt(0) ?? 0))
  return characters.length === 0 ? undefined : { font: { name, bytes }, characters }
}

function charactersOf(font: Uint8Array): ReadonlySet<number> {
  try {
    return new Set(create(font).characterSet)
  } catch {
    // A font in which nothing was left has no table of characters.
    return new Set()
  }
}
