/** Letters of scripts that are read from right to left. */
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /\p{L}/u

/** Returns whether a text is read from right to left: as its first letter is. */
export function isRtlText(text: string): boolean {
  const first = LETTER.exec(text)?.[0]
  return first !== undefined && RTL.test(first)
}

export type DirectionRun = { readonly text: string; readonly isRtl: boolean }

/** Splits a text where its direction changes. Spaces and signs belong to the run before them, numbers are read from the left. */
export function splitByDirection(text: string): DirectionRun[] {
  const runs: { text: string; isRtl: boolean }[] = []
  let leading = ''
  for (const character of text) {
    const isStrong = LETTER.test(character) || /\p{N}/u.test(character)
    const last = runs.at(-1)
    if (!isStrong) {
      if (last) last.text += character
      else leading += character
      continue
    }
    const isRtl = RTL.test(character)
    if (last?.isRtl === isRtl) last.text += character
    else {
      runs.push({ text: leading + character, isRtl })
      leading = ''
    }
  }
  return runs.length > 0 ? runs : leading ? [{ text: leading, isRtl: false }] : []
}
