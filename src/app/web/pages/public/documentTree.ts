/** What a piece of a document is; the names are those of HTML. */
export const DOCUMENT_TAGS = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'a',
  'br',
  'hr',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const

/** A piece of a document as the build makes it of Markdown. A text may hold placeholders. */
export type DocumentPiece =
  | string
  | {
      tag: (typeof DOCUMENT_TAGS)[number]
      /** Of a heading: its anchor, the same in every language. */
      id?: string
      /** Of a link: a page of ours, an address of `#kit/paths.ts` … */
      to?: string
      /** … or an https address elsewhere. */
      href?: string
      /** Of a cell. */
      align?: 'left' | 'center' | 'right'
      children?: DocumentPiece[]
    }

/** A text in one language; `locale` is the one it is really in. */
export type DocumentTree = { locale: string; title: string; pieces: DocumentPiece[] }

/** What a text may leave to be filled in when it is read. */
export const PLACEHOLDERS = ['operator', 'contact', 'address', 'origin'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]
