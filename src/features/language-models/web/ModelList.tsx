import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu/Menu.tsx'
import { LLM_SERVER_KINDS } from '#shared/llmServerKinds.ts'
import type { Model, Trial } from '../contract.ts'
import { ModelDialog } from './ModelDialog.tsx'
import { hostOf, ModelRow, RowList, Section } from './ModelRow.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useMakeDefault, useRemoveModel, useTrial } from './useLanguageModel.ts'

/** `model` is null for a new one. */
type Editor = { model: Model | null; isOpen: boolean; opened: number }

/** The models that are set up, the default one first. */
export function ModelList({ models }: { models: readonly Model[] }) {
  const t = useTranslations('language-models')
  // A dialog that is opened again starts with what is stored.
  const [editor, setEditor] = useState<Editor>({ model: null, isOpen: false, opened: 0 })
  const edit = (model: Model | null) => setEditor(({ opened }) => ({ model, isOpen: true, opened: opened + 1 }))
  const close = () => setEditor((before) => ({ ...before, isOpen: false }))
  const [removed, setRemoved] = useState<Model | null>(null)
  const [saved, setSaved] = useState<{ id: string | null; trial: Trial } | null>(null)
  const isFixed = models[0]?.source === 'environment'
  return (
    <Section title={t('models')} note={<Button onClick={() => edit(null)}>{t('add_model')}</Button>}>
      {models.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-pretty text-ink2">{t('none_set_up')}</p>
      ) : (
        <RowList>
          {models.map((model) => (
            <ListedModel
              key={model.model_name}
              model={model}
              isDefaultFixed={isFixed}
              savedTrial={saved?.id === model.id ? saved.trial : undefined}
              onEdit={() => edit(model)}
              onRemove={() => setRemoved(model)}
            />
          ))}
        </RowList>
      )}
      {(isFixed || models.length > 1) && (
        <p className="pt-2.5 text-sm text-pretty text-ink2">
          {isFixed && t('environment_wins')} {models.length > 1 && t('choice_hint')}
        </p>
      )}
      <ModelDialog
        key={editor.opened}
        open={editor.isOpen}
        model={editor.model}
        models={models}
        onClose={close}
        onSaved={(id, trial) => {
          close()
          setSaved(trial && { id, trial })
        }}
      />
      <RemoveDialog model={removed} models={models} onClose={() => setRemoved(null)} />
    </Section>
  )
}

type ListedModelProps = {
  model: Model
  /** The environment names the default. */
  isDefaultFixed: boolean
  /** What the server showed when the model was saved. */
  savedTrial: Trial | undefined
  onEdit: () => void
  onRemove: () => void
}

function ListedModel({ model, isDefaultFixed, savedTrial, onEdit, onRemove }: ListedModelProps) {
  const t = useTranslations('language-models')
  const { number } = useFormat()
  const trial = useTrial()
  const makeDefault = useMakeDefault()
  const { id, name, des, isBeta, is_default: isDefault, source, context_tokens: tokens } = model
  const result = trial.result ?? savedTrial
  return (
    <ModelRow
      name={name}
      chips={
        <>
          {isDefault && <Chip tone="accent">{t('default')}</Chip>}
          {isBeta && <Chip>{t('beta')}</Chip>}
        </>
      }
      description={des}
      details={[
        name === model.model ? null : model.model,
        t(LLM_SERVER_KINDS[model.kind].label),
        hostOf(model.address),
        tokens === null ? null : t('reads', { n: number(tokens) }),
        t(model.has_key ? 'with_key' : 'without_key'),
        source === 'environment' ? t('from_environment') : null,
      ]}
      actions={
        <>
          <Button
            aria-label={t('try_model', { model: name })}
            busy={trial.isBusy}
            onClick={() => void trial.run({ server: null, ...(id !== null && { id }) })}
          >
            {t('try')}
          </Button>
          {id !== null && (
            <Menu
              trigger={
                <IconButton
                  label={t('more_actions', { model: name })}
                  icon={<Ellipsis aria-hidden />}
                  busy={makeDefault.isBusy}
                />
              }
            >
              <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
                {t('edit')}
              </MenuItem>
              {!isDefault && (
                <MenuItem
                  icon={<Star aria-hidden />}
                  disabledReason={isDefaultFixed && t('default_by_environment')}
                  onSelect={() => void makeDefault.run({ id, name })}
                >
                  {t('make_default')}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onRemove}>
                {t('remove')}
              </MenuItem>
            </Menu>
          )}
        </>
      }
      below={(trial.isBusy || result) && <TrialResult trial={result} isRunning={trial.isBusy} />}
    />
  )
}

type RemoveDialogProps = { model: Model | null; models: readonly Model[]; onClose: () => void }

/** Asks before a model is removed, and says which one is used instead. */
function RemoveDialog({ model, models, onClose }: RemoveDialogProps) {
  const t = useTranslations('language-models')
  const remove = useRemoveModel()
  // The text stays while the dialog closes.
  const [last, setLast] = useState(model)
  if (model !== null && model !== last) setLast(model)
  const instead = models.find(({ model_name }) => model_name !== last?.model_name)?.name
  const text =
    instead === undefined
      ? t('remove_text')
      : t(last?.is_default ? 'remove_default_text' : 'remove_other_text', { model: instead })
  return (
    <ConfirmDialog
      open={model !== null}
      title={t('remove_title', { model: last?.name ?? '' })}
      confirmLabel={t('remove')}
      danger
      busy={remove.isBusy}
      onClose={onClose}
      onConfirm={() => last?.id && void remove.run({ id: last.id, wasDefault: last.is_default }).then(onClose)}
    >
      {text}
    </ConfirmDialog>
  )
}
