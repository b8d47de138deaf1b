import { Link } from '@tanstack/react-router'
import { createElement } from 'react'
import type { ReactNode } from 'react'
import type { DocumentNode, Placeholder } from '../../rules.ts'

export type PlaceholderValues = Readonly<Record<Placeholder, string>>

/** Renders the nodes of a document. `values` are the values of its placeholders. */
export function DocumentText({ pieces, values }: { pieces: readonly DocumentNode[]; values: PlaceholderValues }) {
  return <>{pieces.map((piece, index) => renderNode(piece, values, index))}</>
}

const LINK_CLASS = 'text-accent underline decoration-edge underline-offset-2 hover:decoration-current break-words'
const CELL_CLASS = 'border-b border-line px-3 py-2 align-top first:pl-0 last:pr-0'
const ALIGN_CLASS = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

/** The classes by tag. Tags without an entry have no classes. */
const TAG_CLASS: Readonly<Record<string, string>> = {
  h2: 'mt-10 mb-3 scroll-mt-6 text-xl font-[640] tracking-[-0.01em] text-balance break-after-avoid',
  h3: 'mt-6 mb-2 scroll-mt-6 text-lg font-[620] break-after-avoid',
  p: 'my-4',
  ul: 'my-4 list-disc pl-6',
  ol: 'my-4 list-decimal pl-6',
  li: 'my-1.5 [&>ol]:my-1.5 [&>p]:my-1.5 [&>ul]:my-1.5',
  strong: 'font-[640]',
  code: 'rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.875em] break-words',
  pre: 'my-4 overflow-x-auto rounded-md border border-line bg-sunken p-4 text-md [&_code]:bg-transparent [&_code]:p-0',
  hr: 'my-8 border-line',
  blockquote: 'my-4 border-l-2 border-line pl-4 text-ink2',
  table: 'w-full border-collapse text-base',
  th: 'text-left font-[600]',
}

function renderNode(piece: DocumentNode, values: PlaceholderValues, key: number): ReactNode {
  if (typeof piece === 'string') return insertValues(piece, values)
  const { tag, id, to, href, align, children } = piece
  const renderedChildren = children?.map((child, index) => renderNode(child, values, index))
  if (to !== undefined) {
    const [path, hash] = to.split('#')
    return (
      <Link key={key} to={path} hash={hash} className={LINK_CLASS}>
        {renderedChildren}
      </Link>
    )
  }
  if (tag === 'a') {
    return (
      <a key={key} href={href} rel="noopener" className={LINK_CLASS}>
        {renderedChildren}
      </a>
    )
  }
  const isCell = tag === 'th' || tag === 'td'
  const isWideTable = tag === 'table' && countColumns(piece) > MAX_PHONE_COLUMNS
  const className = [TAG_CLASS[tag], isCell && CELL_CLASS, align && ALIGN_CLASS[align], isWideTable && 'max-sm:w-[36rem]']
    .filter(Boolean)
    .join(' ')
  const element = createElement(
    tag,
    {
      key,
      ...(className && { className }),
      ...(id && { id, tabIndex: -1 }),
      ...(tag === 'th' && { scope: 'col' }),
      ...(tag === 'pre' && FOCUSABLE),
    },
    ...(renderedChildren ?? []),
  )
  return tag === 'table' ? createElement('div', { key, className: 'my-4 overflow-x-auto', ...FOCUSABLE }, element) : element
}

/** Wide tables and code scroll in their own element, which must be focusable for the keyboard. */
const FOCUSABLE = { tabIndex: 0 }
/** Tables with more columns are wider than a phone. */
const MAX_PHONE_COLUMNS = 3

/** Returns the number of columns in the first row. */
function countColumns(piece: DocumentNode): number {
  if (typeof piece === 'string' || !piece.children) return 0
  return piece.tag === 'tr' ? piece.children.length : countColumns(piece.children[0] ?? '')
}

function insertValues(text: string, values: PlaceholderValues): ReactNode {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name as Placeholder] ?? '')
}
