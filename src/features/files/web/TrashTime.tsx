import type { ReactNode } from 'react'
import type { Millis } from '#kit/units.ts'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import type { Words } from './FileState.tsx'
import { daysLeft } from './trashTime.ts'

export type TrashTimeProps = {
  file: Pick<LibraryRow, 'trashed_at'>
  /** Days until the trash deletes a recording; null: never. Undefined until known. */
  trashDays: number | null | undefined
  now: Millis
}

/** The days until a recording is deleted from the trash; empty without a rule. */
export function TrashTime(props: TrashTimeProps) {
  return trashTimeOf(props, useWords('files'))
}

/** The same with a given translation function. */
export function trashTimeOf({ file, trashDays, now }: TrashTimeProps, t: Words): ReactNode {
  const left = daysLeft(file.trashed_at, trashDays, now)
  if (left === undefined) return null
  return (
    <span className={left === 0 ? 'tabular text-sm text-signal' : 'tabular text-sm text-ink2'}>
      {left === 0 ? t('trash_today') : t('trash_left', { count: left })}
    </span>
  )
}
