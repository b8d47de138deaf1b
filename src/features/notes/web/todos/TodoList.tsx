import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { SummaryPoint } from '../../contract.ts'
import { PointTimes, SpeakerLabel } from '../PointDetails.tsx'
import { useChangeTodo } from './todoTicks.ts'

export type TodoListProps = {
  points: readonly SummaryPoint[]
  /** Whether the lines are what was said, word for word. */
  isQuoted?: boolean
  /** BCP 47 tag of the lines. */
  language: string
}

/** Tasks with their owners and due dates. They can be ticked off where the summary can be changed. */
export function TodoList({ points, isQuoted = false, language }: TodoListProps) {
  return (
    <ul className="m-0 grid list-none grid-cols-1 p-0">
      {points.map((point) => (
        <Todo key={point.id} point={point} isQuoted={isQuoted} language={language} />
      ))}
    </ul>
  )
}

function Todo({ point, isQuoted, language }: { point: SummaryPoint; isQuoted: boolean; language: string }) {
  const t = useTranslations('notes')
  const change = useChangeTodo()
  const text = (
    <span lang={language} className={classes('break-words', point.done && 'text-ink2 line-through')}>
      {isQuoted ? <q>{point.text}</q> : point.text}
    </span>
  )
  return (
    <li className="py-1.5 max-sm:border-b max-sm:border-line max-sm:py-2.5 max-sm:last:border-0">
      {change ? (
        <Checkbox label={text} checked={point.done} onChange={(done) => change(point.id, done)} className="pointer-coarse:py-0" />
      ) : (
        <p className="ps-7">{text}</p>
      )}
      <p className="mt-0.5 ps-7 text-sm leading-6 text-ink2">
        {point.owner === null ? t('nobodyNamed') : <SpeakerLabel speaker={point.owner} />}
        {' · '}
        {point.due === null ? t('noDate') : <span lang={language}>{point.due}</span>}
        <PointTimes point={point} className="ms-2" />
      </p>
    </li>
  )
}
