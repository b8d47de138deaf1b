import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecorderState } from '../engine/recorderState.ts'
import { useTroubleMessages } from '../bar/troubleMessages.ts'

/** Failures that a retry cannot resolve. */
const NOT_RETRIABLE: ReadonlySet<string> = new Set(['insecure', 'tooOld', 'noMember', 'signedOut'])

/** Shows why there is no recording, what to do about it, and a retry button where it may help. */
export function RecorderTrouble({ trouble, onRetry }: { trouble: NonNullable<RecorderState['trouble']>; onRetry: () => void }) {
  const ui = useTranslations('ui')
  const { title, text } = useTroubleMessages()(trouble)
  return (
    <div role="alert" className="flex items-start gap-3 rounded-md bg-signal-soft px-4 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-signal" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="text-base font-[600]">{title}</p>
        <p className="text-md text-pretty text-ink2">{text}</p>
        {!NOT_RETRIABLE.has(trouble.kind) && (
          <Button size="sm" className="mt-1.5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
            {ui('try_again')}
          </Button>
        )}
      </div>
    </div>
  )
}
