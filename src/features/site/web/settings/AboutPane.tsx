import { useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { Button } from '#ui/button/Button.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SettingsPaneProps } from '#ui/feature/WebFeature.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { siteClient, useServerSettings } from '../useServerSettings.ts'

type ServerSettings = ReturnType<typeof useServerSettings>

function speechHint(t: ReturnType<typeof useTranslations<'site'>>, settings: ServerSettings): string {
  if (settings?.scripted_speech) return t('about_speech_scripted')
  const host = settings?.speech_server ?? null
  return host === null ? t('about_speech_here') : t('about_speech_elsewhere', { host })
}

/** Version and configuration of the server, keyboard shortcuts, help and licence. */
export function AboutPane({ onClose }: SettingsPaneProps) {
  const t = useTranslations('site')
  const serverSettings = useServerSettings()
  const showShortcuts = () => {
    onClose?.()
    openDialog('shortcuts')
  }
  return (
    <>
      <SettingRow title={t('about_version')}>
        <span className="text-base text-ink2 select-all">{serverSettings?.version ?? '…'}</span>
      </SettingRow>
      <SettingRow title={t('about_speech')} hint={speechHint(t, serverSettings)} />
      <SettingRow
        title={t('about_summaries')}
        hint={serverSettings?.summarises_in_any_language ? t('about_summaries_model') : t('about_summaries_own')}
      />
      <SettingRow title={t('shortcuts')} hint={t('shortcuts_hint')}>
        <Button onClick={showShortcuts}>{t('show')}</Button>
      </SettingRow>
      <SettingRow title={t('help')} hint={t('help_hint')}>
        <a className={LINK_CLASS} href={basePath + paths.help()} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
      </SettingRow>
      {serverSettings?.has_feedback_board && <FeedbackRow />}
      <SettingRow title={t('licence')} hint={t('licence_text')} />
    </>
  )
}

/** The link to the feedback board is requested again before its token expires. */
const FEEDBACK_STALE_TIME = minutes(30)

/** The feedback board of the operator, which the link signs the user in to (A§2). */
function FeedbackRow() {
  const t = useTranslations('site')
  const { data } = useQuery({
    queryKey: siteClient.feedback.key({}),
    queryFn: ({ signal }) => siteClient.feedback({}, { signal }),
    staleTime: FEEDBACK_STALE_TIME,
    refetchInterval: FEEDBACK_STALE_TIME,
  })
  return (
    <SettingRow title={t('feedback_board')} hint={t('feedback_board_hint')}>
      {data && (
        <a className={LINK_CLASS} href={data.data.url} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </a>
      )}
    </SettingRow>
  )
}

const LINK_CLASS = 'text-base font-[520] text-accent underline underline-offset-2'
