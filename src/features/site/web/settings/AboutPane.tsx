import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { Button } from '#ui/button/Button.tsx'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useRedDots } from '#browser/storage/redDots.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import type { SettingsPaneProps } from '#ui/feature/WebFeature.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useServerSettings } from '../useServerSettings.ts'

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
  const { flags, update } = useRedDots(currentAccountId())
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
        {/* The help pages include the feedback board. */}
        <a
          className={LINK_CLASS}
          href={basePath + paths.help()}
          target="_blank"
          rel="noreferrer"
          onClick={() => update({ feedbackBoard: false })}
        >
          {t('open')}
          {flags.feedbackBoard && <NewDot className="ml-1.5 inline-block align-middle" />}
        </a>
      </SettingRow>
      <SettingRow title={t('licence')} hint={t('licence_text')} />
    </>
  )
}

const LINK_CLASS = 'text-base font-[520] text-accent underline underline-offset-2'
