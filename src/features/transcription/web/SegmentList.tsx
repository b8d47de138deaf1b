import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { Button } from '#ui/Button.tsx'
import { useEvent } from '#ui/useEvent.ts'
import { useWords } from '#ui/words.ts'
import { FindBar } from './FindBar.tsx'
import type { Found } from './findInText.ts'
import { SegmentRow } from './SegmentRow.tsx'
import { speakerColour, speakersOf } from './speakerColour.ts'
import { TranscriptTools } from './TranscriptTools.tsx'
import { useFind } from './useFind.ts'
import { show, useFollow } from './useFollow.ts'

/** The rows of a transcript, of which only those in sight are in the page, with finding, copying and following. */
export function SegmentList({ segments, note }: { segments: readonly Segment[]; note: string | undefined }) {
  const t = useWords('transcription')
  const rows = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [reached, setReached] = useState(0)
  const follow = useFollow(rows, segments)
  const goTo = useCallback((found: Found) => show(rows.current, found.segment), [])
  const find = useFind(segments, goTo)
  const colours = useMemo(() => new Map(speakersOf(segments).map((speaker, nth) => [speaker, speakerColour(nth)])), [segments])
  const foundIn = useMemo(() => groupBySegment(find.found), [find.found])
  useFindKey(find.open, field)
  useEffect(() => {
    if (find.isOpen) field.current?.focus()
  }, [find.isOpen])

  const hear = (event: KeyboardEvent) => {
    if (PAGING.includes(event.key)) follow.leave()
    const to = event.key === 'ArrowDown' ? reached + 1 : event.key === 'ArrowUp' ? reached - 1 : undefined
    if (to === undefined || !segments[to] || !isOnTime(event.target)) return
    event.preventDefault()
    follow.leave()
    setReached(to)
    rows.current?.scrollToIndex(to, { align: 'nearest' })
    focusSoon(box.current, to)
  }
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <TranscriptTools segments={segments} note={note} onFind={find.open} />
      {find.isOpen && <FindBar find={find} ref={field} />}
      <div
        ref={box}
        role="list"
        aria-label={t('transcript')}
        onWheel={follow.leave}
        onTouchMove={follow.leave}
        onKeyDown={hear}
        className="min-h-0 flex-1 overflow-y-auto px-10 pt-2 [overflow-anchor:none] max-md:px-5 max-sm:px-4"
      >
        <Virtualizer ref={rows} data={segments} scrollRef={box} item={ListItem} startMargin={8} keepMounted={[Math.min(reached, segments.length - 1)]}>
          {(segment, index) => (
            <SegmentRow
              key={segment.id}
              segment={segment}
              index={index}
              colour={colours.get(segment.speaker)}
              reachable={index === Math.min(reached, segments.length - 1)}
              onReach={setReached}
              found={foundIn.get(index) ?? NONE}
              current={find.current?.segment === index ? find.current : undefined}
            />
          )}
        </Virtualizer>
      </div>
      {follow.isAway && (
        <Button className="absolute bottom-4 left-1/2 -translate-x-1/2 shadow-lift" icon={<ArrowDown aria-hidden />} onClick={follow.comeBack}>
          {t('back_to_now')}
        </Button>
      )}
    </div>
  )
}
