/** One form of a page: where it goes and what it carries. */
export type Form = { readonly action: string; readonly fields: Readonly<Record<string, string>>; readonly text: string }

/** The forms of a page, for walking through it without a browser. */
export function forms(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, attributes = '', inner = '']) => ({
    action: attribute(attributes, 'action'),
    fields: Object.fromEntries(
      [...inner.matchAll(/<(?:input|button)\b([^>]*)>/gi)].map(([, of = '']) => [attribute(of, 'name'), attribute(of, 'value')]),
    ),
    text: plain(inner.replace(/<[^>]*>/g, ' ')).trim(),
  }))
}

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '')
}

function plain(html: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }
  return html.replace(/&(lt|gt|quot|#39|#x27|amp);/g, (_, sign: string) => signs[sign] ?? '')
}
