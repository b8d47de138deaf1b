/** The public documents (A§2) by path. Each is in `web/documents/<name>/<locale>.md`. */
export const DOCUMENTS = [
  'privacy',
  'user-agreement',
  'cookie-policy',
  'appfaq',
  'zapier-doc',
  'common',
  'audiouploadintro',
  'buydetail',
  'transdetail',
  'userdetail',
] as const
export type DocumentName = (typeof DOCUMENTS)[number]

/** The tags of document nodes, named as in HTML. */
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

/** A node of a document, compiled from Markdown at build time. Text may contain placeholders. */
export type DocumentNode =
  | string
  | {
      tag: (typeof DOCUMENT_TAGS)[number]
      /** The anchor of a heading, the same in every language. */
      id?: string
      /** The path of a link to a page of this app, from `#shared/paths.ts`. */
      to?: string
      /** The https URL of an external link. */
      href?: string
      /** The alignment of a table cell. */
      align?: 'left' | 'center' | 'right'
      children?: DocumentNode[]
    }

/** A document in one language. `locale` is its actual language, which may be the fallback. */
export type DocumentTree = { locale: string; title: string; pieces: DocumentNode[] }

/** The placeholders that documents may contain. Their values are inserted at run time. */
export const PLACEHOLDERS = ['operator', 'contact', 'address', 'origin', 'speech'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** The mark at the beginning of a line that only the build of one region shows. */
export const REGION_MARK = /^\[(global|cn)\] /
