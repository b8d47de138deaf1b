import { CircleAlert, CircleCheck, CloudOff, LoaderCircle } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SyncState } from './syncState.ts'

/** The icon of the state. */
export function StateIcon({ kind }: { kind: SyncState['kind'] }) {
  if (kind === 'running') return <LoaderCircle aria-hidden className="animate-spin text-accent motion-reduce:animate-none" />
  if (kind === 'attention' || kind === 'failed') return <CircleAlert aria-hidden className="text-signal" />
  if (kind === 'offline' || kind === 'waiting') return <CloudOff aria-hidden className="text-warn" />
  return <CircleCheck aria-hidden className="text-ink3" />
}

/** Returns the text of the state. */
export function useSyncStateText(): (state: SyncState) => string {
  const t = useTranslations('library')
  const { percent } = useFormat()
  return ({ kind, running, unresolved, waiting, share }) => {
    if (kind === 'offline') return t('sync_offline')
    if (kind === 'failed') return t('sync_failed')
    if (kind === 'idle') return t('sync_idle')
    if (kind === 'waiting') return t('sync_waiting', { count: waiting })
    if (kind === 'attention') return t('sync_attention', { count: unresolved })
    const count = t('sync_running', { count: running })
    return share === null ? count : `${count} · ${percent(share)}`
  }
}
