import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNeighbours } from '#features/files/web.tsx'
import { paths } from '#kit/paths.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { usePlace } from '../../shell/usePlace.ts'
import { handFocusOn, notePressed } from './stepFocus.ts'
import type { Step } from './stepFocus.ts'
import { useStepKeys } from './useStepKeys.ts'

export type FileStepsProps = {
  id: string
  className?: string
}

/** To the previous and the next recording of the list this one was opened from, and where in it one is. */
export function FileSteps({ id, className }: FileStepsProps) {
  const t = useWords('files')
  const { number } = useFormat()
  const openPage = useOpenPage()
  const { list } = usePlace()
  const around = useNeighbours(list ?? {}, id)
  const { place, total } = around
  const [previous, next] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  useEffect(() => handFocusOn((step) => (step === 'next' ? next : previous).current), [previous, next])
  const go = (step: Step) => {
    const to = around[step]
    if (!to) return
    notePressed(step)
    openPage(paths.file(to.id))
  }
  const why = (step: Step) => {
    if (around[step]) return undefined
    if (place === undefined) return t('not_in_list')
    return total === undefined && step === 'next' ? t('list_still_read') : t(step === 'next' ? 'last_of_list' : 'first_of_list')
  }
  return (
    <div className={classes('flex flex-none items-center', className)}>
      {place !== undefined && total !== undefined && (
        <span className="tabular mr-1 text-sm whitespace-nowrap text-ink3">
          {t('place_in_list', { place: number(place), total: number(total) })}
        </span>
      )}
      <IconButton
        ref={previous}
        label={t('previous_recording')}
        shortcut="Alt ↑"
        icon={<ChevronUp aria-hidden />}
        disabledBecause={why('previous')}
        onClick={() => go('previous')}
      />
      <IconButton
        ref={next}
        label={t('next_recording')}
        shortcut="Alt ↓"
        icon={<ChevronDown aria-hidden />}
        disabledBecause={why('next')}
        onClick={() => go('next')}
      />
    </div>
  )
}

/** Alt with the arrows does the same; stands once on the page, wherever the buttons are. */
export function FileStepKeys({ id }: { id: string }) {
  const openPage = useOpenPage()
  const { list } = usePlace()
  const around = useNeighbours(list ?? {}, id)
  useStepKeys((step) => {
    const to = around[step]
    if (to) openPage(paths.file(to.id))
  })
  return null
}
