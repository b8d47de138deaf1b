/** Letters of right-to-left scripts. */
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /\p{L}/u

/** Returns whether a text is right-to-left, according to its first letter. */
export function isRtlText(text: string): boolean {
  const first = LETTER.exec(text)?.[0]
  return first !== undefined && RTL.test(first)
}

export type DirectionRun = { readonly text: string; readonly isRtl: boolean }

/** Splits a text at changes of direction. Spaces and punctuation belong to the preceding run; numbers are left-to-right. */
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
