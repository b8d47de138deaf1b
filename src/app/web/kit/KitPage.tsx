import { useSyncExternalStore } from 'react'
import { listen } from '#ui/listen.ts'
import { Mark } from '#ui/Mark.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { useTheme } from '#ui/theme.ts'
import type { Theme } from '#ui/theme.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { ButtonsKit } from './ButtonsKit.tsx'
import { ChoicesKit } from './ChoicesKit.tsx'
import { DialogsKit } from './DialogsKit.tsx'
import { FieldsKit } from './FieldsKit.tsx'
import { LongWordsKit } from './LongWordsKit.tsx'
import { MenusKit } from './MenusKit.tsx'
import { SettingsKit } from './SettingsKit.tsx'
import { SmallKit } from './SmallKit.tsx'
import { StatesKit } from './StatesKit.tsx'
import { TokensKit } from './TokensKit.tsx'
import './kit.css'

const SECTIONS = {
  tokens: 'Colours and type',
  buttons: 'Buttons',
  fields: 'Fields',
  choices: 'Choices',
  menus: 'Menus, tabs, tooltips',
  dialogs: 'Dialogs and toasts',
  states: 'Waiting, empty, failed',
  small: 'Small parts',
  settings: 'Settings',
  long: 'Long words',
}
const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

/** The component gallery: all of `src/ui` for developers. Its texts are in English only because users never see them. */
export function KitPage() {
  usePageTitle('Kit')
  const [theme, choose] = useTheme()
  return (
    <main className="kit">
      <header className="kit-head">
        <Mark name />
        <h1>Kit</h1>
        <Width />
        <RadioGroup<Theme> label="Theme" hideLabel look="segments" options={THEMES} value={theme} onChange={choose} />
      </header>
      <p className="kit-note">
        Every part of src/ui in the states it can be put into. Hover, press and focus are yours to try: all of it works by
        keyboard alone. A part that is not here, or not in all its states, is not finished.
      </p>
      <nav aria-label="Sections" className="kit-nav">
        {Object.entries(SECTIONS).map(([id, title]) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <TokensKit />
      <ButtonsKit />
      <FieldsKit />
      <ChoicesKit />
      <MenusKit />
      <DialogsKit />
      <StatesKit />
      <SmallKit />
      <SettingsKit />
      <LongWordsKit />
    </main>
  )
}

/** Shows the width of the window and the name of its breakpoint. */
function Width() {
  const width = useSyncExternalStore(
    (tell) => listen(window, 'resize', tell),
    () => window.innerWidth,
  )
  const name = width < 600 ? 'phone' : width < 900 ? 'sm: one pane' : width < 1280 ? 'md: two panes' : 'lg: three panes'
  return (
    <output className="kit-width tabular">
      {width} px, {name}
    </output>
  )
}
