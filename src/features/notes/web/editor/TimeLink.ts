import { Node } from '@tiptap/core'
import { parseTimeLink } from '#shared/timeLink.ts'

/** A link to a time of the recording. It is one character of the text: it can be moved and deleted, but not changed. */
export const TimeLink = Node.create({
  name: 'timeLink',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes() {
    return { time: { default: 0 }, label: { default: '' } }
  },
  parseHTML() {
    return [
      {
        tag: 'a[href]',
        // Before ordinary links.
        priority: 100,
        getAttrs: (element) => {
          const time = parseTimeLink(element.getAttribute('href') ?? '')
          return time !== undefined && { time, label: element.textContent }
        },
      },
    ]
  },
  renderHTML({ node }) {
    const { time, label } = node.attrs as { time: number; label: string }
    return ['a', { href: `#t=${time}`, 'data-time': time, class: CHIP_CLASS, draggable: 'false' }, label]
  },
  renderText({ node }) {
    return (node.attrs as { label: string }).label
  },
})

const CHIP_CLASS =
  'tabular mx-0.5 inline-flex h-5 cursor-pointer items-center rounded-full bg-accent-soft px-1.75 align-[1px] text-xs font-[560] text-accent no-underline!'

/** A block that the editor cannot show otherwise, such as a table, as its Markdown. It can be moved and deleted. */
export const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes() {
    return { source: { default: '' } }
  },
  renderHTML({ node }) {
    return ['pre', { 'data-source': '' }, (node.attrs as { source: string }).source]
  },
})
