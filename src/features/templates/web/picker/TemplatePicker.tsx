import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import type { CategoryId, TemplateItem, TemplateKind } from '../../contract.ts'
import { isAutomaticTemplate } from '../../rules.ts'
import { type ChosenTemplate, toChosenTemplate } from '../card/templateTexts.ts'
import { ListboxSearchField } from '../listbox/ListboxSearchField.tsx'
import { useListbox } from '../listbox/useListbox.ts'
import { CategoryChips } from '../page/CategoryChips.tsx'
import { useLoadMore } from '../page/useLoadMore.ts'
import { useIsTranslated, useTemplateLanguages, useTemplateList } from '../templateQueries.ts'
import { PickerOption } from './PickerOption.tsx'
import { useTries } from './useTries.ts'

export type TemplatePickerProps = {
  open: boolean
  onClose: () => void
  /** Marked in the list, and listed even when it is on a later page. */
  value: Pick<ChosenTemplate, 'id' | 'type'> | null
  /** Leaves out the choice of the server. */
  withoutAutomatic?: boolean | undefined
  onChange: (template: ChosenTemplate) => void
}

/** All templates, to choose one for a recording (B§2). The field keeps the focus; arrows move in the list, Enter chooses. */
export function TemplatePicker({ open, onClose, value, withoutAutomatic = false, onChange }: TemplatePickerProps) {
  const t = useTranslations('templates')
  const fieldRef = useRef<HTMLInputElement>(null)
  const choose = (template: TemplateItem) => {
    onChange(toChosenTemplate(template))
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('picker_title')} size="medium" initialFocus={fieldRef}>
      <PickerContent fieldRef={fieldRef} value={value} withoutAutomatic={withoutAutomatic} onChoose={choose} />
    </Dialog>
  )
}

type PickerContentProps = {
  fieldRef: React.RefObject<HTMLInputElement | null>
  value: TemplatePickerProps['value']
  withoutAutomatic: boolean
  onChoose: (template: TemplateItem) => void
}

function PickerContent({ fieldRef, value, withoutAutomatic, onChoose }: PickerContentProps) {
  const t = useTranslations('templates')
  const [text, setText] = useState('')
  const [category, setCategory] = useState<CategoryId>()
  const query = useDeferredValue(text).trim()
  const list = useTemplateList(useTemplateLanguages(useIsTranslated()[0]), { scene: 1, query, category, selected: value?.id })
  const tries = useTries()
  const pages = list.data?.pages
  const groups = useMemo(
    () => groupTemplates(pages?.map(({ data }) => data) ?? [], { isFiltered: query !== '' || !!category, withoutAutomatic }),
    [pages, query, category, withoutAutomatic],
  )
  const templates = groups.flatMap((group) => group.templates)
  const isUsable = ({ is_locked }: TemplateItem) => is_locked === 0 || (tries ?? 0) > 0
  const listbox = useListbox({
    count: templates.length,
    label: t('picker_title'),
    resetKey: `${query}|${category}`,
    onChoose: (index) => {
      const template = templates[index]
      if (template && isUsable(template)) onChoose(template)
    },
  })
  const end = useLoadMore(list)
  /** The index in the whole list of the first template of each group. */
  const starts = groups.map((_, n) => groups.slice(0, n).reduce((sum, group) => sum + group.templates.length, 0))
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListboxSearchField ref={fieldRef} listbox={listbox} label={t('picker_search')} value={text} onChange={setText} />
      <CategoryChips value={category} onChange={setCategory} isCompact />
      {list.isError && !list.data ? (
        <ErrorState title={t('load_failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : !list.data ? (
        <div className="h-96">
          <SkeletonRows rows={6} />
        </div>
      ) : (
        <>
          <p role="status" className="sr-only">
            {t('found', { count: templates.length })}
          </p>
          {/* An empty listbox is not allowed. */}
          {templates.length === 0 && <p className="px-2 py-10 text-center text-md text-ink2">{t('nothing_found')}</p>}
          <div
            {...(templates.length > 0 && listbox.list)}
            className="-mx-2 h-96 overflow-y-auto overscroll-contain max-sm:h-auto"
            hidden={templates.length === 0}
          >
            {groups.map(({ id, templates: group }, n) => (
              <div key={id} role="group" aria-label={t(`group_${id}`)}>
                <p aria-hidden className="px-2 pt-3 pb-1 text-xs font-[550] text-ink3">
                  {t(`group_${id}`)}
                </p>
                {group.map((template, index) => (
                  <PickerOption
                    key={template.id}
                    template={template}
                    isChosen={template.id === value?.id}
                    tries={tries}
                    option={listbox.option((starts[n] ?? 0) + index)}
                  />
                ))}
              </div>
            ))}
            <div ref={end} />
          </div>
        </>
      )}
    </div>
  )
}

type GroupId = 'recent' | TemplateKind | 'found'
type Group = { readonly id: GroupId; readonly templates: readonly TemplateItem[] }
type Page = { list: readonly TemplateItem[]; recently_used: readonly TemplateItem[]; selected: TemplateItem | null }

type Grouping = { isFiltered: boolean; withoutAutomatic: boolean }

/** Returns the templates under the headings they are listed under. Each is listed once. */
function groupTemplates(pages: readonly Page[], { isFiltered, withoutAutomatic }: Grouping): readonly Group[] {
  const seen = new Set<string>()
  const once = (list: readonly TemplateItem[]) =>
    list.filter(({ id }) => !(withoutAutomatic && isAutomaticTemplate(id)) && !seen.has(id) && seen.add(id))
  const all = pages.flatMap(({ list }) => list)
  if (isFiltered) return [{ id: 'found' as const, templates: once(all) }].filter(isFilled)
  const [first] = pages
  const recent = once([...(first?.selected ? [first.selected] : []), ...(first?.recently_used ?? [])])
  const byKind = (kind: TemplateKind) => once(all.filter((template) => template.custom_type === kind))
  return [
    { id: 'recent' as const, templates: recent },
    ...(['custom', 'system', 'community'] as const).map((id) => ({ id, templates: byKind(id) })),
  ].filter(isFilled)
}

const isFilled = ({ templates }: Group): boolean => templates.length > 0
