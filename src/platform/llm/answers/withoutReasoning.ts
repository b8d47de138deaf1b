/** How models delimit their reasoning. `close` ends a block; without it, the block is still streaming. */
type Marks = { readonly open: RegExp; readonly close: RegExp }

const NAMES = 'think|thinking|thought|thoughts|thinking_mode|thinking_process|reasoning|reason|reflection|analysis|scratchpad'
const PREFIX = '(?:ant|seed:|antml:|\\|)?'

/** The tags of most models, with attributes, in any case, also with bars or a prefix: `<think>`, `<seed:think>`, `<|think|>`. */
const TAGS: Marks = {
  open: new RegExp(`<${PREFIX}(?:${NAMES})(?:\\s[^<>]*)?\\|?>`, 'i'),
  close: new RegExp(`</${PREFIX}(?:${NAMES})\\s*\\|?>`, 'i'),
}

const MARKS: readonly Marks[] = [
  TAGS,
  { open: /\[(?:THINK|THINKING|REASONING)\]/i, close: /\[\/(?:THINK|THINKING|REASONING)\]/i },
  { open: /◁think▷/i, close: /◁\/think▷/i },
  {
    open: /<\|(?:START_THINKING|begin_of_thought|thinking_start)\|>/i,
    close: /<\|(?:END_THINKING|end_of_thought|thinking_end)\|>/i,
  },
  { open: /<unused94>/, close: /<unused95>/ },
  // Channels: all but the last contain reasoning or tool calls.
  {
    open: /<\|channel\|>\s*(?:analysis|commentary|thought)\b[^<]*<\|message\|>/i,
    close: /<\|(?:end|call|return)\|>|(?=<\|(?:start|channel)\|>)/i,
  },
  { open: /<\|channel>\s*(?:analysis|thought|thinking)\b/i, close: /<channel\|>/i },
]

/** The end of a block whose opening tag was in the prompt. */
const ORPHAN =
  /(?:<\/(?:ant|seed:|antml:|\|)?(?:think|thinking|thought|thoughts|reasoning|reflection)\s*\|?>|\[\/THINK\]|◁\/think▷|<\|(?:END_THINKING|end_of_thought)\|>|<unused95>)(?=\s*(?:```\w*\s*)?[{[])/gi

/**
 * Returns an answer without the reasoning before it; empty while the reasoning is streaming. Tags inside the JSON of the answer are
 * kept.
 */
export function withoutReasoning(text: string): string {
  let rest = text
  for (;;) {
    const block = findBlock(rest)
    if (!block) break
    if (block.end === null) return ''
    rest = rest.slice(block.end)
  }
  const orphan = [...rest.matchAll(ORPHAN)].findLast(({ index }) => !isInAnswer(rest, index))
  return orphan ? withoutReasoning(rest.slice(orphan.index + orphan[0].length)) : rest.replace(SPECIAL_TOKENS, '')
}

/** Remains of a message header, such as the name of its channel. */
const SPECIAL_TOKENS = /^\s*(?:<\|[^|<>]{1,40}\|>[\w \t]{0,40})+/

/** Returns where the first block before any JSON ends. `end` is null while it is open. */
function findBlock(text: string): { readonly end: number | null } | undefined {
  const json = text.indexOf('{')
  const head = json < 0 ? text : text.slice(0, json)
  const found = MARKS.flatMap((marks) => {
    const match = marks.open.exec(head)
    return match ? [{ marks, index: match.index, from: match.index + match[0].length }] : []
  }).toSorted((a, b) => a.index - b.index)[0]
  if (!found) return undefined
  const close = found.marks.close.exec(text.slice(found.from))
  return { end: close ? found.from + close.index + close[0].length : null }
}

/** Returns whether a position is inside JSON that begins on an earlier line. Strings of that JSON are not reasoning. */
function isInAnswer(text: string, position: number): boolean {
  const start = /^[ \t]*\{\s*"/m.exec(text)?.index ?? -1
  if (start < 0 || start > position) return false
  let isString = false
  for (let i = start; i < position; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') isString = !isString
  }
  return isString
}
