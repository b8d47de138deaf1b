import type { Nodes, Root, RootContent } from 'mdast'
import { BOXES, markdownText, MAX_DEPTH } from '#shared/markdown/markdownText.ts'
import { type MarkdownBudget, parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { isOutsideLink, type MarkdownWriter, renderMarkdown } from '#shared/markdown/renderMarkdown.ts'
import { parseTimeLink } from '#shared/timeLink.ts'
import type { Millis } from '#shared/units.ts'
import { hideInMarkdown } from './hideInMarkdown.ts'
import { KEEPS_NAMES, type NameHider } from './hideNames.ts'
import { element, markup, type SafeHtml, withoutDirectionMarks } from '#platform/http/html.ts'

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

/**
 * Renders Markdown as markup without scripts, images and HTML of its own. Returns null when nothing is left to show. A text that would
 * take long to parse is shown as plain text, and not at all for a clip.
 */
export function markdownToHtml(markdown: string, options: MarkdownOptions): SafeHtml | null {
  const { children }: Root = parseMarkdown(markdown, options.budget)
  const blocks = withoutEmptySections(
    children.filter((node, index) => !isPreface(node, index, options)).flatMap((node) => clipBlock(node, options)),
  )
  if (!blocks.some(({ type }) => type !== 'heading')) return null
  const shown = options.names === KEEPS_NAMES ? blocks : hideInMarkdown(blocks, options.names.find)
  return markup`${renderMarkdown(shown, writerOf(options))}`
}

/** The title, which would reveal too much about a clip, and the line that says how a summary was generated. */
function isPreface(node: RootContent, index: number, { title, clip }: MarkdownOptions): boolean {
  if (index === 0 && node.type === 'heading' && node.depth === 1)
    return clip !== null || normalize(markdownText(node)) === normalize(title)
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

/** Makes the markup of a page. The headings of a text are below that of its part. */
const writerOf = ({ renderTime, names }: MarkdownOptions): MarkdownWriter<SafeHtml> => ({
  text: (text) => markup`${withoutDirectionMarks(text)}`,
  element: (tag, attributes, children, node) => {
    switch (tag) {
      case 'p':
      case 'th':
      case 'td':
        return element(tag, { dir: 'auto', ...attributes }, children)
      case 'li':
        return element(tag, { dir: 'auto', class: 'checked' in node && node.checked !== null ? 'task' : undefined }, children)
      case 'h1':
      case 'h2':
        return element('h3', { dir: 'auto' }, children)
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return element('h4', { dir: 'auto' }, children)
      case 'pre':
        return element(tag, { tabindex: 0 }, children)
      case 'table':
        return element('div', { class: 'table', tabindex: 0 }, [element(tag, {}, children)])
      case 'a':
        return element(tag, { ...attributes, rel: 'noopener nofollow noreferrer', target: '_blank' }, children)
      default:
        return element(tag, attributes, children)
    }
  },
  time: renderTime,
  box: (isDone) => markup`<span class="box" aria-hidden="true">${BOXES[`${isDone}`]}</span> `,
  allowsLink: (url) => names === KEEPS_NAMES && isOutsideLink(url),
})
