import { escapeHtml } from './html.ts'

export type HtmlAttributes = Readonly<Record<string, string | number | undefined>>

const VOID_TAGS = new Set(['br', 'hr'])

/** Returns an element around HTML. The values of attributes are escaped; an undefined one is left out. */
export function htmlElement(tag: string, attributes: HtmlAttributes, inner = ''): string {
  const list = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`,
  )
  return VOID_TAGS.has(tag) ? `<${tag}${list.join('')}>` : `<${tag}${list.join('')}>${inner}</${tag}>`
}
