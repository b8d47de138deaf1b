import { escapeHtml } from '#shared/html.ts'
import { htmlElement, type HtmlAttributes } from '#shared/htmlElement.ts'

/** Markup that is known to be safe. Only `markup` and `element` create it. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = SafeHtml | string | number | null | undefined | false | readonly Part[]

/** Returns markup in which every inserted value is escaped, except markup. Null, undefined and false insert nothing. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml =>
  new SafeHtml(strings.map((text, index) => (index === 0 ? text : insert(parts[index - 1]) + text)).join(''))

/** Returns an element around markup. */
export const element = (tag: string, attributes: HtmlAttributes, children: readonly SafeHtml[]): SafeHtml =>
  new SafeHtml(htmlElement(tag, attributes, children.map(({ text }) => text).join('')))

function insert(part: Part): string {
  if (part instanceof SafeHtml) return part.text
  if (Array.isArray(part)) return part.map(insert).join('')
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part as string | number))
}

/** Characters that change the direction of the text after them: `cod\u202e3pm.exe` would look like `codexe.mp3`. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Returns a text without control characters and direction marks. */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(DIRECTION_MARKS, '').replaceAll(/(?![\t\n])\p{Cc}/gu, ' ')
