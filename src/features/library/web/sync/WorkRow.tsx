import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type WorkRowProps = {
  title: string
  /** The id of the recording, if it exists already. */
  fileId?: string | undefined
  onNavigate?: (() => void) | undefined
  /** The progress or the error. */
  status: ReactNode
  /** The explanation below it. */
  explanation?: ReactNode
  tone?: 'plain' | 'waiting' | 'bad'
  progress?: ReactNode
  actions: ReactNode
}

const TONE = { plain: 'text-ink2', waiting: 'text-warn', bad: 'text-signal' }

/** A row for an upload or a task: name, status and actions. */
export function WorkRow({ title, fileId, onNavigate, status, explanation, tone = 'plain', progress, actions }: WorkRowProps) {
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-2.5">
      <div className="flex min-h-7 items-center gap-1">
        <p dir="auto" className="min-w-0 flex-1 truncate text-left text-base font-[580]" title={title}>
          {fileId === undefined ? (
            title
          ) : (
            <Link to="/file/$id" params={{ id: fileId }} onClick={onNavigate} className="hover:underline">
              {title}
            </Link>
          )}
        </p>
        <div className="-mr-2 flex flex-none">{actions}</div>
      </div>
      <p className={`text-sm ${TONE[tone]}`}>{status}</p>
      {explanation && <p className="text-sm text-ink2">{explanation}</p>}
      {progress}
    </li>
  )
}

/** A small button in a row. Its accessible name includes the name of the item. */
export function RowAction({
  label,
  name,
  busy = false,
  isMain = false,
  onClick,
}: {
  label: string
  name: string
  busy?: boolean
  isMain?: boolean
  onClick: () => void
}) {
  const t = useTranslations('library')
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={busy}
      className={isMain ? 'text-accent!' : undefined}
      aria-label={t('sync_action_of', { action: label, name })}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
