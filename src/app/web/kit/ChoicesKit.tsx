import { LayoutTemplate, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#ui/Checkbox.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { Switch } from '#ui/Switch.tsx'
import { KitSection, Specimen } from './KitSection.tsx'
import { ListSpecimens } from './ListSpecimens.tsx'

const WAYS = [
  { value: 'auto', label: 'Auto', hint: 'Picks the template and the language from what was said.', icon: <Sparkles /> },
  { value: 'custom', label: 'Custom', hint: 'You choose.', icon: <LayoutTemplate /> },
] as const
const FORMATS = [
  { value: 'txt', label: 'Plain text' },
  { value: 'srt', label: 'Subtitles', hint: 'SRT, with times' },
  { value: 'pdf', label: 'PDF', disabledBecause: 'There is no summary yet' },
] as const
const PERIODS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const

export function ChoicesKit() {
  return (
    <KitSection
      id="choices"
      title="Choices"
      note="Of a few, all in sight: RadioGroup. Of a dozen: Select. Of dozens: Combobox. In a row of settings, where a phone's wheel is at hand: NativeSelect. In force at once: Switch. In force once sent: Checkbox."
    >
      <ChoiceSpecimens />
      <ListSpecimens />
    </KitSection>
  )
}

/** Components that show all their options at once. */
function ChoiceSpecimens() {
  const [way, setWay] = useState<'auto' | 'custom'>('custom')
  const [format, setFormat] = useState<'txt' | 'srt' | 'pdf'>('srt')
  const [none, setNone] = useState<'month' | 'year' | null>(null)
  const [period, setPeriod] = useState<'month' | 'year'>('year')
  const [ticks, setTicks] = useState([true, false])
  const [on, setOn] = useState(true)
  const some = ticks.some(Boolean) && !ticks.every(Boolean)
  const tick = (at: number) => (checked: boolean) => setTicks(ticks.map((each, place) => (place === at ? checked : each)))
  return (
    <>
      <Specimen says="RadioGroup, cards">
        <RadioGroup label="How" look="cards" options={WAYS} value={way} onChange={setWay} />
      </Specimen>
      <Specimen says="RadioGroup, list; one that cannot be chosen now">
        <RadioGroup label="Format" hint="Of the whole recording" options={FORMATS} value={format} onChange={setFormat} />
      </Specimen>
      <Specimen says="RadioGroup, segments; and an error while nothing is chosen">
        <RadioGroup label="Paid" look="segments" options={PERIODS} value={period} onChange={setPeriod} />
        <RadioGroup label="Paid, please" error="Choose one of the two." options={PERIODS} value={none} onChange={setNone} />
      </Specimen>
      <Specimen says="RadioGroup, disabled and read-only">
        <RadioGroup label="Paid before" disabled options={PERIODS} value="month" onChange={() => {}} />
        <RadioGroup label="Paid now" readOnly look="segments" options={PERIODS} value="year" onChange={() => {}} />
      </Specimen>
      <Specimen says="Checkbox: all, some or none of what is below it">
        <div className="kit-tall">
          <Checkbox label="Take along" checked={ticks.every(Boolean)} partly={some} onChange={(all) => setTicks([all, all])} />
          <Checkbox label="Times" hint="At each paragraph" checked={ticks[0] ?? false} onChange={tick(0)} />
          <Checkbox label="Names of the speakers" checked={ticks[1] ?? false} onChange={tick(1)} />
        </div>
      </Specimen>
      <Specimen says="Checkbox: error, disabled, read-only">
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
      <Specimen says="Switch: on or off, disabled; at the start and at the end">
        <div className="kit-tall">
          <Switch side="start" label="Tell speakers apart" hint="Two expected" checked={on} onChange={setOn} />
          <Switch side="start" label="Necessary" hint="Earshot does not work without." checked disabled onChange={() => {}} />
          <Switch side="start" label="Statistics" checked={false} disabled onChange={() => {}} />
        </div>
        <div className="kit-fill">
          <Switch label="Letters now and then" hint="About new features" checked={!on} onChange={(next) => setOn(!next)} />
        </div>
      </Specimen>
    </>
  )
}
