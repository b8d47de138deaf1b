import type { RefObject } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { TEMPLATE_NAME_MAX } from '../../contract.ts'
import { TryPanel } from '../try/TryPanel.tsx'
import { CategoryField } from './CategoryField.tsx'
import { CountedField } from './CountedField.tsx'
import type { Draft } from './draft.ts'
import { InstructionsField } from './InstructionsField.tsx'
import { LookFields } from './LookFields.tsx'
import { headingsOf } from '../tokens/tokens.ts'
import type { TextRefusal } from '../textRefusals.ts'
import type { WriteErrors } from './validation.ts'

type WriteStepProps = {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  errors: WriteErrors
  /** Why the text could not be submitted. */
  refusal: TextRefusal | undefined
  isRestored: boolean
  onDiscard: () => void
  nameRef: RefObject<HTMLInputElement | null>
  contentRef: RefObject<HTMLTextAreaElement | null>
}

/** The first step: what the template is called and what it asks for, beside a try of it. */
export function WriteStep({ draft, onChange, errors, refusal, isRestored, onDiscard, nameRef, contentRef }: WriteStepProps) {
  const t = useTranslations('templates')
  const contentError = errors.content ? t(errors.content) : refusal && t(`refused_${refusal}`)
  return (
    <div className="grid min-h-0 flex-1 auto-rows-max grid-cols-1 overflow-y-auto md:grid-cols-2 md:grid-rows-1 md:overflow-hidden">
      <div className="flex flex-col gap-4.5 px-6 py-5 max-sm:px-4 md:min-h-0 md:overflow-y-auto">
        {isRestored && (
          <p role="status" className="flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-1.5 text-sm text-warn">
            <span className="mr-auto">{t('draft_restored')}</span>
            <Button size="sm" variant="quiet" onClick={onDiscard}>
              {t('discard')}
            </Button>
          </p>
        )}
        <CountedField
          ref={nameRef as RefObject<HTMLInputElement>}
          label={t('name')}
          max={TEMPLATE_NAME_MAX}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          error={errors.name && t(errors.name)}
        />
        <div className="grid grid-cols-[auto_minmax(9rem,1fr)] items-start gap-x-6 gap-y-4 max-sm:grid-cols-1">
          <LookFields icon={draft.icon} color={draft.color} onChange={onChange} />
          <CategoryField value={draft.category} onChange={(category) => onChange({ category })} />
        </div>
        <InstructionsField
          fieldRef={contentRef}
          value={draft.content}
          onChange={(content) => onChange({ content })}
          error={contentError}
        />
      </div>
      <div className="border-line bg-surface px-6 py-5 max-md:border-t max-sm:px-4 md:min-h-0 md:overflow-y-auto md:border-l">
        <TryPanel
          getInput={(file_id) =>
            draft.content.trim() === '' ? null : { file_id, name: draft.name.trim() || t('new_template'), content: draft.content }
          }
          headings={headingsOf(draft.content)}
        />
      </div>
    </div>
  )
}
