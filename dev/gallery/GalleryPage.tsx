import { useSyncExternalStore } from 'react'
import { listen } from '#browser/events/listen.ts'
import { Logo } from '#ui/logo/Logo.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { useTheme } from '#browser/page/theme.ts'
import type { Theme } from '#browser/page/theme.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { ButtonsGallery } from './ButtonsGallery.tsx'
import { ChoicesGallery } from './ChoicesGallery.tsx'
import { DialogsGallery } from './DialogsGallery.tsx'
import { FieldsGallery } from './FieldsGallery.tsx'
import { LongTextGallery } from './LongTextGallery.tsx'
import { MenusGallery } from './MenusGallery.tsx'
import { SettingsGallery } from './SettingsGallery.tsx'
import { SmallComponentsGallery } from './SmallComponentsGallery.tsx'
import { StatesGallery } from './StatesGallery.tsx'
import { TokensGallery } from './TokensGallery.tsx'
import './gallery.css'

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

/** The component gallery: all of `src/ui` for developers. Its texts are only in English because users never see them. */
export function GalleryPage() {
  usePageTitle('Kit')
  const [theme, setTheme] = useTheme()
  return (
    <main className="kit">
      <header className="kit-head">
        <Logo withName />
        <h1>Kit</h1>
        <ViewportWidth />
        <RadioGroup<Theme> label="Theme" hideLabel variant="segments" options={THEMES} value={theme} onChange={setTheme} />
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
      <TokensGallery />
      <ButtonsGallery />
      <FieldsGallery />
      <ChoicesGallery />
      <MenusGallery />
      <DialogsGallery />
      <StatesGallery />
      <SmallComponentsGallery />
      <SettingsGallery />
      <LongTextGallery />
    </main>
  )
}

/** Shows the width of the window and the name of its breakpoint. */
function ViewportWidth() {
  const width = useSyncExternalStore(
    (listener) => listen(window, 'resize', listener),
    () => window.innerWidth,
  )
  const name = width < 600 ? 'phone' : width < 900 ? 'sm: one pane' : width < 1280 ? 'md: two panes' : 'lg: three panes'
  return (
    <output className="kit-width tabular">
      {width} px, {name}
    </output>
  )
}
