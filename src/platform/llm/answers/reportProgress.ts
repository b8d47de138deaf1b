import type { AnswerFields, LlmRequest } from '../llm.ts'
import { parseRepaired, structureOf } from './findJson.ts'
import { withoutReasoning } from './withoutReasoning.ts'

/** Returns the complete top-level fields of an answer that is still streaming. */
export const parseCompleteFields = (text: string): AnswerFields => parseFields(completeFieldsOf(text))

/** A text up to this length is parsed again for each token. */
const SHORT = 2000
/** A longer text is parsed again when it has grown by this share, so that the total time stays proportional to its length. */
const GROWTH = 0.02

/** Returns a function that passes a growing text on, less often as it becomes longer. */
function whenGrown(read: (text: string) => void): (text: string) => void {
  let next = 0
  return (text) => {
    if (text.length < next) return
    next = text.length < SHORT ? 0 : text.length * (1 + GROWTH)
    read(text)
  }
}

/** Returns a function that takes the text of an answer so far and reports its fields each time another one is complete. */
export function createFieldReporter(onFields: (fields: AnswerFields) => void): (text: string) => void {
  let [complete, count] = ['', 0]
  return whenGrown((text) => {
    // Called for each token, most of which complete no field.
    const next = completeFieldsOf(text)
    if (next.length === complete.length) return
    complete = next
    const fields = parseFields(next)
    const found = Object.keys(fields).length
    if (found <= count) return
    count = found
    onFields(fields)
  })
}

/** Returns a function that takes the text of an answer so far and reports the items of a list each time another one is complete. */
export function createItemReporter({ key, report }: NonNullable<LlmRequest<unknown>['onItems']>): (text: string) => void {
  let count = 0
  return whenGrown((text) => {
    const items = parseCompleteItems(text, key)
    if (items.length <= count) return
    count = items.length
    report(items)
  })
}

/** Returns the complete items of a top-level list in an answer that is still streaming. */
export function parseCompleteItems(text: string, key: string): readonly unknown[] {
  const answer = answerIn(text)
  const list = new RegExp(`"${key}"\\s*:\\s*\\[`, 'g')
  for (let match = list.exec(answer); match; match = list.exec(answer)) {
    // The key may also occur inside a string.
    const head = parseRepaired(`${answer.slice(0, match.index)}"":0}`)
    if (!head) continue
    const from = list.lastIndex - 1
    const end = endOfCompleteFields(answer, from)
    const items = end < 0 ? undefined : parseRepaired(`${answer.slice(from, end)}]`)?.json
    return Array.isArray(items) ? items : []
  }
  return []
}

/** Returns the text from the first object at the start of a line. One within prose belongs to the prose. */
function answerIn(text: string): string {
  const visibleText = withoutReasoning(text)
  const start = /^[ \t\ufeff]*\{/m.exec(visibleText)
  return start ? visibleText.slice(start.index + start[0].length - 1) : ''
}

const parseFields = (complete: string): AnswerFields => {
  const fields = complete === '' ? undefined : parseRepaired(`${complete}}`)?.json
  return typeof fields === 'object' && fields !== null ? (fields as AnswerFields) : {}
}

/** Returns an answer up to its last complete field, without the closing bracket; empty when no field is complete. */
function completeFieldsOf(text: string): string {
  const answer = answerIn(text)
  const end = endOfCompleteFields(answer, 0)
  return end < 0 ? '' : answer.slice(0, end)
}

/** Returns the position of the last comma between fields, or of the closing bracket; -1 when no field is complete. */
function endOfCompleteFields(text: string, start: number): number {
  let [depth, end] = [0, -1]
  for (const { index, character } of structureOf(text, start)) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return index
    } else if (character === ',' && depth === 1) end = index
  }
  return end
}
