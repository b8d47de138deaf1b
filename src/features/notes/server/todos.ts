import type { SummaryPoint, SummaryResult } from '../contract.ts'
import { inlineText, linkedTimes, withoutTimes } from '#shared/markdown/inlineText.ts'
import { changeTasks, readLines, taskId } from '#shared/markdown/markdownLines.ts'
import { createPointFinder, readText } from './citedPoints.ts'
import type { StoredResult } from './store.ts'
import { shareOfWords, toWordSet, wordOverlap } from './summary/wordOverlap.ts'

/** A task in the text of a note. */
export type Todo = {
  readonly point_id: string
  readonly text: string
  readonly owner: string | null
  readonly due: string | null
  /** Milliseconds from the start of the recording. */
  readonly start_ms: number | null
  readonly done: boolean
}

/**
 * Returns the tasks of a text: the points of its to-do sections, or, in an edited text, the lines with a checkbox, whose ids are
 * their numbers.
 */
export function listTodosOf({ form, basis, markdown }: SummaryResult & Pick<StoredResult, 'basis'>): Todo[] {
  if (form) return actionPoints(form.sections).map(toTodo)
  const points = basis ? actionPoints(basis.sections) : []
  const findPoints = createPointFinder(points)
  const tasks = readLines(markdown).filter(({ isDone }) => isDone !== undefined)
  return tasks.map(({ content, isDone = false }, index) => {
    const point_id = taskId(index)
    const [point] = points.length > 0 ? findPoints(readText(content)) : []
    // The line is unchanged, so owner and due date are known.
    if (point) return { ...toTodo(point), point_id, done: isDone }
    const text = inlineText(withoutTimes(content)).trim()
    return { point_id, text, owner: null, due: null, start_ms: linkedTimes(content)[0] ?? null, done: isDone }
  })
}

/** Returns the text with one task ticked or reopened; undefined when there is no such task. */
export const setTodoDone = <T extends StoredResult>(result: T, pointId: string, done: boolean): T | undefined =>
  setTodosDone(result, new Set([pointId]), done)

/** Returns the text with these tasks ticked or reopened, in its points and its Markdown; undefined when it has none of them. */
export function setTodosDone<T extends StoredResult>(result: T, pointIds: ReadonlySet<string>, done: boolean): T | undefined {
  const indexes = new Set(listTodosOf(result).flatMap(({ point_id }, index) => (pointIds.has(point_id) ? [index] : [])))
  if (indexes.size === 0) return undefined
  const { form, written } = result
  const markdown = changeTasks(result.markdown, (wasDone, index) => (indexes.has(index) ? done : wasDone))
  const sections = form?.sections.map((section) => ({
    ...section,
    points: section.points.map((point) => (section.kind === 'actions' && pointIds.has(point.id) ? { ...point, done } : point)),
  }))
  return {
    ...result,
    markdown,
    content: { markdown },
    form: form && { ...form, sections: sections ?? form.sections },
    ...(written && { written: setTodosDone(written, pointIds, done) ?? written }),
  }
}

/** Returns a new text in which tasks stay ticked that were ticked in the previous text and have a similar wording. */
export function keepTicks<T extends StoredResult>(result: T, before: SummaryResult): T {
  const ticked = listTodosOf(before).flatMap(({ done, text }) => (done ? [toWordSet(text)] : []))
  const alike = listTodosOf(result).filter(({ done, text }) => {
    const words = done ? undefined : toWordSet(text)
    return words && ticked.some((others) => shareOfWords(words, others) >= ALIKE)
  })
  return setTodosDone(result, new Set(alike.map(({ point_id }) => point_id)), true) ?? result
}

type Task = Pick<Todo, 'text' | 'owner' | 'due'>

/**
 * Returns whether two notes of a recording list the same task: with similar wording, and the same owner and due date where both
 * have one.
 */
export const isSameTask = (a: Task, b: Task): boolean =>
  agree(a.owner, b.owner) && agree(a.due, b.due) && wordOverlap(a.text, b.text) >= ALIKE

const agree = (a: string | null, b: string | null): boolean => !a || !b || a.toLowerCase() === b.toLowerCase()

const actionPoints = (sections: readonly { kind: string; points: readonly SummaryPoint[] }[]) =>
  sections.flatMap(({ kind, points }) => (kind === 'actions' ? points : []))

const toTodo = ({ id, text, owner, due, start_time, done }: SummaryPoint): Todo => ({
  point_id: id,
  text,
  owner,
  due,
  start_ms: start_time === null ? null : Math.round(start_time),
  done,
})

/** Minimum share of common words for a similar wording. */
const ALIKE = 0.6
