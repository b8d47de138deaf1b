import { ChoiceSpecimens } from './ChoiceSpecimens.tsx'
import { KitSection } from './KitSection.tsx'
import { ListSpecimens } from './ListSpecimens.tsx'

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
