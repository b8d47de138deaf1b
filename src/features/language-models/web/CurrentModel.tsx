import { useState } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { Configuration } from '../contract.ts'
import { hostOf, ModelRow, RowList, Section } from './ModelRow.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useRemoveServer, useTrial } from './useLanguageModel.ts'

/** The model in use. One that the environment names can be tried, but not removed. */
export function CurrentModel({ current }: { current: NonNullable<Configuration['current']> }) {
  const t = useTranslations('language-models')
  const { number } = useFormat()
  const trial = useTrial()
  const remove = useRemoveServer()
  const [isRemoving, setRemoving] = useState(false)
  const isFixed = current.source === 'environment'
  const tokens = current.context_tokens
  return (
    <Section title={t('in_use')} note={isFixed && t('from_environment')}>
      <RowList>
        <ModelRow
          name={current.model}
          details={[
            t(current.kind === 'anthropic' ? 'kind_anthropic' : 'kind_openai'),
            hostOf(current.address),
            tokens === null ? null : t('reads', { n: number(tokens) }),
            t(current.has_key ? 'with_key' : 'without_key'),
          ]}
          actions={
            <>
              <Button
                aria-label={t('try_model', { model: current.model })}
                busy={trial.isPending}
                onClick={() => trial.mutate(null)}
              >
                {t('try')}
              </Button>
              {!isFixed && (
                <Button aria-label={t('remove_model', { model: current.model })} onClick={() => setRemoving(true)}>
                  {t('remove')}
                </Button>
              )}
            </>
          }
          below={(trial.isPending || trial.data) && <TrialResult trial={trial.data} isRunning={trial.isPending} />}
        />
      </RowList>
      {isFixed && <p className="pt-2.5 text-sm text-pretty text-ink2">{t('environment_wins')}</p>}
      <ConfirmDialog
        open={isRemoving}
        title={t('remove_title', { model: current.model })}
        confirmLabel={t('remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
      >
        {t('remove_text')}
      </ConfirmDialog>
    </Section>
  )
}
