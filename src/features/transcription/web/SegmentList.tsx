import { LocateFixed } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps, VirtualizerHandle } from 'virtua'
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
import { useNamedSpeakers } from './useNamedSpeakers.ts'
import { useRowKeys } from './useRowKeys.ts'

/** A virtual list of the segments of a transcript, with search, copy and automatic scrolling during playback. */
export function SegmentList({ segments: given, note }: { segments: readonly Segment[]; note: string | undefined }) {
  const t = useWords('transcription')
  const segments = useNamedSpeakers(given)
  const rows = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const follow = useFollow(box, rows, segments)
  const keys = useRowKeys(box, rows, segments.length, follow.leave)
  const goTo = useCallback((found: Found) => show(box.current, rows.current, found.segment), [])
  const find = useFind(segments, goTo)
  const field = useFindKey(find)
  const colours = useMemo(() => new Map(speakersOf(segments).map((speaker, nth) => [speaker, speakerColour(nth)])), [segments])
  const foundIn = useMemo(() => Map.groupBy(find.found, ({ segment }) => segment), [find.found])
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <TranscriptTools segments={segments} note={note} onFind={find.open} />
      {find.isOpen && <FindBar find={find} ref={field} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        role="list"
        aria-label={t('transcript')}
        onWheel={follow.leave}
        onTouchMove={follow.leave}
        onKeyDown={keys.hear}
        className="min-h-0 flex-1 overflow-y-auto px-10 pt-2 [overflow-anchor:none] max-md:px-5 max-sm:px-4"
      >
        <Virtualizer ref={rows} data={segments} scrollRef={box} item={ListItem} startMargin={8} keepMounted={[keys.reached]}>
          {(segment, index) => (
            <SegmentRow
              key={segment.id}
              segment={segment}
              index={index}
              colour={colours.get(segment.speaker)}
              reachable={index === keys.reached}
              onReach={keys.reach}
              found={foundIn.get(index) ?? NONE}
              current={find.current?.segment === index ? find.current : undefined}
            />
          )}
        </Virtualizer>
      </div>
      {follow.isAway && (
        <Button
          className="absolute bottom-4 left-1/2 -translate-x-1/2 shadow-lift"
          icon={<LocateFixed aria-hidden />}
          onClick={follow.comeBack}
        >
          {t('back_to_now')}
        </Button>
      )}
    </div>
  )
}

const NONE: readonly Found[] = []

function ListItem({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} role="listitem" style={style}>
      {children}
    </div>
  )
}

/** Opens the transcript search on Ctrl-F and Cmd-F instead of the browser's. Returns the ref of the field that gets the focus. */
function useFindKey({ isOpen, open }: { isOpen: boolean; open: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const cameFrom = useRef<Element>(null)
  useEvent('document', 'keydown', (event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    open()
    field.current?.select()
  })
  // The focus is the external system. It moves into the field and returns to the previous element afterwards.
  useEffect(() => {
    if (!isOpen) return undefined
    cameFrom.current = document.activeElement
    field.current?.focus()
    return () => {
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
    }
  }, [isOpen])
  return field
}
