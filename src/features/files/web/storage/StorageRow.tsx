import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFileStats } from './useFileStats.ts'

/** Shows the storage used by the account, and the limit when the operator set one. */
export function StorageRow() {
  const t = useTranslations('files')
  const { bytes } = useFormat()
  const { data, error, refetch } = useFileStats()
  return (
    <SettingRow
      title={t('storage')}
      hint={data ? storageText(data.storage) : '…'}
      below={error && <ErrorState className="py-4" error={error} title={t('storage_failed')} onRetry={() => void refetch()} />}
    />
  )

  function storageText({ sound_bytes, text_bytes, limit_bytes }: NonNullable<typeof data>['storage']): string {
    const used = bytes(sound_bytes + text_bytes)
    return limit_bytes === null ? t('storage_used', { used }) : t('storage_used_of', { used, limit: bytes(limit_bytes) })
  }
}
