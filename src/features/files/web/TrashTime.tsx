import type { ReactNode } from 'react'
import type { Millis } from '#kit/units.ts'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import type { Words } from './FileState.tsx'
import { daysLeft } from './trashTime.ts'

export type TrashTimeProps = {
  file: Pick<LibraryRow, 'trashed_at'>
  /** Days a recording stays in the trash; null: until it is emptied. Undefined while nobody has said. */
  trashDays: number | null | undefined
  now: Millis
}

/** How long a recording stays in the trash; nothing where it stays. */
export function TrashTime(props: TrashTimeProps) {
  return trashTimeOf(props, useWords('files'))
}

/** The same in words that are there already. */
export function trashTimeOf({ file, trashDays, now }: TrashTimeProps, t: Words): ReactNode {
  const left = daysLeft(file.trashed_at, trashDays, now)
  if (left === undefined) return null
  return (
    <span className={left === 0 ? 'tabular text-sm text-signal' : 'tabular text-sm text-ink2'}>
      {left === 0 ? t('trash_today') : t('trash_left', { count: left })}
    </span>
  )
}
