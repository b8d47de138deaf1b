import { useSearch } from '@tanstack/react-router'
import { ClipboardCheck, Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useSettingsUrl } from '#features/profile/web.tsx'
import { Refused } from '#shared/client.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { LOCALE_NAMES } from '#shared/locales.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { SwitchProps } from '#ui/form/Switch.tsx'
import type { SearchFieldProps } from '#ui/search/SearchField.tsx'
import { classes } from '#ui/styles/classes.ts'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import type { CategoryId } from '../../contract.ts'
import type { OpenedDetails, TemplateLanguages } from '../pageState.ts'
import { REVIEW_PANE } from '../review/reviewPane.ts'
import { useIsTranslated, useTemplateDetail, useTemplateLanguages, useTemplatesHome } from '../templateQueries.ts'
import { useTranscribed } from '../recording/useTranscribed.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import { TemplatesArea } from '../TemplatesArea.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { CommunityTab } from './CommunityTab.tsx'
import { ForYouTab } from './ForYouTab.tsx'
import { MineTab } from './MineTab.tsx'
import { TemplateDialogs } from './TemplateDialogs.tsx'
import { useTemplateActions } from './useTemplateActions.ts'

// Its chunk is that of the library.
const SearchField = lazyComponent<SearchFieldProps>(async () => (await import('#ui/search/SearchField.tsx')).SearchField)
// Only where something can be translated.
const Switch = lazyComponent<SwitchProps>(async () => (await import('#ui/form/Switch.tsx')).Switch)

/** The lists are translated this long after the last change of the switch (B§5). */
const TOGGLE_DEBOUNCE = seconds(1)

export type TemplatesTab = 'for_you' | 'community' | 'mine'

/** /community-templates (B§2): templates that fit, those of the community, and the own ones. */
export const TemplatesPage = () => (
  <TemplatesArea>
    <Templates />
  </TemplatesArea>
)

function Templates() {
  const t = useTranslations('templates')
  const [tab, setTab] = useState<TemplatesTab>('for_you')
  const [text, setText] = useState('')
  const [category, setCategory] = useState<CategoryId>()
  const [chosenRecording, setRecording] = useState<LibraryRow>()
  const [opened, setOpened] = useState<OpenedDetails | null>(null)
  const [isTranslated, setTranslated] = useIsTranslated()
  const [isApplied, setApplied] = useState(isTranslated)
  useTimeout(() => setApplied(isTranslated), isTranslated === isApplied ? null : TOGGLE_DEBOUNCE)
  const languages = useTemplateLanguages(isApplied)
  const transcribed = useTranscribed()
  const { isLoading: isHomeLoading } = useTemplatesHome()
  const recording = chosenRecording ?? transcribed.recordings?.[0]
  const actions = useTemplateActions(() => setOpened(null))
  const { template_id: requestedId } = useSearch({ from: '/main/community-templates' })
  const query = useDeferredValue(text).trim()
  const details = { opened, open: setOpened }
  usePageTitle(t('title'))
  const tabProps = { query, category, languages, details }
  return (
    <div className="grid max-w-[74.5rem] grid-cols-1 content-start gap-5 px-12 pt-8 pb-12 max-md:px-6 max-sm:px-4 max-sm:pt-5">
      <PageHeader text={text} onTextChange={setText} onNew={actions.create} />
      <ReviewNotice />
      {requestedId !== undefined && <RequestedTemplate id={requestedId} languages={languages} onOpen={setOpened} />}
      <Tabs<TemplatesTab>
        label={t('title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'for_you', label: t('tab_for_you') },
          { value: 'community', label: t('tab_community') },
          { value: 'mine', label: <MineLabel /> },
        ]}
        end={<TranslationSwitch isOn={isTranslated} onChange={setTranslated} />}
        listClassName="overflow-y-hidden"
        // Hidden until it is known whether a notice stands above it, so that nothing moves.
        className={classes('min-w-0', isHomeLoading && 'invisible')}
      >
        <div className="pt-5">
          <CategoryChips value={category} onChange={setCategory} />
        </div>
        <TabPanel value="for_you" className="pt-7">
          <ForYouTab
            {...tabProps}
            recording={recording}
            isRecordingPending={transcribed.isPending}
            onRecordingChange={setRecording}
            onSeeAll={() => setTab('community')}
          />
        </TabPanel>
        <TabPanel value="community" className="pt-7">
          <CommunityTab {...tabProps} />
        </TabPanel>
        <TabPanel value="mine" className="pt-7">
          <MineTab {...tabProps} onNew={actions.create} />
        </TabPanel>
      </Tabs>
      <TemplateDialogs
        opened={opened}
        onClose={() => setOpened(null)}
        languages={languages}
        recording={recording}
        actions={actions}
      />
    </div>
  )
}

type PageHeaderProps = { text: string; onTextChange: (text: string) => void; onNew: () => void }

function PageHeader({ text, onTextChange, onNew }: PageHeaderProps) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const { hasCustom } = useTemplateRights()
  const total = useTemplatesHome().data?.total_nums
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto text-3xl font-[640] tracking-[-0.02em]">{t('title')}</h1>
      <div className="w-76 max-sm:order-last max-sm:w-full">
        <SearchField
          // The number is that of the templates that can be found.
          label={total === undefined ? t('picker_search') : t('search_count', { count: total, n: number(total) })}
          value={text}
          onChange={onTextChange}
          shortcut="/"
          fallback={<div className="h-10 rounded-md bg-sunken pointer-coarse:h-11" />}
        />
      </div>
      <Button
        variant="main"
        icon={<Plus aria-hidden />}
        disabledReason={!hasCustom && t('no_custom_right')}
        className="h-9!"
        onClick={onNew}
      >
        {t('new_template')}
      </Button>
    </header>
  )
}

function MineLabel() {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const count = useTemplatesHome().data?.mine_total_nums
  return (
    <>
      {t('tab_mine')}
      {count !== undefined && <span className="ml-1.5 font-[400] text-ink3">{number(count)}</span>}
    </>
  )
}

/** Shows templates of others in the language of the page. Left out where nothing can be translated. */
function TranslationSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('templates')
  const locale = useLocale()
  const canTranslate = useTemplatesHome().data?.can_translate
  if (!canTranslate) return null
  return (
    <span className="ml-auto flex-none py-1 text-sm whitespace-nowrap [&_label]:text-sm [&_label]:font-[400]">
      <Switch label={t('show_in', { language: LOCALE_NAMES[locale] })} checked={isOn} onChange={onChange} />
    </span>
  )
}

type RequestedTemplateProps = { id: string; languages: TemplateLanguages; onOpen: (details: OpenedDetails) => void }

/** Opens the template that the address names once, and says so when it is not there. */
function RequestedTemplate({ id, languages, onOpen }: RequestedTemplateProps) {
  const t = useTranslations('templates')
  const { data, error } = useTemplateDetail(id, languages)
  const open = useEffectEvent(() => data && onOpen({ template: data, anchor: null, section: 'address' }))
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) open()
  }, [isThere, id])
  if (!error) return null
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-md text-warn">
      {error instanceof Refused ? t('requested_missing') : t('load_failed')}
    </p>
  )
}

/** For users who review templates: how many wait, with the way there. */
function ReviewNotice() {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const settings = useSettingsUrl()
  const home = useTemplatesHome().data
  const count = home?.review_total_nums ?? 0
  if (!home?.is_reviewer || count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-raised px-4 py-2.5 text-md">
      <ClipboardCheck aria-hidden className="size-4.5 text-accent" />
      <span className="mr-auto">{t('waiting_for_review', { count, n: number(count) })}</span>
      <Button size="sm" onClick={() => settings.open(REVIEW_PANE)}>
        {t('review')}
      </Button>
    </div>
  )
}
