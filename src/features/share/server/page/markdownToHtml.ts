import type { Nodes, Root, RootContent } from 'mdast'
import { markdownTree, type MarkdownBudget } from '#platform/markdown/markdownTree.ts'
import { parseTimeLink } from '#shared/timeLink.ts'
import type { Millis } from '#shared/units.ts'
import { hideInMarkdown } from './hideInMarkdown.ts'
import { KEEPS_NAMES, type NameHider } from './hideNames.ts'
import { type SafeHtml, markup, withoutDirectionMarks } from '#platform/http/html.ts'

export type MarkdownOptions = {
  /** The title of the recording. A heading that repeats it is left out. */
  readonly title: string
  /** Only lines that cite passages of this clip are shown. */
  readonly clip: { readonly start: Millis; readonly end: Millis } | null
  /** Names to hide. Links to other sites are then left out too, because a URL may contain a name. */
  readonly names: NameHider
  /** The shared parsing budget of all texts of a page. */
  readonly budget: MarkdownBudget
  /** Renders the time of a citation. */
  readonly renderTime: (time: Millis) => SafeHtml
}

/** Deeper nesting is not rendered, so that no text can exhaust the stack. */
const MAX_DEPTH = 40

/**
 * Renders Markdown as markup without scripts, images and HTML of its own. Returns null when nothing is left to show. Only known
 * elements are rendered. A text that would take long to parse is shown as plain text, and not at all for a clip.
 */
export function markdownToHtml(markdown: string, options: MarkdownOptions): SafeHtml | null {
  const root = markdownTree(markdown, options.budget)
  if (root) return renderBlocks(root, options)
  const lines = options.clip ? [] : markdown.split(/(?:\r\n?|\n)\s*(?:\r\n?|\n)/).filter((text) => text.trim() !== '')
  return lines.length > 0
    ? markup`${lines.map((text) => markup`<p dir="auto">${withoutDirectionMarks(options.names.text(text))}</p>`)}`
    : null
}

function renderBlocks({ children }: Root, options: MarkdownOptions): SafeHtml | null {
  const blocks = withoutEmptySections(
    children.filter((node, index) => !isPreface(node, index, options)).flatMap((node) => clipBlock(node, options)),
  )
  if (!blocks.some(({ type }) => type !== 'heading')) return null
  const shown = options.names === KEEPS_NAMES ? blocks : hideInMarkdown(blocks, options.names.find)
  return markup`${shown.map((node) => render(node, options, 0))}`
}

/** The title, which would reveal too much about a clip, and the line that says how a summary was generated. */
function isPreface(node: RootContent, index: number, { title, clip }: MarkdownOptions): boolean {
  if (index === 0 && node.type === 'heading' && node.depth === 1)
    return clip !== null || normalize(textOf(node)) === normalize(title)
  return index <= 1 && node.type === 'paragraph' && node.children.length === 1 && node.children[0]?.type === 'emphasis'
}

const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Returns the part of a block that belongs to the clip: headings, and items and paragraphs that only cite passages inside it. */
function clipBlock(node: RootContent, options: MarkdownOptions): RootContent[] {
  if (!options.clip || node.type === 'heading') return [node]
  if (node.type !== 'list') return isInClip(node, options) ? [node] : []
  const items = node.children.filter((item) => isInClip(item, options))
  return items.length > 0 ? [{ ...node, children: items }] : []
}

function isInClip(node: Nodes, { clip }: MarkdownOptions): boolean {
  const times = timesIn(node)
  return times.length > 0 && times.every((time) => clip && time >= clip.start && time < clip.end)
}

const timesIn = (node: Nodes, depth = 0): Millis[] => {
  const time = node.type === 'link' ? parseTimeLink(node.url) : undefined
  if (time !== undefined) return [time]
  return 'children' in node && depth < MAX_DEPTH ? node.children.flatMap((child) => timesIn(child, depth + 1)) : []
}

/** Leaves out headings without content. */
const withoutEmptySections = (blocks: readonly RootContent[]): RootContent[] =>
  blocks.filter((node, index) => {
    if (node.type !== 'heading') return true
    const next = blocks[index + 1]
    return next !== undefined && (next.type !== 'heading' || next.depth > node.depth)
  })

const textOf = (node: Nodes, depth = 0): string => {
  if ('value' in node) return node.value
  return 'children' in node && depth < MAX_DEPTH ? node.children.map((child) => textOf(child, depth + 1)).join('') : ''
}

function render(node: Nodes, options: MarkdownOptions, depth: number): SafeHtml {
  if (depth > MAX_DEPTH) return markup``
  const inner = () => ('children' in node ? node.children : []).map((child) => render(child, options, depth + 1))
  switch (node.type) {
    case 'text':
      return markup`${withoutDirectionMarks(node.value)}`
    case 'paragraph':
      return markup`<p dir="auto">${inner()}</p>`
    case 'heading':
      return node.depth <= 2 ? markup`<h3 dir="auto">${inner()}</h3>` : markup`<h4 dir="auto">${inner()}</h4>`
    case 'list':
      return node.ordered
        ? markup`<ol>
            ${inner()}
          </ol>`
        : markup`<ul>
            ${inner()}
          </ul>`
    case 'listItem':
      return typeof node.checked === 'boolean'
        ? markup`<li class="task">${checkbox(node.checked)}${inner()}</li>`
        : markup`<li>${inner()}</li>`
    case 'blockquote':
      return markup`<blockquote>${inner()}</blockquote>`
    case 'emphasis':
      return markup`<em>${inner()}</em>`
    case 'strong':
      return markup`<strong>${inner()}</strong>`
    case 'delete':
      return markup`<del>${inner()}</del>`
    case 'break':
      return markup`<br />`
    case 'thematicBreak':
      return markup`<hr />`
    case 'inlineCode':
      return markup`<code>${withoutDirectionMarks(node.value)}</code>`
    case 'code':
      return markup`<pre tabindex="0"><code>${withoutDirectionMarks(node.value)}</code></pre>`
    case 'html':
      return markup`${withoutDirectionMarks(node.value)}`
    case 'image':
      return markup`${withoutDirectionMarks(node.alt ?? '')}`
    case 'link':
      return renderLink(node.url, inner(), options)
    case 'table':
      return markup`<div class="table" tabindex="0">
        <table>
          ${inner()}
        </table>
      </div>`
    case 'tableRow':
      return markup`<tr>
        ${inner()}
      </tr>`
    case 'tableCell':
      return markup`<td dir="auto">${inner()}</td>`
    default:
      return markup`${inner()}`
  }
}

const checkbox = (isDone: boolean): SafeHtml => markup`<span class="box" aria-hidden="true">${isDone ? '☑' : '☐'}</span> `

function renderLink(url: string, text: readonly SafeHtml[], { renderTime, names }: MarkdownOptions): SafeHtml {
  const time = parseTimeLink(url)
  if (time !== undefined) return renderTime(time)
  if (names !== KEEPS_NAMES || !/^(https?:\/\/|mailto:)/i.test(url)) return markup`${text}`
  return markup`<a href="${url}" rel="noopener nofollow noreferrer" target="_blank">${text}</a>`
}
