import { LayoutTemplate, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'
import { ListSpecimens } from './ListSpecimens.tsx'

const MODES = [
  { value: 'auto', label: 'Auto', hint: 'Picks the template and the language from what was said.', icon: <Sparkles /> },
  { value: 'custom', label: 'Custom', hint: 'You choose.', icon: <LayoutTemplate /> },
] as const
const FORMATS = [
  { value: 'txt', label: 'Plain text' },
  { value: 'srt', label: 'Subtitles', hint: 'SRT, with times' },
  { value: 'pdf', label: 'PDF', disabledReason: 'There is no summary yet' },
] as const
const PERIODS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const

export function ChoicesGallery() {
  return (
    <GallerySection
      id="choices"
      title="Choices"
      note="Of a few, all in sight: RadioGroup. Of a dozen: Select. Of dozens: Combobox. In a row of settings, where a phone's wheel is at hand: NativeSelect. In force at once: Switch. In force once sent: Checkbox."
    >
      <ChoiceSpecimens />
      <ListSpecimens />
    </GallerySection>
  )
}

/** Components that show all their options at once. */
function ChoiceSpecimens() {
  const [mode, setMode] = useState<'auto' | 'custom'>('custom')
  const [format, setFormat] = useState<'txt' | 'srt' | 'pdf'>('srt')
  const [noPeriod, setNoPeriod] = useState<'month' | 'year' | null>(null)
  const [period, setPeriod] = useState<'month' | 'year'>('year')
  const [checks, setChecks] = useState([true, false])
  const [isOn, setIsOn] = useState(true)
  const isIndeterminate = checks.some(Boolean) && !checks.every(Boolean)
  const setCheck = (index: number) => (checked: boolean) =>
    setChecks(checks.map((value, itemIndex) => (itemIndex === index ? checked : value)))
  return (
    <>
      <Specimen caption="RadioGroup, cards">
        <RadioGroup label="How" variant="cards" options={MODES} value={mode} onChange={setMode} />
      </Specimen>
      <Specimen caption="RadioGroup, list; one that cannot be chosen now">
        <RadioGroup label="Format" hint="Of the whole recording" options={FORMATS} value={format} onChange={setFormat} />
      </Specimen>
      <Specimen caption="RadioGroup, segments; and an error while nothing is chosen">
        <RadioGroup label="Paid" variant="segments" options={PERIODS} value={period} onChange={setPeriod} />
        <RadioGroup
          label="Paid, please"
          error="Choose one of the two."
          options={PERIODS}
          value={noPeriod}
          onChange={setNoPeriod}
        />
      </Specimen>
      <Specimen caption="RadioGroup, disabled and read-only">
        <RadioGroup label="Paid before" disabled options={PERIODS} value="month" onChange={() => {}} />
        <RadioGroup label="Paid now" readOnly variant="segments" options={PERIODS} value="year" onChange={() => {}} />
      </Specimen>
      <Specimen caption="Checkbox: all, some or none of what is below it">
        <div className="kit-tall">
          <Checkbox
            label="Take along"
            checked={checks.every(Boolean)}
            indeterminate={isIndeterminate}
            onChange={(all) => setChecks([all, all])}
          />
          <Checkbox label="Times" hint="At each paragraph" checked={checks[0] ?? false} onChange={setCheck(0)} />
          <Checkbox label="Names of the speakers" checked={checks[1] ?? false} onChange={setCheck(1)} />
        </div>
      </Specimen>
      <Specimen caption="Checkbox: error, disabled, read-only">
        <div className="kit-tall">
          <Checkbox
            label="I may share this recording"
            error="Only what you may share can be published."
            checked={false}
            onChange={() => {}}
          />
          <Checkbox label="Tell me by email" hint="This server sends no mail." disabled checked={false} onChange={() => {}} />
          <Checkbox label="Agreed on 3 December" readOnly checked onChange={() => {}} />
        </div>
      </Specimen>
      <Specimen caption="Switch: on or off, disabled; at the start and at the end">
        <div className="kit-tall">
          <Switch side="start" label="Tell speakers apart" hint="Two expected" checked={isOn} onChange={setIsOn} />
          <Switch side="start" label="Necessary" hint="Earshot does not work without." checked disabled onChange={() => {}} />
          <Switch side="start" label="Statistics" checked={false} disabled onChange={() => {}} />
        </div>
        <div className="kit-fill">
          <Switch label="Letters now and then" hint="About new features" checked={!isOn} onChange={(next) => setIsOn(!next)} />
        </div>
      </Specimen>
    </>
  )
}
